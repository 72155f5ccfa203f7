import { fc } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { decodeRecording, encodeRecording } from '../../src/wire'
import { jsonListFraming } from '../../src/wire/json-list'
import { runs } from '../support/runs'
import { cut, cuts, decodePieces, encode, plain, recordingSink } from './support'

/** What the framing tells after each piece. */
const toldBy = (...pieces: readonly string[]): readonly (readonly unknown[])[] => {
  const { told, sink } = recordingSink()
  const framing = jsonListFraming(sink)
  const counts = pieces.map((piece) => {
    framing.push(piece)
    return told.length
  })
  framing.end()
  return [...counts, told.length].map((count, n, all) => told.slice(n === 0 ? 0 : all[n - 1], count))
}

describe('a list of events', () => {
  it('tells each at its closing bracket, before what follows it has come', () => {
    expect(toldBy('[{"a"', ':1}', '\n,\r\n{"b":[{}]}', ']')).toEqual([[], [{ a: 1 }], [{ b: [{}] }], [], []])
  })

  it('takes brackets and commas in text for text', () => {
    const text = '[{"\\"}],": "x\\\\"}'
    expect(toldBy(JSON.stringify([{ text }, { text }])).flat()).toEqual([{ text }, { text }])
  })

  it.each([
    ['[]', []],
    ['[ ]\n', []],
    ['[{}]', [{}]],
    ['[{}],', [{}]],
    ['[{}][{"a":1}]', [{}, { a: 1 }]],
    ['[{}]{"error":1}', [{}, { error: 1 }]],
    ['[1,"a,b",null,[2]]', [1, 'a,b', null, [2]]],
    ['[{},,{}]', [{}, {}]],
  ])('reads %j', (body, events) => {
    expect(toldBy(body).flat()).toEqual(events)
  })

  it.each([
    ['[{"a":1},{"b":', [{ a: 1 }, { code: 'truncated-event', text: '{"b":' }]],
    ['[{"a":1},"b', [{ a: 1 }, { code: 'truncated-event', text: '"b' }]],
    [
      '[{"a":1]}]',
      [
        { code: 'invalid-json', text: '{"a":1]' },
        { code: 'invalid-json', text: '}' },
      ],
    ],
    ['[{]{}]', [{ code: 'invalid-json', text: '{]' }, {}]],
    ['[x,{}]', [{ code: 'invalid-json', text: 'x' }, {}]],
    ['[{}] gone', [{}, { code: 'unframed-text', text: 'gone' }]],
    ['[{}] "gone" [{}]', [{}, 'gone', {}]],
  ])('tells what is wrong in %j, and goes on', (body, told) => {
    const faults = toldBy(body).flat()
    expect(faults).toEqual(told)
  })
})

describe('the body of generateContent', () => {
  const events = [{ candidates: [{ content: { parts: [{ text: 'é😀 [{"' }] } }] }, { usageMetadata: {} }]

  it.each([
    ['one line', JSON.stringify(events)],
    ['many lines', JSON.stringify(events, null, 2)],
    [
      'as the server lays it out',
      `[${events.map((event) => JSON.stringify(event, null, 2)).join('\n,\r\n')}\n]\n`,
    ],
    ['after blanks and a byte order mark', `\ufeff \n [ ${JSON.stringify(events).slice(1)}`],
    ['server-sent events', events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join('')],
    ['an event a line', events.map((event) => JSON.stringify(event)).join('\n')],
  ])('is read in each of its forms: %s', (_, body) => {
    expect(plain(decodeRecording('google', body))).toEqual(events)
    expect(plain(decodeRecording('google', encode(body)))).toEqual(events)
  })

  it('of one event that came whole is that event', () => {
    expect(plain(decodeRecording('google', JSON.stringify(events[0], null, 2)))).toEqual([events[0]])
  })

  it('that is no list after all is read as it was before', () => {
    expect(plain(decodeRecording('google', '[DONE]'))).toEqual(['[DONE]'])
    expect(plain(decodeRecording('google', ' ['))).toEqual([{ left: 'truncated-event' }])
    expect(plain(decodeRecording('google', ''))).toEqual([])
  })

  it('may have an error in place of any event, framed or not', () => {
    const error = { error: { code: 499, message: 'm', status: 'CANCELLED' } }
    expect(plain(decodeRecording('google', JSON.stringify([error], null, 1)))).toEqual([error])
    const late = `data: ${JSON.stringify(events[0])}\n\n${JSON.stringify(error, null, 2)}\n`
    expect(plain(decodeRecording('google', late))).toEqual([events[0], error])
  })

  it('may be cut anywhere (law 5)', () => {
    const layouts = fc.constantFrom<(list: readonly unknown[]) => string>(
      (list) => JSON.stringify(list),
      (list) => JSON.stringify(list, null, 2),
      (list) => `[${list.map((one) => JSON.stringify(one)).join('\n,\r\n')}\n]`,
    )
    const bodies = fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), { minLength: 1 })
    fc.assert(
      fc.property(bodies, layouts, cuts(), (list, layOut, at) => {
        const text = layOut(list)
        const bytes = encode(text)
        const whole = list.map((one) => JSON.parse(JSON.stringify(one)))
        expect(plain(decodeRecording('google', text))).toEqual(whole)
        expect(plain(decodePieces('google', cut(bytes, at)))).toEqual(whole)
      }),
      { numRuns: runs() },
    )
  })

  it('is written as server-sent events', () => {
    const chunk = { provider: 'google', event: { candidates: [] } } as const
    expect(new TextDecoder().decode(encodeRecording('google', [chunk]))).toBe('data: {"candidates":[]}\n\n')
  })
})
