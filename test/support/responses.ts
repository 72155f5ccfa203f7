import type { ProviderOptions } from '../../src'
import type { Fields } from '../../src/providers/shared/fields'
import { payLaws } from './pay-laws'

// Events of the Responses API, right or odd.

export const event = (type: string, fields: Fields = {}): Fields => ({ type: `response.${type}`, ...fields })

/** An item is announced, or has ended. */
export const added = (item: unknown, output_index?: unknown): Fields => itemEvent('added', item, output_index)

export const done = (item: unknown, output_index?: unknown): Fields => itemEvent('done', item, output_index)

const itemEvent = (step: string, item: unknown, output_index: unknown): Fields =>
  event(`output_item.${step}`, { item, ...(output_index !== undefined && { output_index }) })

/** A fragment of the item with this id; `address` holds what else says where it belongs. */
export const delta = (topic: string, item_id: string, text: unknown, address: Fields = {}): Fields =>
  event(`${topic}.delta`, { item_id, delta: text, ...address })

/** The address of an item by its place in the output, and of what is within it. */
export const at = (output_index: number, within: Fields = {}): Fields => ({ output_index, ...within })

export const message = (id: string, texts: readonly string[] = [], more: Fields = {}): Fields => ({
  type: 'message',
  id,
  role: 'assistant',
  content: texts.map((text) => ({ type: 'output_text', text, annotations: [] })),
  ...more,
})

export const call = (
  id: string,
  call_id: unknown,
  name: unknown,
  text: unknown = '',
  more: Fields = {},
): Fields => ({
  type: 'function_call',
  id,
  call_id,
  name,
  arguments: text,
  ...more,
})

/** The last event of a response. */
export const completed = (output: unknown = [], response: Fields = {}): Fields =>
  event('completed', { response: { status: 'completed', output, ...response } })

/** Folds a stream of the Responses API, and holds it to the laws on the way. */
export const fold = (events: readonly unknown[], options: ProviderOptions = {}) =>
  payLaws('openai-responses', events, options)
