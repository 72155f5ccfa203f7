import { fc, it } from '@fast-check/vitest'
import { describe } from 'vitest'
import type { BedrockEvent } from '../../../src'
import {
  isComplete,
  isDeterministic,
  isImmutableAndShared,
  isLinear,
  isMonotone,
  isSerialisable,
  isShortWayTrue,
  isTotal,
  oddJson,
} from '../../../src/testing'
import { payLaws } from '../../support/pay-laws'
import { runs } from '../../support/runs'

/** Mostly what is meant, at times anything. */
const mostly = (meant: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: meant }, { weight: 1, arbitrary: oddJson() })

const record = (model: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> =>
  mostly(fc.record(model, { requiredKeys: [], noNullPrototype: true }))

/** One member of a union, as it should be, at times several. */
const union = (members: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> => {
  const alone = Object.entries(members).map(([name, value]) =>
    fc.record({ [name]: value }, { noNullPrototype: true }),
  )
  return fc.oneof(
    { weight: 6, arbitrary: mostly(fc.oneof(...alone)) },
    { weight: 1, arbitrary: record(members) },
  )
}

const oneOf = (...values: readonly unknown[]): fc.Arbitrary<unknown> => mostly(fc.constantFrom(...values))

const index = oneOf(0, 0, 1, 1, 2, 7, null, -1)
const fragment = oneOf('', 'a', '{"a":', '1}', '\ud83d')
const base64 = oneOf('', 'AAEC', 'Aw==', 'AwQ=', '!')

const delta = union({
  text: fragment,
  toolUse: record({ input: fragment }),
  reasoningContent: record({ text: fragment, signature: fragment, redactedContent: base64 }),
  citation: record({ title: fragment }),
  toolResult: mostly(fc.array(record({ text: fragment, json: oneOf(1) }), { maxLength: 3 })),
  image: record({ source: record({ bytes: base64 }) }),
  song: fragment,
})

const start = union({
  toolUse: record({
    toolUseId: oneOf('t1', 't2', '', null),
    name: oneOf('add', '', null),
    type: oneOf('server_tool_use', 'tool_use', null),
  }),
  toolResult: record({ toolUseId: oneOf('t1'), status: oneOf('success') }),
  image: record({ format: oneOf('png') }),
  song: fragment,
})

const event = fc.oneof(
  { weight: 8, arbitrary: record({ contentBlockDelta: record({ contentBlockIndex: index, delta }) }) },
  { weight: 3, arbitrary: record({ contentBlockStart: record({ contentBlockIndex: index, start }) }) },
  { weight: 3, arbitrary: record({ contentBlockStop: record({ contentBlockIndex: index }) }) },
  { weight: 1, arbitrary: record({ messageStart: record({ role: oneOf('assistant') }) }) },
  {
    weight: 1,
    arbitrary: record({
      messageStop: record({ stopReason: oneOf('end_turn', 'tool_use', 'max_tokens', '') }),
    }),
  },
  {
    weight: 1,
    arbitrary: record({
      metadata: record({ usage: record({ inputTokens: oneOf(1), cacheReadInputTokens: oneOf(2) }) }),
      somethingNew: oneOf(1),
    }),
  },
)

const isRecord = (value: unknown): value is BedrockEvent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const streams = fc.array(event, { maxLength: 16 }).map((all) => all.filter(isRecord))

const checks = {
  isDeterministic,
  isShortWayTrue,
  isTotal,
  isImmutableAndShared,
  isSerialisable,
  isComplete,
  isMonotone,
  isLinear,
}

describe.each(['bedrock', 'bedrock-invoke'] as const)(
  'blocks of every kind and in any order, in %s',
  (provider) => {
    for (const [name, check] of Object.entries(checks)) {
      it.prop([streams], { numRuns: runs(500) })(`keep the law ${name}`, (events) => {
        check({ provider, events })
      })
    }

    const begun = streams.filter(({ length }) => length > 0) // without an event there is no frame that names the provider
    it.prop([begun], { numRuns: runs(300) })('pay for all of them', (events) => {
      payLaws(provider, events)
    })
  },
)
