import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GeminiPartialArg } from '../../../src/providers/google/events'
import { callsOf, codesOf, framesOfType } from '../../support/fold'
import { called, ended, parts, said } from '../../support/gemini'
import { payLaws } from '../../support/pay-laws'
import { runs } from '../../support/runs'

type Value = string | number | boolean | null

const arg = (jsonPath: string, value: Value, willContinue = false): GeminiPartialArg => ({
  jsonPath,
  ...(typeof value === 'string'
    ? { stringValue: value }
    : typeof value === 'number'
      ? { numberValue: value }
      : typeof value === 'boolean'
        ? { boolValue: value }
        : { nullValue: 'NULL_VALUE' }),
  ...(willContinue && { willContinue }),
})

type Args = readonly (readonly [path: string, value: Value, more?: boolean])[]

/** A streamed call of these values, one a chunk. */
const streamed = (...args: Args) =>
  payLaws('google', [
    called({ name: 'f', willContinue: true }),
    ...args.map((one) => called({ partialArgs: [arg(...one)], willContinue: true })),
    called({}),
    ended(),
  ])

const textOf = ({ response }: ReturnType<typeof streamed>) => response.toolCalls[0]?.arguments

describe('values at paths', () => {
  it.each<[string, Args]>([
    ['', []],
    [
      '{"a":1,"b":true,"c":null,"d":"x"}',
      [
        ['$.a', 1],
        ['$.b', true],
        ['$.c', null],
        ['$.d', 'x'],
      ],
    ],
    [
      '{"a":{"b":{"c":1,"d":2},"e":3}}',
      [
        ['$.a.b.c', 1],
        ['$.a.b.d', 2],
        ['$.a.e', 3],
      ],
    ],
    [
      '{"a":[[1,2],[3]],"b":[{"c":1},{"c":2}]}',
      [
        ['$.a[0][0]', 1],
        ['$.a[0][1]', 2],
        ['$.a[1][0]', 3],
        ['$.b[0].c', 1],
        ['$.b[1].c', 2],
      ],
    ],
    [
      '{"a":[null,null,1,null,2]}',
      [
        ['$.a[2]', 1],
        ['$.a[4]', 2],
      ],
    ],
    [
      '{"a":"xyz","b":""}',
      [
        ['$.a', 'x', true],
        ['$.a', 'y', true],
        ['$.a', 'z'],
        ['$.b', ''],
      ],
    ],
    [
      '{"a":"\\"\\\\\\n","b":1}',
      [
        ['$.a', '"\\', true],
        ['$.a', '\n'],
        ['$.b', 1],
      ],
    ],
  ])('are the text %s, in the order they come', (text, args) => {
    const folded = streamed(...args)
    expect(textOf(folded)).toBe(text)
    expect(callsOf(folded.response)[0]).not.toHaveProperty('error')
    expect(codesOf(folded.response)).toEqual([])
    expect(framesOfType(folded.frames, 'reset')).toEqual([])
  })

  it('join halves of an emoji that came apart', () => {
    const { response } = streamed(['$.a', '\ud83d', true], ['$.a', '\ude00'])
    expect(callsOf(response)[0]).toMatchObject({ input: { a: '😀' } })
  })

  it.each<[string, Args, unknown]>([
    [
      'into a container that was left',
      [
        ['$.a.x', 1],
        ['$.b', 2],
        ['$.a.y', 3],
      ],
      { a: { x: 1, y: 3 }, b: 2 },
    ],
    [
      'to an earlier item',
      [
        ['$.a[1]', 1],
        ['$.a[0]', 0],
      ],
      { a: [0, 1] },
    ],
    [
      'to a value that was left, which stands',
      [
        ['$.a', 1],
        ['$.b', 2],
        ['$.a', 3],
      ],
      { a: 3, b: 2 },
    ],
    [
      'to a text that was left, which goes on',
      [
        ['$.a', 'x'],
        ['$.b', 2],
        ['$.a', 'y'],
      ],
      { a: 'xy', b: 2 },
    ],
    [
      'to a number a second time',
      [
        ['$.a', 1],
        ['$.a', 2],
      ],
      { a: 2 },
    ],
    [
      'to a number with a text in its place',
      [
        ['$.a', 1],
        ['$.a', 'x'],
      ],
      { a: 'x' },
    ],
    [
      'from a value to what is in it',
      [
        ['$.a', 1],
        ['$.a.b', 2],
      ],
      { a: { b: 2 } },
    ],
    [
      'from what is in it to the whole',
      [
        ['$.a.b', 1],
        ['$.a', 2],
      ],
      { a: 2 },
    ],
    [
      'from a list to an object in its place',
      [
        ['$.a[0]', 1],
        ['$.a.b', 2],
      ],
      { a: { b: 2 } },
    ],
    [
      'and on from there',
      [
        ['$.a', 1],
        ['$.b', 2],
        ['$.a', 3],
        ['$.c', 4],
      ],
      { a: 3, b: 2, c: 4 },
    ],
  ])('that go back %s are told anew at the end', (_, args, input) => {
    const { response, frames } = streamed(...args)
    expect(callsOf(response)[0]).toMatchObject({ name: 'f', id: 'call_0', input })
    expect(codesOf(response)).toEqual(['tool-call-path-revisited'])
    expect(framesOfType(frames, 'reset')).toHaveLength(1)
  })

  it.each<[string, unknown]>([
    ['no path', { numberValue: 1 }],
    ['a path that is none', { jsonPath: '$..x', numberValue: 1 }],
    ['a value of a kind that is not known', { jsonPath: '$.a', structValue: {} }],
    ['a number that is none', { jsonPath: '$.a', numberValue: 'x' }],
    ['a number beyond all numbers', { jsonPath: '$.a', numberValue: Number.POSITIVE_INFINITY }],
    ['anything else', 7],
  ])('with %s leave the call open, and say so', (_, entry) => {
    const { response } = payLaws('google', [
      called({ name: 'f', partialArgs: [arg('$.x', 1), entry] }),
      called({ name: 'g', partialArgs: [entry] }),
      ended(),
    ])
    expect(callsOf(response)).toMatchObject([
      { arguments: '{"x":1', error: 'invalid-json' },
      { arguments: '{', error: 'invalid-json' },
    ])
    expect(codesOf(response)).toEqual(['tool-call-path-invalid', 'tool-call-path-invalid'])
  })

  it('without a value say nothing', () => {
    const { response } = payLaws('google', [
      called({
        name: 'f',
        partialArgs: [{ jsonPath: '$.a', willContinue: true }, arg('$.a', 'x'), { jsonPath: '$.a' }],
      }),
      ended(),
    ])
    expect(callsOf(response)[0]).toMatchObject({ input: { a: 'x' } })
  })

  it('that pass over too many places of a list are refused, in order or not', () => {
    const holes = Array(100).fill(null)
    const inOrder = streamed(['$.a[100]', 1], ['$.a[201]', 2], ['$.b[0]', 3]).response
    expect(callsOf(inOrder)[0]).toMatchObject({ input: { a: [...holes, 1, ...holes, 2], b: [3] } })
    expect(codesOf(inOrder)).toEqual([])
    const anew = streamed(['$.a[1]', 1], ['$.a[0]', 0], ['$.a[102]', 2]).response
    expect(callsOf(anew)[0]).toMatchObject({ input: { a: [0, 1, ...holes, 2] } })
    for (const args of [
      [
        ['$.a[0]', 1],
        ['$.a[102]', 2],
      ],
      [
        ['$.a[0]', 1],
        ['$.b.c[101][0]', 2],
      ],
      [
        ['$.a[1]', 1],
        ['$.a[0]', 0],
        ['$.a[103]', 2],
      ],
    ] satisfies Args[]) {
      const { response } = streamed(...args)
      expect(callsOf(response)[0]).toMatchObject({ error: 'invalid-json' })
      expect(codesOf(response)).toContain('tool-call-path-invalid')
    }
  })
})

