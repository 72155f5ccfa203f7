import { isJsonObject, type Json, type JsonObject } from '../../data'
import type { ContentPart } from '../../frames'
import type { Turn } from '../shared/turns'
import { isHosted, isOutput } from './hosted'

/** An item as it goes to the server. Those of the server's own are of any form, as it sent them. */
export type ResponsesInput = JsonObject & { readonly type: string }

/** Which calls and answers a conversation has among the items that go back as they came, by the id that pairs them. */
export interface Pairs {
  readonly calls: ReadonlySet<Json>
  readonly answers: ReadonlySet<Json>
}

/** A program that has no output yet waits for the calls that it made. */
export const pairsIn = (turns: readonly Turn[]): Pairs => {
  const calls = new Set<Json>()
  const answers = new Set<Json>()
  for (const part of turns.flatMap((turn) => (turn.role === 'assistant' ? turn.content : []))) {
    const caller = part.type === 'tool-call' ? part.extra?.['caller'] : undefined
    if (isJsonObject(caller)) answers.add(caller['caller_id'] ?? null)
    const item = itemIn(part)
    if (item !== undefined) (isAnswer(item) ? answers : calls).add(pairId(item))
  }
  return { calls, answers }
}

/** Whether an item is no half of a pair: a call without its output, or an output without its call. */
export const isPaired = (item: ResponsesInput, { calls, answers }: Pairs): boolean => {
  const id = pairId(item)
  if (isAnswer(item)) return id === null || calls.has(id)
  return !HAVE_OUTPUT.test(item.type) || isSearchOfServer(item) || answers.has(id)
}

const isAnswer = ({ type }: ResponsesInput): boolean =>
  type.endsWith('_output') || type === 'mcp_approval_response'

/** Calls whose output is an item of its own: those that the client runs, and some that the server runs. */
const HAVE_OUTPUT = /(?:^|_)(?:shell|computer|apply_patch|tool_search)_call$|^program$|^mcp_approval_request$/

/** It has no id by which to find its output, which stands behind it. */
const isSearchOfServer = (item: ResponsesInput): boolean =>
  item.type === 'tool_search_call' && (item['call_id'] ?? null) === null

/** Null where an answer names no call. A local shell's output names it by its own id. */
const pairId = (item: ResponsesInput): Json => {
  const { type, id = null, call_id: callId } = item
  if (callId !== undefined && callId !== null && callId !== '') return callId
  if (isAnswer(item) && type !== 'local_shell_call_output') return item['approval_request_id'] ?? null
  return id
}

/**
 * The item that a part goes back as, just as it came. None in parts that other providers made, in what stands inside another item, and in an item
 * that was cut off before its end.
 */
export const itemIn = (part: ContentPart): ResponsesInput | undefined => {
  if (!('raw' in part) || !isJsonObject(part.raw)) return undefined
  const { type, status, signature } = part.raw
  if (typeof type !== 'string' || signature !== undefined) return undefined // Google signs such items
  const item = { ...part.raw, type }
  const isCut = status === 'in_progress' || status === null // null: only its announcement came
  switch (part.type) {
    case 'server-tool-call':
      return isHosted(item) && !isCut ? item : undefined
    case 'server-tool-result':
      return isOutput(type) && !isCut ? item : undefined
    case 'unknown': // what the client's own tools gave is the caller's to word; pieces of messages have no id
      return pairId(item) !== null && (isAnswer(item) || !isCut) ? item : undefined
    default:
      return undefined
  }
}
