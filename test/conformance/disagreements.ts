import * as E from 'fp-ts/Either'
import type OpenAI from 'openai'
import type { CollectorState } from '../../src'
import { responseOf, statusOf } from './digest'
import type { SdkReading } from './sdk'

/** What both say of one stream, in the same terms. */
export interface Answer {
  readonly text: string
  readonly refusal: string
  readonly calls: readonly Call[]
  readonly finish: string | null
  readonly usage: Counts
}

interface Call {
  /** Null where the wire has none, so that it was made up. */
  readonly id: string | null
  readonly name: string
  readonly arguments: string
}

interface Counts {
  readonly prompt: number | null
  readonly completion: number | null
  readonly total: number | null
}

/** Where the two differ: in a field, or in whether there is an answer at all. */
export type Aspect = keyof Answer | 'sdk-fails' | 'we-fail' | 'other-failure'

export interface Disagreement {
  readonly aspect: Aspect
  readonly ours: unknown
  readonly sdk: unknown
}

/** Everything a reason may be proved from. */
export interface Evidence {
  readonly bytes: string
  readonly events: readonly unknown[]
  readonly sdk: SdkReading['result']
  readonly ours: CollectorState
}

export const disagreements = (evidence: Evidence): readonly Disagreement[] => {
  const { sdk, ours } = evidence
  const status = statusOf(ours)
  if (E.isLeft(sdk)) {
    if (status === 'whole') return [{ aspect: 'sdk-fails', ours: 'a response', sdk: sdk.left.message }]
    const agree = (status === 'error') === sdk.left.reported
    return agree ? [] : [{ aspect: 'other-failure', ours: status, sdk: sdk.left.message }]
  }
  const theirs = sdkAnswer(sdk.right, evidence.bytes)
  const fields = Object.entries(ourAnswer(ours)).flatMap(([field, value]) => {
    const aspect = field as keyof Answer // the keys of an answer
    return JSON.stringify(value) === JSON.stringify(theirs[aspect])
      ? []
      : [{ aspect, ours: value, sdk: theirs[aspect] }]
  })
  return status === 'whole' ? fields : [{ aspect: 'we-fail', ours: status, sdk: 'a response' }, ...fields]
}

const ourAnswer = (state: CollectorState): Answer => {
  const response = responseOf(state)
  return {
    text: response.text,
    refusal: response.refusal ?? '',
    calls: response.toolCalls.map((call) => ({
      id: call.synthesizedId === true ? null : call.id,
      name: call.name,
      arguments: call.arguments,
    })),
    finish: response.finishReason.raw ?? null,
    usage: {
      prompt: response.usage?.inputTokens ?? null,
      completion: response.usage?.outputTokens ?? null,
      total: response.usage?.totalTokens ?? null,
    },
  }
}

const sdkAnswer = (completion: OpenAI.Chat.ChatCompletion, bytes: string): Answer => {
  const choice = completion.choices.find((one) => one !== undefined)
  const message = choice?.message
  const legacy = message?.function_call
  return {
    text: message?.content ?? '',
    refusal: message?.refusal ?? '',
    calls: [
      ...(message?.tool_calls ?? []).map((call) => ({
        id: bytes.includes(JSON.stringify(call.id)) ? call.id : null,
        name: call.type === 'function' ? call.function.name : call.custom.name,
        arguments: call.type === 'function' ? call.function.arguments : call.custom.input,
      })),
      ...(legacy ? [{ id: null, name: legacy.name, arguments: legacy.arguments }] : []),
    ],
    finish: choice?.finish_reason ?? null,
    usage: {
      prompt: completion.usage?.prompt_tokens ?? null,
      completion: completion.usage?.completion_tokens ?? null,
      total: completion.usage?.total_tokens ?? null,
    },
  }
}