describe('the end of a streamed call', () => {
  const open = called({ name: 'f', partialArgs: [arg('$.a', 1)], willContinue: true })

  it.each<[string, readonly unknown[]]>([
    ['an empty call', [called({}), ended()]],
    ['the last piece, which announces no more', [called({ partialArgs: [arg('$.b', 2)] }), ended()]],
    ['a piece that says so', [called({ willContinue: false }), ended()]],
  ])('is %s', (_, events) => {
    const { response } = payLaws('google', [open, ...events])
    expect(callsOf(response)[0]).not.toHaveProperty('error')
    expect(codesOf(response)).toEqual([])
  })

  it('is the next call or a plain stop where it was never said', () => {
    const next = payLaws('google', [open, called({ name: 'g', args: {} }), ended()])
    expect(callsOf(next.response)).toMatchObject([{ input: { a: 1 } }, { input: {} }])
    expect(codesOf(next.response)).toEqual(['tool-call-unended'])
    const stop = payLaws('google', [open, ended()])
    expect(callsOf(stop.response)).toMatchObject([{ input: { a: 1 } }])
    expect(codesOf(stop.response)).toEqual(['tool-call-unended'])
  })

  it('is missing where more of a value was due, or where a limit or the connection ended the stream', () => {
    const errorOf = (...events: readonly unknown[]) => callsOf(payLaws('google', events).response)[0]?.error
    const due = called({ name: 'f', partialArgs: [arg('$.a', 'x', true)], willContinue: true })
    expect(errorOf(due, ended())).toBe('invalid-json')
    const announced = called({ partialArgs: [{ jsonPath: '$.b', willContinue: true }], willContinue: true })
    expect(errorOf(open, announced, ended())).toBe('invalid-json')
    const back = called({ partialArgs: [arg('$.b', 2), arg('$.a', 'x', true)], willContinue: true })
    expect(errorOf(open, back, ended())).toBe('invalid-json')
    expect(errorOf(open, ended('MAX_TOKENS'))).toBe('incomplete')
    expect(errorOf(open)).toBe('incomplete')
    expect(errorOf(called({ name: 'f', willContinue: true }), ended('MAX_TOKENS'))).toBe('incomplete')
  })

  it('is the whole of its arguments, where they come after all', () => {
    const { response, frames } = payLaws('google', [open, called({ args: { b: 2 } }), called({}), ended()])
    expect(callsOf(response)).toMatchObject([{ name: 'f', arguments: '{"b":2}' }])
    expect(framesOfType(frames, 'reset')).toHaveLength(1)
  })

  it.each<[string, object]>([
    ['from its values', { partialArgs: [arg('$.a', 1), arg('$.b', 2), arg('$.a', 3)], willContinue: true }],
    ['from its whole arguments', { args: { a: 3, b: 2 } }],
  ])('keeps what goes back with a call that is told anew %s', (_, more) => {
    const { response } = payLaws('google', [
      parts({ functionCall: { name: 'f', willContinue: true }, thoughtSignature: 'S' }),
      parts({ functionCall: more, partMetadata: { n: 1 } }),
      called({}),
      ended(),
    ])
    expect(response.toolCalls[0]).toMatchObject({
      arguments: '{"a":3,"b":2}',
      extra: { thoughtSignature: 'S', partMetadata: { n: 1 } },
    })
  })

  it('lets text come between its pieces, and keeps what goes back with it', () => {
    const { response, frames } = payLaws('google', [
      parts({ functionCall: { name: 'f', willContinue: true }, thoughtSignature: 'S' }),
      said('hm'),
      parts({ functionCall: { partialArgs: [arg('$.a', 1)], willContinue: true, colour: 'red' } }),
      called({}),
      ended(),
    ])
    expect(response.toolCalls[0]).toMatchObject({
      arguments: '{"a":1}',
      extra: { thoughtSignature: 'S', functionCall: { colour: 'red' } },
    })
    expect(frames.map(({ type }) => type).filter((type) => type.endsWith('-complete'))).toEqual([
      'tool-call-complete',
      'text-complete',
    ])
  })
})

