import { isDeepStrictEqual } from 'node:util'
import Anthropic from '@anthropic-ai/sdk'
import * as E from 'fp-ts/Either'
import type { ContentPart } from '../../../src'
import { isRecord } from '../../../src/data'
import { anthropicMessagesReasons } from './anthropic-messages-reasons'
import { failureOf } from './failure'
import { eventStreamResponse } from './http'
import type { Answer, Oracle, SdkFailure } from './oracle'

export const anthropicMessages: Oracle = {
  api: 'anthropic-messages',
  name: '`client.messages.stream(…).finalMessage()` of `@anthropic-ai/sdk`',
  providers: ['anthropic'],
  read: async ({ bytes }) => {
    const body = bytes()
    const message = await accumulateWithSdk(body)
    const events = await eventsOf(body)
    return {
      events,
      result: E.isLeft(message) ? message : E.right(answerOf(message.right, events)),
    }
  },
  tellMore: (response) => response.message.content.map(tellPart),
  reasons: anthropicMessagesReasons,
}

const REQUEST = { model: 'any', max_tokens: 1, messages: [] }

export const accumulateWithSdk = async (
  bytes: Uint8Array,
): Promise<E.Either<SdkFailure, Anthropic.Message>> => {
  try {
    return E.right(await clientFor(bytes).messages.stream(REQUEST).finalMessage())
  } catch (error) {
    return E.left(failureOf(error, error instanceof Anthropic.APIError))
  }
}

const eventsOf = async (bytes: Uint8Array): Promise<readonly unknown[]> => {
  const events: unknown[] = []
  try {
    const stream = await clientFor(bytes).messages.create({ ...REQUEST, stream: true })
    for await (const event of stream) events.push(structuredClone(event))
  } catch {
    // What it fails on is told by the accumulation.
  }
  return events
}

/** A client whose every request is answered with these bytes. */
const clientFor = (bytes: Uint8Array): Anthropic =>
  new Anthropic({
    apiKey: 'none',
    baseURL: 'http://localhost',
    maxRetries: 0,
    logLevel: 'off',
    fetch: async () => eventStreamResponse(bytes),
  })

const answerOf = (message: Anthropic.Message, events: readonly unknown[]): Answer => {
  const { content, usage, stop_reason: finish } = message
  const prompt =
    usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0)
  return {
    text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    refusal: '',
    calls: content.flatMap((block, index) =>
      block.type === 'tool_use'
        ? [{ id: block.id, name: block.name, arguments: argumentText(block.input, sentTo(events, index)) }]
        : [],
    ),
    finish: finish ?? null,
    usage: { prompt, completion: usage.output_tokens, total: prompt + usage.output_tokens },
    more: content.map(tellBlock),
  }
}

/** The fragments of a block's input, joined. */
const sentTo = (events: readonly unknown[], index: number): string =>
  events.reduce<string>((text, event) => {
    const delta = isRecord(event) && event['index'] === index ? event['delta'] : undefined
    return isRecord(delta) && typeof delta['partial_json'] === 'string' ? text + delta['partial_json'] : text
  }, '')

/** The SDK keeps the value of an input and not its text: the text as sent if it says just that, else the value's own. */
const argumentText = (input: unknown, sent: string): string =>
  isDeepStrictEqual(parsed(sent), input) ? sent : JSON.stringify(input)

const parsed = (text: string): unknown => {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A block in words, without what an open text of ours may lack: its type, and what has to go back unchanged. */
export const tellBlock = (block: Anthropic.ContentBlock): unknown => {
  switch (block.type) {
    case 'text':
      return ['text', block.text, block.citations ?? []]
    case 'thinking':
      return ['thinking', block.thinking, block.signature ?? '']
    case 'redacted_thinking':
      return ['redacted', block.data]
    case 'tool_use':
      return ['call', block.id, block.name]
    default: {
      const { type, ...rest }: { readonly type: string } & Readonly<Record<string, unknown>> = { ...block }
      if (type.endsWith('_tool_use')) return [type, rest['id'], rest['name'], rest['input']]
      return [type, withoutNulls(rest)]
    }
  }
}

export const tellPart = (part: ContentPart): unknown => {
  switch (part.type) {
    case 'text':
      return ['text', part.text, part.citations ?? []]
    case 'reasoning':
      return part.encrypted === undefined
        ? ['thinking', part.content.join(''), part.signature ?? '']
        : ['redacted', part.encrypted]
    case 'tool-call':
      return ['call', part.id, part.name]
    case 'server-tool-call':
      return [isRecord(part.raw) ? part.raw['type'] : '', part.id, part.name, part.input]
    default: {
      const { type, ...rest }: Readonly<Record<string, unknown>> = {
        ...('raw' in part && isRecord(part.raw) ? part.raw : {}),
      }
      return [type, withoutNulls(rest)]
    }
  }
}

const withoutNulls = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
