import { describe, expect, it } from 'vitest'
import {
  feed,
  feedWithEvents,
  finish,
  initialJson,
  isComplete,
  type JsonError,
  valueOf,
} from '../../src/json'
import { expectedNext } from '../../src/json/fault'
import { errorOf, feedAll, told, waysToSplit } from './reading'

/** What is wrong, where, and how that is said. */
interface Mistake {
  readonly text: string
  readonly error: JsonError
  /** The value up to there. */
  readonly value?: unknown
}

const mistake = (
  text: string,
  code: JsonError['code'],
  [offset, line, column]: readonly [offset: number, line: number, column: number],
  [expected, found]: readonly [expected: string, found?: string],
  message: string,
  value?: unknown,
): Mistake => ({
  text,
  error: { code, message, offset, line, column, expected, ...(found !== undefined && { found }) },
  value,
})

const wrong = (
  text: string,
  at: number,
  expected: string,
  found: string,
  value?: unknown,
  shown = `"${found}"`,
): Mistake =>
  mistake(
    text,
    'unexpected-character',
    [at, 1, at + 1],
    [expected, found],
    `Line 1, column ${at + 1}: expected ${expected}, but found ${shown}.`,
    value,
  )

const early = (text: string, expected: string, value?: unknown): Mistake =>
  mistake(
    text,
    'unexpected-end',
    [text.length, 1, text.length + 1],
    [expected],
    `Line 1, column ${text.length + 1}: expected ${expected}, but the text ends.`,
    value,
  )

const IN_STRING = 'a character of a string; control characters are escaped'
const ESCAPE = 'one of ["\\/bfnrtu] after a backslash'

