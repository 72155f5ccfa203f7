import fc from 'fast-check'
import * as E from 'fp-ts/Either'
import { describe, it } from 'vitest'
import type { AnthropicEvent } from '../../src'
import { laws, type Oracle } from '../../src/testing'
import { encodeRecording } from '../../src/wire'
import { accumulateWithSdk, tellBlock, tellPart } from '../conformance/sdk/anthropic-messages'
import { runs } from '../support/runs'

/** What the official SDK's accumulator and a response both tell. */
interface Told {
  readonly id: string
  readonly model: string
  readonly finish: string
  readonly blocks: readonly unknown[]
  /** The inputs of calls as JSON text. */
  readonly inputs: readonly string[]
}

/** The `@anthropic-ai/sdk` package over the same bytes. */
const sdk: Oracle<'anthropic', Told> = {
  accumulate: async (events: readonly AnthropicEvent[]) => {
    const chunks = events.map((event) => ({ provider: 'anthropic', event }) as const)
    const message = await accumulateWithSdk(encodeRecording('anthropic', chunks))
    if (E.isLeft(message)) return null
    const { id, model, stop_reason: finish, content } = message.right
    return {
      id,
      model,
      finish: finish ?? '',
      blocks: content.map(tellBlock),
      inputs: content.flatMap((block) => (block.type === 'tool_use' ? [JSON.stringify(block.input)] : [])),
    }
  },
  tell: ({ id = '', model = '', finishReason, message, toolCalls }) => ({
    id,
    model,
    finish: finishReason.raw ?? '',
    blocks: message.content.map(tellPart),
    inputs: toolCalls.map(({ input }) => (E.isRight(input) ? JSON.stringify(input.right) : input.left.code)),
  }),
}

describe('the laws of anthropic', () => {
  for (const { title, property } of laws('anthropic', sdk)) {
    it(title, () => fc.assert(property, { numRuns: runs() }))
  }
})
