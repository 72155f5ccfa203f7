import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { openUtf8 } from '../../src/wire/utf8'
import { runs } from '../support/runs'

const read = (pieces: readonly Uint8Array[]): string => {
  const utf8 = openUtf8()
  return pieces.map(utf8.push).join('') + utf8.end()
}

const cutAt = (bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] => {
  const ends = [...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return ends.map((end, nth) => bytes.subarray(ends[nth - 1] ?? 0, end))
}

const decoded = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** Text of every length of character, with bytes that are no UTF-8 in it. */
const someBytes = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => new TextEncoder().encode(text)),
      fc.uint8Array({ maxLength: 3 }),
    ),
  )
  .map((pieces) => Uint8Array.from(pieces.flatMap((piece) => [...piece])))

describe('UTF-8 in pieces', () => {
  it.prop([someBytes, fc.array(fc.nat())], { numRuns: runs() })(
    'is read as the whole is, cut anywhere (law 5)',
    (bytes, places) => {
      expect(read(cutAt(bytes, places))).toBe(decoded(bytes))
    },
  )

  it('keeps back what is open of a character, and no more', () => {
    const utf8 = openUtf8()
    const [first, second] = cutAt(new TextEncoder().encode('aé!'), [2])
    expect(utf8.push(first ?? new Uint8Array())).toBe('a')
    expect(utf8.push(new Uint8Array())).toBe('')
    expect(utf8.push(second ?? new Uint8Array())).toBe('é!')
    expect(utf8.end()).toBe('')
  })

  it('ends an open character as U+FFFD, and reads on after it', () => {
    const utf8 = openUtf8()
    expect(utf8.push(Uint8Array.of(0x61, 0xc3))).toBe('a')
    expect(utf8.end()).toBe('\ufffd')
    expect(utf8.push(Uint8Array.of(0xa9, 0x62))).toBe('\ufffdb')
  })
})
