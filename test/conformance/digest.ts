import { createHash } from 'node:crypto'
import * as E from 'fp-ts/Either'
import {
  type CollectorState,
  type ContentPart,
  finalize,
  type Json,
  type LlmResponse,
  type ToolCallPart,
  type Usage,
} from '../../src'
import type { Expected, Status, TextDigest, ToolCallDigest, UsageDigest } from './corpus'

/** What a state has folded to, in the terms of the expected digests. */
export type Digest = Omit<Expected, 'file' | 'ambiguous'>

export const responseOf = (state: CollectorState): LlmResponse => {
  const result = finalize(state)
  return E.isRight(result) ? result.right : result.left.partial
}

export const digestOf = (state: CollectorState): Digest => {
  const response = responseOf(state)
  const count = (type: string) => response.message.content.filter((part) => part.type === type).length
  return {
    status: statusOf(state),
    text: digestText(response.text),
    reasoning: response.reasoning === undefined ? null : digestText(response.reasoning),
    toolCalls: response.toolCalls.map(digestCall),
    finishRaw: response.finishReason.raw ?? null,
    usage: digestUsage(response.usage),
    refusalChars: response.refusal?.length ?? 0,
    citations: count('source') + citationsIn(response.message.content),
    serverTools: count('server-tool-call'),
    choices: 1 + (response.alternatives?.length ?? 0),
    model: response.model ?? null,
  }
}

/** Those that stand at the text they support. */
const citationsIn = (content: readonly ContentPart[]): number =>
  content.reduce((sum, part) => sum + (part.type === 'text' ? (part.citations?.length ?? 0) : 0), 0)

export const statusOf = (state: CollectorState): Status => {
  const result = finalize(state)
  if (E.isRight(result)) return 'whole'
  switch (result.left.code) {
    case 'provider-error':
      return 'error'
    case 'incomplete-stream':
      return 'cut'
    case 'empty-stream':
      return 'empty'
  }
}

const digestText = (text: string): TextDigest => ({ sha256: sha256(text), chars: text.length })

const digestCall = (call: ToolCallPart): ToolCallDigest => ({
  id: call.synthesizedId === true ? null : call.id,
  name: call.name,
  argsSha256: E.isRight(call.input) ? sha256(canonical(call.input.right)) : null,
  argsValid: E.isRight(call.input),
  textSha256: sha256(call.arguments),
  custom: call.kind === 'custom',
})

const digestUsage = (usage: Usage | undefined): UsageDigest => ({
  input: usage?.inputTokens ?? null,
  output: usage?.outputTokens ?? null,
  total: usage?.totalTokens ?? null,
  cachedInput: usage?.cachedInputTokens ?? null,
  cacheWrite: usage?.cacheWriteTokens ?? null,
  reasoning: usage?.reasoningTokens ?? null,
})

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The JSON text in which equal values are equal: keys sorted by UTF-16 unit, no spaces. */
const canonical = (value: Json): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}

export interface Difference {
  /** A path into the digest: `usage.output`; `toolCalls.name` stands for the names of all calls. */
  readonly field: string
  readonly expected: unknown
  readonly actual: unknown
  /** The corpus calls the right reading of this field a matter of judgement. */
  readonly ambiguous: boolean
}

/** Every field in which a digest is not what was expected. */
export const differences = (expected: Expected, actual: Digest): readonly Difference[] => {
  const wanted = fieldsOf(expected)
  const ambiguous = expected.ambiguous ?? []
  return Object.entries(fieldsOf(actual)).flatMap(([field, value]) =>
    JSON.stringify(value) === JSON.stringify(wanted[field])
      ? []
      : [
          {
            field,
            expected: wanted[field],
            actual: value,
            ambiguous: ambiguous.some((name) => field === name || field.startsWith(`${name}.`)),
          },
        ],
  )
}

const fieldsOf = ({ toolCalls, usage, ...digest }: Digest): Readonly<Record<string, unknown>> => ({
  status: digest.status,
  'text.sha256': digest.text.sha256,
  'text.chars': digest.text.chars,
  'reasoning.sha256': digest.reasoning?.sha256 ?? null,
  'reasoning.chars': digest.reasoning?.chars ?? null,
  'toolCalls.id': toolCalls.map((call) => call.id),
  'toolCalls.name': toolCalls.map((call) => call.name),
  'toolCalls.textSha256': toolCalls.map((call) => call.textSha256),
  'toolCalls.argsSha256': toolCalls.map((call) => call.argsSha256),
  'toolCalls.argsValid': toolCalls.map((call) => call.argsValid),
  'toolCalls.custom': toolCalls.map((call) => call.custom ?? false),
  finishRaw: digest.finishRaw,
  ...Object.fromEntries(Object.entries(usage).map(([field, value]) => [`usage.${field}`, value])),
  refusalChars: digest.refusalChars,
  citations: digest.citations,
  serverTools: digest.serverTools,
  choices: digest.choices,
  model: digest.model,
})
