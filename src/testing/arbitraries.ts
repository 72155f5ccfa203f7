import fc from 'fast-check'
import type { Provider } from '../frames'
import type { WireEvent } from '../providers'
import type { Cutting } from './cutting'
import { scripts } from './script'
import { synthesize } from './synthesize'

/** Ways to cut and interleave. */
export const cuttings = (): fc.Arbitrary<Cutting> => fc.array(fc.nat(1_000), { maxLength: 40 })

/** Well-formed streams of a provider, as its documentation has them. */
export const wireEvents = <P extends Provider>(provider: P): fc.Arbitrary<readonly WireEvent<P>[]> =>
  fc.tuple(scripts(), cuttings()).map(([script, cutting]) => synthesize(provider, script, cutting))

/** JSON as no provider sends it: any shape, deep, with keys that were prototypes once. */
export const oddJson = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.jsonValue() },
    fc.constantFrom(
      null,
      '',
      'null',
      0,
      -1,
      1.5,
      Number.MAX_VALUE,
      true,
      [],
      {},
      [[]],
      [null],
      'call_0',
      JSON.parse('{"__proto__":{"polluted":true}}'),
      JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
    ),
    fc.constantFrom(20, 499, 501, 1_500).map(nested),
  )

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/**
 * Streams in which anything may be wrong: events of a well-formed stream with fields replaced, added and taken away, events twice, out of order or
 * left out, and JSON that is no event at all.
 */
export const hostileEvents = <P extends Provider>(provider: P): fc.Arbitrary<readonly WireEvent<P>[]> =>
  fc
    .tuple(wireEvents(provider), fc.array(damage(), { maxLength: 12 }), fc.infiniteStream(fc.nat(1_000_000)))
    .map(([events, damages, dice]) => {
      const roll = (sides: number): number => (dice.next().value as number) % Math.max(1, sides) // the stream is infinite
      return damages.reduce<readonly unknown[]>((stream, apply) => apply(stream, roll), events)
    })
    .map((stream) => stream as readonly WireEvent<P>[]) // a lie, and the point: a server may send anything

type Damage = (stream: readonly unknown[], roll: (sides: number) => number) => readonly unknown[]

const damage = (): fc.Arbitrary<Damage> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: oddJson().map(
        (value): Damage =>
          (stream, roll) =>
            changeOne(stream, roll, value),
      ),
    },
    {
      weight: 1,
      arbitrary: oddJson().map(
        (value): Damage =>
          (stream, roll) =>
            stream.toSpliced(roll(stream.length + 1), 0, value),
      ),
    },
    { weight: 1, arbitrary: fc.constant<Damage>((stream, roll) => stream.toSpliced(roll(stream.length), 1)) },
    {
      weight: 1,
      arbitrary: fc.constant<Damage>((stream, roll) => {
        const at = roll(stream.length)
        return stream.toSpliced(roll(stream.length + 1), 0, stream[at])
      }),
    },
  )

/** Puts `value` in the place of something inside one of the events, wherever the dice lead. */
const changeOne = (
  stream: readonly unknown[],
  roll: (sides: number) => number,
  value: unknown,
): readonly unknown[] => {
  if (stream.length === 0) return [value]
  const at = roll(stream.length)
  return stream.with(at, changed(stream[at], roll, value))
}

const changed = (target: unknown, roll: (sides: number) => number, value: unknown): unknown => {
  if (Array.isArray(target) && target.length > 0 && roll(4) > 0) {
    const at = roll(target.length)
    return target.with(at, changed(target[at], roll, value))
  }
  if (typeof target !== 'object' || target === null || roll(4) === 0) return value
  const keys = [...Object.keys(target), 'extra_content', 'index', 'id', 'content', 'name', 'error', 'message']
  const key = keys[roll(keys.length)] ?? 'index'
  const inner = (target as Readonly<Record<string, unknown>>)[key] // any key of an object may be read
  return { ...target, [key]: changed(inner, roll, value) }
}
