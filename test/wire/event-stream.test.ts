import { EventStreamCodec } from '@smithy/eventstream-codec'
import { describe, expect, it } from 'vitest'
import { eventStream, eventStreamFraming, frameLength, headerOf, utf8 } from '../../src/wire/event-stream'
import { shred } from './support'

type Told = readonly [headers: Readonly<Record<string, unknown>>, text: string] | { readonly left: string }

/** The frames of these pieces: their headers and text, or the code of what is wrong. */
const read = (pieces: readonly Uint8Array[]): readonly Told[] => {
  const told: Told[] = []
  const framing = eventStreamFraming(
    ({ headers, body }) => {
      const values = Object.entries(headers).map(([name, { value }]) => [name, value])
      told.push([Object.fromEntries(values), utf8(body)])
    },
    ({ code }) => void told.push({ left: code }),
  )
  for (const piece of pieces) framing.push(piece)
  framing.end()
  return told
}

const message = (text: string) => ({ headers: { ':event-type': 'x' }, text })
const told = (text: string): Told => [{ ':event-type': 'x' }, text]

const flipped = (bytes: Uint8Array, at: number): Uint8Array => {
  const copy = bytes.slice()
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

describe('an AWS event stream', () => {
  const one = eventStream([message('é1')])
  const three = eventStream([message('é1'), message(''), message('{"a":3}')])
  const all = [told('é1'), told(''), told('{"a":3}')]

  it('is the bytes that the codec of the SDK writes', () => {
    const codec = new EventStreamCodec(utf8, (text) => new TextEncoder().encode(text))
    expect(one).toEqual(
      codec.encode({
        headers: { ':event-type': { type: 'string', value: 'x' } },
        body: new TextEncoder().encode('é1'),
      }),
    )
  })

  it('gives each frame, whole or byte by byte', () => {
    expect(read([three])).toEqual(all)
    expect(read(shred(three))).toEqual(all)
    expect(read([three.subarray(0, 5), new Uint8Array(), three.subarray(5)])).toEqual(all)
  })

  it('holds on to no buffer of its source', () => {
    const pieces = shred(three).filter(({ length }) => length === 1)
    const told: string[] = []
    const framing = eventStreamFraming(
      ({ body }) => void told.push(utf8(body)),
      ({ code }) => void told.push(code),
    )
    const buffer = new Uint8Array(1)
    for (const piece of pieces) {
      buffer.set(piece)
      framing.push(buffer)
    }
    framing.end()
    expect(told).toEqual(['é1', '', '{"a":3}'])
  })

  it.each([12, one.length - 5, one.length - 1])(
    'leaves out a frame whose byte %i is wrong, and goes on',
    (at) => {
      const bytes = eventStream([message('0'), message('é1'), message('2')])
      const start = eventStream([message('0')]).length
      expect(read([flipped(bytes, start + at)])).toEqual([told('0'), { left: 'corrupt-frame' }, told('2')])
    },
  )

  it.each([0, 3, 7, 8, 11])('reads nothing from a prelude on whose byte %i is wrong', (at) => {
    const start = eventStream([message('0')]).length
    const bytes = flipped(eventStream([message('0'), message('1'), message('2')]), start + at)
    expect(read([bytes])).toEqual([told('0'), { left: 'corrupt-frame' }])
    expect(read(shred(bytes))).toEqual([told('0'), { left: 'corrupt-frame' }])
  })

  it('keeps all of what cannot be read, as base64', () => {
    const bytes = flipped(eventStream([message('1'), message('2')]), 8)
    const texts: string[] = []
    const framing = eventStreamFraming(
      () => {},
      (error) => void texts.push('text' in error ? error.text : ''),
    )
    for (const piece of shred(bytes)) framing.push(piece)
    framing.end()
    expect(texts).toEqual([Buffer.from(bytes).toString('base64')])
  })

  it.each([1, 11, 12, 20])('says that %i bytes of a frame are cut off', (length) => {
    expect(read([three.subarray(0, one.length + length)])).toEqual([told('é1'), { left: 'truncated-event' }])
  })

  it('ends well between frames', () => {
    expect(read([])).toEqual([])
    expect(read([one])).toEqual([told('é1')])
  })

  it('knows a sound prelude', () => {
    expect(frameLength(one)).toBe(one.length)
    expect(frameLength(one.subarray(0, 12))).toBe(one.length)
    expect(frameLength(one.subarray(0, 11))).toBeUndefined()
    expect(frameLength(flipped(one, 3))).toBeUndefined()
  })

  it.each([
    [15, [0, 0, 0, 15, 0, 0, 0, 0]],
    [2 ** 31, [128, 0, 0, 0, 0, 0, 0, 0]],
  ])('trusts no prelude of %i bytes, whatever its checksum', (_, head) => {
    const crc = crc32(head)
    const prelude = Uint8Array.of(...head, crc >>> 24, crc >>> 16, crc >>> 8, crc)
    expect(frameLength(prelude)).toBeUndefined()
    expect(read([prelude])).toEqual([{ left: 'corrupt-frame' }])
  })
})

/** As `zlib` has it in later versions of Node. */
const crc32 = (bytes: readonly number[]): number => {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

describe('the text of a header', () => {
  it('is empty where there is none, or no text', () => {
    const body = new Uint8Array()
    expect(headerOf({ headers: {}, body }, 'toString')).toBe('')
    expect(headerOf({ headers: { a: { type: 'boolean', value: true } }, body }, 'a')).toBe('')
    expect(headerOf({ headers: { a: { type: 'string', value: 'b' } }, body }, 'a')).toBe('b')
  })
})