const mistakes: readonly Mistake[] = [
  wrong('x', 0, 'a value', 'x'),
  wrong('  ]', 2, 'a value', ']'),
  wrong('+1', 0, 'a value', '+'),
  wrong('.5', 0, 'a value', '.'),
  wrong('/', 0, 'a value', '/'),
  wrong(':', 0, 'a value', ':'),
  wrong("'a'", 0, 'a value', "'"),
  wrong('\ufeff1', 0, 'a value', '\ufeff'),
  wrong('\u00a01', 0, 'a value', '\u00a0'),
  wrong('\v1', 0, 'a value', '\v', undefined, '"\\u000b"'),
  wrong('😀', 0, 'a value', '\ud83d', undefined, '"\\ud83d"'),
  wrong('True', 0, 'a value', 'T'),
  wrong('[,', 1, 'a value or "]"', ',', []),
  wrong('[ }', 2, 'a value or "]"', '}', []),
  wrong('[1,]', 3, 'a value', ']', [1]),
  wrong('[1,,2]', 3, 'a value', ',', [1]),
  wrong('[1 2]', 3, '"," or "]"', '2', [1]),
  wrong('[1}', 2, '"," or "]"', '}', [1]),
  wrong('["a":1]', 4, '"," or "]"', ':', ['a']),
  wrong('{,', 1, 'a key in quotes or "}"', ',', {}),
  wrong('{a:1}', 1, 'a key in quotes or "}"', 'a', {}),
  wrong('{]', 1, 'a key in quotes or "}"', ']', {}),
  wrong('{"a":1,}', 7, 'a key in quotes', '}', { a: 1 }),
  wrong('{"a":1,1', 7, 'a key in quotes', '1', { a: 1 }),
  wrong('{"a" 1', 5, '":"', '1', {}),
  wrong('{"a",', 4, '":"', ',', {}),
  wrong('{"a"}', 4, '":"', '}', {}),
  wrong('{"a"::', 5, 'a value', ':', {}),
  wrong('{"a":}', 5, 'a value', '}', {}),
  wrong('{"a":1]', 6, '"," or "}"', ']', { a: 1 }),
  wrong('{"a":"b" "c"', 9, '"," or "}"', '"', { a: 'b' }, '"\\""'),
  wrong('[[1]}', 4, '"," or "]"', '}', [[1]]),
  wrong('[{}}', 3, '"," or "]"', '}', [{}]),
  wrong('{"a":[]]', 7, '"," or "}"', ']', { a: [] }),
  wrong('1 2', 2, 'the end of the text', '2', 1),
  wrong('{}{', 2, 'the end of the text', '{', {}),
  wrong('[] ,', 3, 'the end of the text', ',', []),
  wrong('[]]', 2, 'the end of the text', ']', []),
  wrong('""x', 2, 'the end of the text', 'x', ''),
  wrong('null1', 4, 'the end of the text', '1', null),
  wrong('trux', 3, '"true"', 'x'),
  wrong('[tRue', 2, '"true"', 'R', []),
  wrong('fals}', 4, '"false"', '}'),
  wrong('[1, nul]', 7, '"null"', ']', [1]),
  wrong('n"', 1, '"null"', '"', undefined, '"\\""'),
  wrong('["a\tb"', 3, IN_STRING, '\t', ['a'], '"\\t"'),
  wrong('"\u0000', 1, IN_STRING, '\u0000', '', '"\\u0000"'),
  wrong('"a\u001f', 2, IN_STRING, '\u001f', 'a', '"\\u001f"'),
  wrong('"ab\n', 3, IN_STRING, '\n', 'ab', '"\\n"'),
  wrong('"\\n\r', 3, IN_STRING, '\r', '\n', '"\\r"'),
  wrong('"\ud83d\n', 2, IN_STRING, '\n', '\ud83d', '"\\n"'),
  wrong('{"a\n', 3, IN_STRING, '\n', {}, '"\\n"'),
  wrong('"a\\x', 3, ESCAPE, 'x', 'a'),
  wrong('"\\ ', 2, ESCAPE, ' ', ''),
  wrong('"\\U', 2, ESCAPE, 'U', ''),
  wrong('"\\_', 2, ESCAPE, '_', ''),
  wrong('{"a\\0', 4, ESCAPE, '0', {}),
  wrong('"\ud83d\\x', 3, ESCAPE, 'x', '\ud83d'),
  wrong('"\\ud83d\\x', 8, ESCAPE, 'x', '\ud83d'),
  ...[...'g/:@G`'].flatMap((letter) =>
    ['', '0', '0a', '0aF'].map((digits) =>
      wrong(`"a\\u${digits}${letter}`, 4 + digits.length, 'a hexadecimal digit', letter, 'a'),
    ),
  ),
  wrong('"\\u12"', 5, 'a hexadecimal digit', '"', '', '"\\""'),
  wrong('"\ud83d\\udz', 5, 'a hexadecimal digit', 'z', '\ud83d'),
  wrong('"\\ud83d\\udez', 11, 'a hexadecimal digit', 'z', '\ud83d'),
  wrong('[01]', 2, 'the end of the number', '1', []),
  wrong('[-01]', 3, 'the end of the number', '1', []),
  wrong('-x', 1, 'a digit', 'x'),
  wrong('--1 ', 1, 'a digit', '-'),
  early('-', 'a digit'),
  wrong('[1.]', 3, 'a digit', ']', []),
  wrong('[1..2]', 3, 'a digit', '.', []),
  wrong('[1.e2]', 3, 'a digit', 'e', []),
  wrong('[1.5.2]', 4, 'the end of the number', '.', []),
  wrong('[0, 1e]', 6, 'a digit', ']', [0]),
  wrong('[1e+,', 4, 'a digit', ',', []),
  wrong('[1e5.5,', 4, 'the end of the number', '.', []),
  wrong('[1-2,', 2, 'the end of the number', '-', []),
  wrong('{"a": 1+}', 7, 'the end of the number', '+', {}),
  wrong('0x1', 1, 'the end of the text', 'x', 0),
  wrong('01', 1, 'the end of the number', '1'),
  wrong('[1e1e1', 4, 'the end of the number', 'e', []),
  wrong('1-', 1, 'the end of the number', '-'),
  early('', 'a value'),
  early(' \t\r ', 'a value'),
  early('[', 'a value or "]"', []),
  early('[1', '"," or "]"', []),
  early('[1 ', '"," or "]"', [1]),
  early('[1,', 'a value', [1]),
  early('["a', 'the end of the string', ['a']),
  early('"a\\', 'the end of the string', 'a'),
  early('"a\\u00', 'the end of the string', 'a'),
  early('"\ud83d', 'the end of the string', ''),
  early('"\\ud83d\\ud', 'the end of the string', ''),
  early('{', 'a key in quotes or "}"', {}),
  early('{"a', 'the end of the string', {}),
  early('{"a"', '":"', {}),
  early('{"a":', 'a value', {}),
  early('{"a":1', '"," or "}"', {}),
  early('{"a":[]', '"," or "}"', { a: [] }),
  early('{"a":[] ,', 'a key in quotes', { a: [] }),
  early('tru', 'the end of the word'),
  early('[1.', 'a digit', []),
  early('1e', 'a digit'),
  early('1e-', 'a digit'),
  mistake(
    '[1,\n2,\n  x',
    'unexpected-character',
    [9, 3, 3],
    ['a value', 'x'],
    'Line 3, column 3: expected a value, but found "x".',
    [1, 2],
  ),
  mistake(
    '{\r\n"a":\r\n\t01}',
    'unexpected-character',
    [11, 3, 3],
    ['the end of the number', '1'],
    'Line 3, column 3: expected the end of the number, but found "1".',
    {},
  ),
  mistake(
    '\n\n"a\n',
    'unexpected-character',
    [4, 3, 3],
    [IN_STRING, '\n'],
    `Line 3, column 3: expected ${IN_STRING}, but found "\\n".`,
    'a',
  ),
  mistake(
    '[\r1,\n"\\q',
    'unexpected-character',
    [7, 2, 3],
    [ESCAPE, 'q'],
    `Line 2, column 3: expected ${ESCAPE}, but found "q".`,
    [1, ''],
  ),
  mistake(
    '[\n\n"abc',
    'unexpected-end',
    [7, 3, 5],
    ['the end of the string'],
    'Line 3, column 5: expected the end of the string, but the text ends.',
    ['abc'],
  ),
  mistake(
    '\n01',
    'unexpected-character',
    [2, 2, 2],
    ['the end of the number', '1'],
    'Line 2, column 2: expected the end of the number, but found "1".',
  ),
]

