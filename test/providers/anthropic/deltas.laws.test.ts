import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { cuttings, scripts, synthesize } from '../../../src/testing'
import { type Cutting, diceOf, taken } from '../../../src/testing/cutting'
import { foldWith } from '../../support/fold'
import { runs } from '../../support/runs'

type Wire = { readonly type: string; readonly index?: unknown }

/** The same message with its blocks in turns: all of them start in their order, and then their events come as the cutting says. */
const interleaved = (events: readonly Wire[], cutting: Cutting): readonly Wire[] => {
  const ofBlocks = events.filter(({ index }) => index !== undefined)
  const starts = ofBlocks.filter(({ type }) => type === 'content_block_start')
  const queues = starts.map(({ index }) =>
    ofBlocks.filter((event) => event.index === index && event.type !== 'content_block_start'),
  )
  const others = events.filter(({ index }) => index === undefined)
  const [first, ...rest] = others
  return [...(first === undefined ? [] : [first]), ...starts, ...taken(queues, diceOf(cutting)), ...rest]
}

/** The same message with other indexes, in the same order. */
const renumbered = (events: readonly Wire[], gaps: readonly number[]): readonly Wire[] => {
  let next = 0
  const indexes = gaps.map((gap) => (next += 1 + gap))
  return events.map((event) =>
    typeof event.index === 'number'
      ? { ...event, index: indexes[event.index] ?? 1_000 + event.index }
      : event,
  )
}

const streams = () =>
  fc
    .tuple(scripts(), cuttings())
    .map(([script, cutting]) => synthesize('anthropic', script, cutting) as readonly Wire[]) // no end mark among them

const responseTo = (events: readonly Wire[]) => foldWith('anthropic', events).response

describe('the blocks of a message', () => {
  it.prop([streams(), cuttings()], { numRuns: runs(200) })(
    'may take turns: each delta goes to its index',
    (events, cutting) => {
      expect(responseTo(interleaved(events, cutting))).toEqual(responseTo(events))
    },
  )

  it.prop([streams(), fc.array(fc.nat(3), { maxLength: 8 })], { numRuns: runs(200) })(
    'may have any indexes: an index is a key',
    (events, gaps) => {
      expect(responseTo(renumbered(events, gaps))).toEqual(responseTo(events))
    },
  )
})
