import { InvokeModelWithResponseStreamCommand, type ResponseStream } from '@aws-sdk/client-bedrock-runtime'
import * as E from 'fp-ts/Either'
import { isRecord } from '../../../src/data'
import { framesOf, readWithSdk } from './bedrock'
import type { Answer, Oracle } from './oracle'

export const bedrockInvoke: Oracle = {
  api: 'bedrock-invoke',
  name: 'the chunks of `client.send(new InvokeModelWithResponseStreamCommand(…))` of `@aws-sdk/client-bedrock-runtime`, added up',
  providers: ['bedrock-invoke'],
  read: async (stream) => {
    const { events: chunks, failure } = await readInvokeWithSdk(framesOf(stream))
    const events = chunks.map(({ chunk }): unknown => JSON.parse(new TextDecoder().decode(chunk?.bytes)))
    return { events, result: failure === undefined ? E.right(added(events)) : E.left(failure) }
  },
  reasons: [],
}

export const readInvokeWithSdk = (frames: Uint8Array) =>
  readWithSdk<ResponseStream>(frames, async (client) => {
    const { body } = await client.send(
      new InvokeModelWithResponseStreamCommand({ modelId: 'any', body: '{}' }),
    )
    return body
  })

type Fields = Readonly<Record<string, unknown>>

/** The value at a path; undefined where there is none. */
const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (held, key) => (isRecord(held) || Array.isArray(held) ? (held as Fields)[key] : undefined),
    value,
  )

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Where the vendors put fragments of text, reasons and counts. */
const TEXTS = [
  ['delta', 'text'],
  ['contentBlockDelta', 'delta', 'text'],
  ['choices', 0, 'delta', 'content'],
  ['outputText'],
  ['generation'],
  ['outputs', 0, 'text'],
  ['generations', 0, 'text'],
  ['text'],
] as const

const REASONS = [
  ['delta', 'stop_reason'],
  ['messageStop', 'stopReason'],
  ['choices', 0, 'finish_reason'],
  ['completionReason'],
  ['stop_reason'],
  ['outputs', 0, 'stop_reason'],
  ['generations', 0, 'finish_reason'],
  ['finish_reason'],
] as const

const METRICS = 'amazon-bedrock-invocationMetrics'

const PROMPTS = [
  ['message', 'usage', 'input_tokens'],
  ['metadata', 'usage', 'inputTokens'],
  ['usage', 'prompt_tokens'],
  ['inputTextTokenCount'],
  ['prompt_token_count'],
  [METRICS, 'inputTokenCount'],
] as const

const COMPLETIONS = [
  ['usage', 'output_tokens'],
  ['metadata', 'usage', 'outputTokens'],
  ['usage', 'completion_tokens'],
  ['totalOutputTextTokenCount'],
  ['generation_token_count'],
  [METRICS, 'outputTokenCount'],
] as const

const added = (events: readonly unknown[]): Answer => {
  const prompt = lastCount(events, PROMPTS)
  const completion = lastCount(events, COMPLETIONS)
  return {
    text: events.map((event) => text(TEXTS.map((path) => at(event, ...path)).find(isText))).join(''),
    refusal: '',
    calls: calls(events),
    finish: events.flatMap((event) => REASONS.map((path) => at(event, ...path))).findLast(isText) ?? null,
    usage: { prompt, completion, total: prompt === null || completion === null ? null : prompt + completion },
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The last count in the first place that has any. */
const lastCount = (
  events: readonly unknown[],
  places: readonly (readonly (string | number)[])[],
): number | null => {
  for (const path of places) {
    const found = events.map((event) => at(event, ...path)).findLast((value) => typeof value === 'number')
    if (typeof found === 'number') return found
  }
  return null
}

const calls = (events: readonly unknown[]): Answer['calls'] => {
  const known = new Map<unknown, { id: string | null; name: string; arguments: string }>()
  for (const event of events) {
    const opened = at(event, 'content_block')
    if (at(opened, 'type') === 'tool_use') {
      known.set(at(event, 'index'), {
        id: text(at(opened, 'id')),
        name: text(at(opened, 'name')),
        arguments: '',
      })
    }
    const block = known.get(at(event, 'index'))
    if (block !== undefined) block.arguments += text(at(event, 'delta', 'partial_json'))
    const chat = at(event, 'choices', 0, 'delta', 'tool_calls', 0)
    const key = `chat ${String(at(chat, 'index'))}`
    if (isText(at(chat, 'id'))) {
      known.set(key, { id: text(at(chat, 'id')), name: text(at(chat, 'function', 'name')), arguments: '' })
    }
    const call = known.get(key)
    if (call !== undefined) call.arguments += text(at(chat, 'function', 'arguments'))
  }
  return [...known.values()]
}