describe('a mistake', () => {
  it.each(mistakes)('in $text is told exactly, whatever the split', ({ text, error, value }) => {
    for (const fragments of waysToSplit(text)) {
      const state = feedAll(fragments)
      expect(finish(state)).toStrictEqual({ _tag: 'Left', left: error })
      expect(valueOf(state)).toStrictEqual(value)
      expect(isComplete(state)).toBe(false)
    }
  })

  it.each(mistakes.filter(({ error }) => error.found !== undefined))(
    'in $text is the last that is read: nothing after it changes anything',
    ({ text, error, value }) => {
      for (const more of [' ', text, '"', ']}']) {
        const state = feed(initialJson, text + more)
        if (state.head.error === null) continue // what is no number ends with what follows
        expect(valueOf(state)).toStrictEqual(value)
        expect(finish(state)).toStrictEqual({ _tag: 'Left', left: error })
        expect(feed(state, more)).toBe(state)
        expect(feedWithEvents(state, more)[0]).toBe(state)
        expect(feedWithEvents(state, more)[1]).toStrictEqual([])
        expect(told(feed(state, more))).toBe(told(state))
        expect([state.offset, state.pending]).toStrictEqual([error.offset, ''])
      }
    },
  )
})

describe('a fragment', () => {
  it('that is empty gives the same state', () => {
    for (const text of ['', '[1, "a', '{"a": tr', '1 ']) {
      const state = feed(initialJson, text)
      expect(feed(state, '')).toBe(state)
      expect(feedWithEvents(state, '')[0]).toBe(state)
      expect(feedWithEvents(state, '')[1]).toStrictEqual([])
    }
  })

  it('may be whitespace of all four kinds, and no other', () => {
    for (const fragments of waysToSplit(
      ' \t\r\n[ \t\r\n1 \t\r\n, \t\r\n{ \t\r\n"a" \t\r\n: \t\r\nnull } ] \t\r\n',
    )) {
      expect(valueOf(feedAll(fragments))).toStrictEqual([1, { a: null }])
    }
    for (const space of ['\f', '\v', '\u0085', '\u00a0', '\u2028', '\ufeff', '\u0000', '\u001f', '!']) {
      expect(errorOf(finish(feed(initialJson, `[${space}]`)))).toMatchObject({ offset: 1, found: space })
    }
  })

  it('counts lines at line feeds, across fragments', () => {
    const { head, offset } = feedAll(['[\r', '\n1,', '\n\n ', '2\n', ','])
    expect(head).toMatchObject({ line: 5, lineStart: 10 })
    expect(offset).toBe(11)
  })
})

