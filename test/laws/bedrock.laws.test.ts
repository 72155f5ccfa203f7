import fc from 'fast-check'
import * as E from 'fp-ts/Either'
import { describe, it } from 'vitest'
import type { Provider, WireEvent } from '../../src'
import { laws, type Oracle } from '../../src/testing'
import { encodeRecording } from '../../src/wire'
import { bedrockConverse } from '../conformance/sdk/bedrock-converse'
import type { Oracle as SdkOracle } from '../conformance/sdk/oracle'
import { runs } from '../support/runs'

interface Told {
  readonly text: string
  readonly calls: readonly string[]
  readonly finish: string
}

/** The events that the official SDK reads from the same frames, added up. */
const oracleOf = <P extends Provider>(provider: P, sdk: SdkOracle): Oracle<P, Told> => ({
  accumulate: async (events: readonly WireEvent<P>[]) => {
    const chunks = events.map((event) => ({ provider, event }))
    const bytes = () => encodeRecording(provider, chunks as Parameters<typeof encodeRecording<P>>[1]) // tag and event belong together
    const { result } = await sdk.read({ file: 'any', provider, bytes })
    if (E.isLeft(result)) return null
    const { text, calls, finish } = result.right
    return {
      text,
      calls: calls.map((call) => `${call.id ?? ''} ${call.name} ${call.arguments}`),
      finish: finish ?? '',
    }
  },
  tell: ({ text, toolCalls, finishReason }) => ({
    text,
    calls: toolCalls.map((call) => `${call.id} ${call.name} ${call.arguments}`),
    finish: finishReason.raw ?? '',
  }),
})

describe('the laws of bedrock', () => {
  const oracle = oracleOf<'bedrock'>('bedrock', bedrockConverse)
  for (const { title, property } of laws<'bedrock', Told>('bedrock', oracle)) {
    it(title, () => fc.assert(property, { numRuns: runs() }))
  }
})

describe('the laws of bedrock-invoke', () => {
  for (const { title, property } of laws('bedrock-invoke')) {
    it(title, () => fc.assert(property, { numRuns: runs() }))
  }
})
