import { readdirSync, readFileSync } from 'node:fs'
import { fc, it } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe } from 'vitest'
import type { ResponsesStreamEvent } from '../../../src'
import {
  isComplete,
  isDeterministic,
  isImmutableAndShared,
  isLinear,
  isMonotone,
  isSerialisable,
  isShortWayTrue,
  isTotal,
} from '../../../src/testing/checks'
import { decodeRecording } from '../../../src/wire'
import { runs } from '../../support/runs'

// The fixtures hold what no script can say: tools that the provider runs, sections, citations, items of other kinds.

const FOLDER = new URL('../../fixtures/openai-responses/', import.meta.url)

const streams: readonly (readonly ResponsesStreamEvent[])[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sse'))
  .map((name) =>
    decodeRecording('openai-responses', new Uint8Array(readFileSync(new URL(name, FOLDER)))).flatMap(
      (decoded) => (E.isRight(decoded) ? [decoded.right.event] : []),
    ),
  )

interface Damage {
  readonly kind: 'lost' | 'twice' | 'moved' | 'strange' | 'renamed'
  readonly from: number
  readonly to: number
}

const damages = (): fc.Arbitrary<readonly Damage[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom<Damage['kind']>('lost', 'twice', 'moved', 'strange', 'renamed'),
      from: fc.nat(1_000),
      to: fc.nat(1_000),
    }),
    { minLength: 1, maxLength: 6 },
  )

const damage = (
  events: readonly ResponsesStreamEvent[],
  { kind, from, to }: Damage,
): readonly ResponsesStreamEvent[] => {
  const at = from % Math.max(1, events.length)
  const event = events[at]
  if (event === undefined || typeof event !== 'object') return events
  switch (kind) {
    case 'lost':
      return events.toSpliced(at, 1)
    case 'twice':
      return events.toSpliced(to % events.length, 0, event)
    case 'moved':
      return events.toSpliced(at, 1).toSpliced(to % events.length, 0, event)
    case 'strange': {
      const other = streams[to % streams.length] ?? events
      return events.toSpliced(at, 0, ...other.slice(to % other.length, (to % other.length) + 1))
    }
    case 'renamed':
      return events.with(at, { ...event, item_id: to % 2 === 0 ? 'another' : null })
  }
}

const damaged = (): fc.Arbitrary<readonly ResponsesStreamEvent[]> =>
  fc.tuple(fc.constantFrom(...streams), damages()).map(([events, all]) => all.reduce(damage, events))

describe('a recording with events lost, doubled, moved, renamed or of another one', () => {
  it.prop([damaged()], { numRuns: runs() })('keeps laws 1 to 4, 6, 7 and 10', (events) => {
    const stream = { provider: 'openai-responses', events } as const
    isDeterministic(stream)
    isShortWayTrue(stream)
    isTotal(stream)
    isImmutableAndShared(stream)
    isSerialisable(stream)
    isComplete(stream)
    isMonotone(stream)
    isLinear(stream)
  })
})