describe('a call without arguments', () => {
  const bare = called({ name: 'f', args: {} })
  const late = called({ args: { path: '/x' } })
  const whole = { name: 'f', arguments: '{"path":"/x"}', input: { path: '/x' } }

  it.each<[string, readonly unknown[]]>([
    ['in the next event', [bare, late]],
    ['in the same event', [called({ name: 'f', args: {} }, { args: { path: '/x' } })]],
    ['behind an event that says nothing', [bare, said(''), late]],
    ['behind the end of the call and another one like it', [bare, called({}), called({ args: {} }), late]],
    ['where it has no `args` at all', [called({ name: 'f' }), late]],
    ['where its `args` are blank text', [called({ name: 'f', args: '' }), late]],
    ['with its id', [called({ name: 'f', id: 'i', args: {} }), called({ id: 'i', args: { path: '/x' } })]],
    ['as values at paths', [bare, called({ partialArgs: [arg('$.path', '/x')] })]],
    [
      'as values at paths, one a part',
      [
        bare,
        called({ partialArgs: [arg('$.path', '/', true)], willContinue: true }),
        called({ partialArgs: [arg('$.path', 'x')] }),
      ],
    ],
  ])('has those that come without a name right behind it, %s', (_, events) => {
    const { response, frames } = payLaws('google', [...events, ended()])
    expect(callsOf(response)).toMatchObject([whole])
    expect(codesOf(response)).toEqual(['tool-call-name-blank'])
    expect(framesOfType(frames, 'reset')).toEqual([])
  })

  it('keeps what else comes with those', () => {
    const signed = parts({ functionCall: { args: { path: '/x' } }, thoughtSignature: 'S' })
    const marked = parts({ functionCall: { name: 'f', args: {}, mode: 1 }, partMetadata: { n: 1 } })
    expect(payLaws('google', [marked, signed, ended()]).response.toolCalls).toMatchObject([
      {
        arguments: '{"path":"/x"}',
        extra: { functionCall: { mode: 1 }, partMetadata: { n: 1 }, thoughtSignature: 'S' },
      },
    ])
  })

  it.each<[string, readonly unknown[]]>([
    ['the stream ends', [ended()]],
    ['a limit ends the stream', [ended('MAX_TOKENS')]],
    ['it is ended', [called({}), ended()]],
    ['another call comes', [called({ name: 'g', args: { a: 1 } }), ended()]],
    ['text comes', [said('a'), ended()]],
    ['a file comes', [parts({ inlineData: {} }), ended()]],
  ])('has none where %s', (_, events) => {
    expect(payLaws('google', [bare]).response.toolCalls[0]?.arguments).toBe('{}')
    const { response } = payLaws('google', [bare, ...events])
    expect(callsOf(response)[0]).toMatchObject({ name: 'f', arguments: '{}' })
    expect(codesOf(response)).toEqual([])
  })

  it.each<[string, readonly unknown[]]>([
    ['behind something else', [bare, said('a'), late]],
    ['with another id', [bare, called({ id: 'i', args: { path: '/x' } })]],
    ['behind a call that has some', [called({ name: 'f', args: { a: 1 } }), late]],
    ['behind one without a name', [called({ args: {} }), late]],
  ])('has none that come %s', (_, events) => {
    const { response } = payLaws('google', [...events, ended()])
    expect(callsOf(response)).toHaveLength(2)
    expect(callsOf(response)[1]).toMatchObject({ name: '', input: { path: '/x' } })
    expect(codesOf(response)).toContain('tool-call-name-missing')
  })

  it('of which more is announced has what comes, as if its blank ones were not there', () => {
    const begun = called({ name: 'f', args: {}, willContinue: true })
    const more = called({ args: {}, partialArgs: [arg('$.path', '/x')], willContinue: true })
    for (const events of [
      [begun, more, called({})],
      [begun, more, called({ args: {} })],
      [begun, said('a'), late],
    ]) {
      const { response } = payLaws('google', [...events, ended()])
      expect(callsOf(response)).toMatchObject([whole])
      expect(codesOf(response)).toEqual([])
    }
    const none = payLaws('google', [begun, called({}), ended()]).response
    expect(callsOf(none)).toMatchObject([{ arguments: '{}' }])
  })
})

it('values in any order: the last one stands, and every text of it is JSON', () => {
  const segments = fc.oneof(fc.constantFrom('a', 'b', '__proto__'), fc.nat(2))
  const values = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
  const placed = fc.tuple(fc.array(segments, { minLength: 1, maxLength: 4 }), values)
  fc.assert(
    fc.property(fc.array(placed, { minLength: 1, maxLength: 12 }), (all) => {
      const args = all.map(([path, value]): [string, Value] => [`$.r${path.map(quoted).join('')}`, value])
      const { response } = streamed(...args)
      let found: unknown = JSON.parse(response.toolCalls[0]?.arguments ?? '')
      const [path, value] = all.at(-1) ?? [[], null]
      for (const segment of ['r', ...path]) {
        found = Object.getOwnPropertyDescriptor(found, String(segment))?.value
      }
      if (typeof value === 'string') expect(String(found).endsWith(value)).toBe(true)
      else expect(found).toBe(value)
    }),
    { numRuns: runs(200) },
  )
})

const quoted = (segment: string | number): string => `[${JSON.stringify(segment)}]`