describe('what comes next', () => {
  it('is a phrase in every mode', () => {
    const { open } = feed(initialJson, '{')
    expect(expectedNext({ mode: 'in-number', open })).toBe('"," or "}"')
    expect(expectedNext({ mode: 'in-key', open })).toBe('the end of the string')
    expect(expectedNext({ mode: 'end', open: null })).toBe('the end of the text')
  })
})

describe('feedWithEvents', () => {
  const text = ' {"a": [1, "x", []], "b\\n": {"c": null}, "a": true}'
  const events = [
    { type: 'key', path: ['a'] },
    { type: 'value', path: ['a', 0], value: 1 },
    { type: 'value', path: ['a', 1], value: 'x' },
    { type: 'value', path: ['a', 2], value: [] },
    { type: 'value', path: ['a'], value: [1, 'x', []] },
    { type: 'key', path: ['b\n'] },
    { type: 'key', path: ['b\n', 'c'] },
    { type: 'value', path: ['b\n', 'c'], value: null },
    { type: 'value', path: ['b\n'], value: { c: null } },
    { type: 'key', path: ['a'] },
    { type: 'value', path: ['a'], value: true },
    { type: 'value', path: [], value: { a: true, 'b\n': { c: null } } },
  ]

  it('tells keys and finished values in their order, whatever the split', () => {
    for (const fragments of waysToSplit(text)) {
      let state = initialJson
      const seen = fragments.flatMap((fragment) => {
        const [next, found] = feedWithEvents(state, fragment)
        state = next
        return found
      })
      expect(seen).toStrictEqual(events)
      expect(state).toStrictEqual(feedAll(fragments))
    }
  })

  it('tells each with the fragment that finishes it', () => {
    const [first, one] = feedWithEvents(initialJson, '{"a')
    expect(one).toStrictEqual([])
    const [second, two] = feedWithEvents(first, '":1')
    expect(two).toStrictEqual([{ type: 'key', path: ['a'] }])
    const [, three] = feedWithEvents(second, '2}')
    expect(three).toStrictEqual([
      { type: 'value', path: ['a'], value: 12 },
      { type: 'value', path: [], value: { a: 12 } },
    ])
  })

  it('gives the very values that the state holds', () => {
    const [state, found] = feedWithEvents(initialJson, '[{"a": 1}]')
    expect(found.at(-1)).toMatchObject({ path: [] })
    expect(found.at(-1)).toHaveProperty('value')
    const whole = found.flatMap((event) =>
      event.type === 'value' && event.path.length === 0 ? [event.value] : [],
    )
    expect(whole[0]).toBe(valueOf(state))
  })

  it('tells what came before a mistake', () => {
    const [state, found] = feedWithEvents(initialJson, '[1, x, 2')
    expect(found).toStrictEqual([{ type: 'value', path: [0], value: 1 }])
    expect(state.head.error).toMatchObject({ offset: 4 })
  })

  it('tells an atom alone when it is certain', () => {
    expect(feedWithEvents(initialJson, 'true')[1]).toStrictEqual([{ type: 'value', path: [], value: true }])
    expect(feedWithEvents(initialJson, '12')[1]).toStrictEqual([])
    expect(feedWithEvents(initialJson, '12 ')[1]).toStrictEqual([{ type: 'value', path: [], value: 12 }])
  })
})
