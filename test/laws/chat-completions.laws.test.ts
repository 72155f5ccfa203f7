import fc from 'fast-check'
import * as E from 'fp-ts/Either'
import { describe, it } from 'vitest'
import type { Answer, ChatCompletionEvent, LlmResponse } from '../../src'
import { laws, type Oracle } from '../../src/testing'
import { encodeSse } from '../../src/wire'
import { accumulateWithSdk } from '../conformance/sdk/openai-chat'
import { runs } from '../support/runs'

/** What the official SDK's accumulator and a response both tell. */
interface Told {
  readonly id: string
  readonly text: string
  readonly refusal: string
  readonly calls: readonly string[]
  readonly finish: string
}

/** The `openai` package over the same bytes; it keeps apart the choices, and knows no reasoning. */
const openai: Oracle<'openai', readonly Told[]> = {
  accumulate: async (events: readonly ChatCompletionEvent[]) => {
    const bytes = new TextEncoder().encode(encodeSse(events.map((event) => ({ provider: 'openai', event }))))
    const completion = await accumulateWithSdk(bytes)
    if (E.isLeft(completion)) return null
    const { id, choices } = completion.right
    return choices.map(({ message, finish_reason: finish }) => ({
      id,
      text: message.content ?? '',
      refusal: message.refusal ?? '',
      calls: (message.tool_calls ?? []).map((call) =>
        call.type === 'function' ? `${call.id} ${call.function.name} ${call.function.arguments}` : call.type,
      ),
      finish,
    }))
  },
  tell: (response: LlmResponse) =>
    [response, ...(response.alternatives ?? [])].map((answer) => tell(response, answer)),
}

const tell = ({ id = '' }: LlmResponse, answer: Answer): Told => ({
  id,
  text: answer.text,
  refusal: answer.refusal ?? '',
  calls: answer.toolCalls.map((call) => `${call.id} ${call.name} ${call.arguments}`),
  finish: answer.finishReason.raw ?? '',
})

describe('the laws of openai', () => {
  for (const { title, property } of laws('openai', openai)) {
    it(title, () => fc.assert(property, { numRuns: runs() }))
  }
})

describe('the laws of openrouter', () => {
  for (const { title, property } of laws('openrouter')) {
    it(title, () => fc.assert(property, { numRuns: runs() }))
  }
})
