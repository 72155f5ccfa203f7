import { fc } from '@fast-check/vitest'
import type { JsonPath } from '../../src/json'

/** What a text may hold. */
export interface Contents {
  /** `distinct`: no object has two entries with one key. */
  readonly keys?: 'any' | 'distinct'
  /** `writable`: none that JSON cannot write again, as `-0` and `1e999`. */
  readonly numbers?: 'any' | 'writable'
}

/** JSON texts in any spelling: with whitespace between tokens, escapes, odd numbers, lone surrogates, awkward keys, and now and then wide. */
export const texts = (contents: Contents = {}): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: spelledTexts(contents) },
    { weight: 1, arbitrary: wideTexts(contents) },
    { weight: 1, arbitrary: writtenTexts() },
  )

/** What `JSON.stringify` writes, with or without indentation. */
const writtenTexts = (): fc.Arbitrary<string> =>
  fc
    .tuple(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(undefined, 1, '\t', '  '))
    .map(([value, indentation]) => JSON.stringify(value, null, indentation))

const spelledTexts = (contents: Contents): fc.Arbitrary<string> =>
  padded(
    fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        { weight: 3, arbitrary: atoms(contents) },
        { weight: 2, arbitrary: tie('array') },
        { weight: 2, arbitrary: tie('object') },
      ),
      array: fc.array(padded(tie('value')), { maxLength: 5 }).map((items) => `[${items.join(',')}]`),
      object: objectsOf(tie('value'), contents, 5),
    })).value,
  )

/** An array or an object that needs more than one block of entries. */
const wideTexts = (contents: Contents): fc.Arbitrary<string> =>
  fc.oneof(
    fc.array(atoms(contents), { maxLength: 140, size: 'max' }).map((items) => `[${items.join(', ')}]`),
    fc
      .array(atoms(contents), { maxLength: 140, size: 'max' })
      .map((items) => `{${items.map((item, at) => `"${at % 3 === 0 ? '' : 'k'}${at}":${item}`).join(',')}}`),
  )

const objectsOf = (
  value: fc.Arbitrary<string>,
  { keys = 'any' }: Contents,
  maxLength: number,
): fc.Arbitrary<string> => {
  const entry = fc.tuple(awkwardKeys(), padded(value))
  const entries =
    keys === 'any'
      ? fc.array(entry, { maxLength })
      : fc.uniqueArray(entry, { maxLength, selector: ([key]) => JSON.parse(key) as unknown })
  return fc
    .tuple(entries, spaces(), spaces())
    .map(
      ([list, before, after]) =>
        `{${list.map(([key, item]) => `${before}${key}${after}:${item}`).join(',') || before}}`,
    )
}

/** Often the same few, so that they come twice; some of them are names that every object inherits. */
const awkwardKeys = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('"a"', '"b"', '"\\u0061"', '""', '"1"', '"0"'),
    fc.constantFrom('"__proto__"', '"constructor"', '"toString"', '"hasOwnProperty"', '"__\\u0070roto__"'),
    spelledStrings(),
  )

const atoms = (contents: Contents): fc.Arbitrary<string> =>
  fc.oneof(fc.constantFrom('true', 'false', 'null'), spelledNumbers(contents), spelledStrings())

const spelledNumbers = ({ numbers = 'any' }: Contents = {}): fc.Arbitrary<string> => {
  const spelled = fc.oneof(
    fc.constantFrom(
      '0',
      '-0',
      '1e999',
      '-1e999',
      '1E+2',
      '0.1e-7',
      '-1e-999',
      '9007199254740993',
      '123456789012345678',
    ),
    fc.integer().map(String),
    fc.stringMatching(/^-?(?:0|[1-9]\d{0,19})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/),
  )
  return numbers === 'any' ? spelled : spelled.filter((token) => isWritable(Number(token)))
}

const isWritable = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0)

/** Strings whose characters are spelled in any way there is. */
const spelledStrings = (): fc.Arbitrary<string> =>
  fc.array(spelledUnits(), { maxLength: 8 }).map((units) => `"${units.join('')}"`)

/** A UTF-16 unit or a pair, raw or as an escape. */
const spelledUnits = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('a', ' ', 'é', '\u2028', '\u007f', '/', '[', '}', ',', ':', '😀'),
    fc.constantFrom('\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t'),
    fc.constantFrom(
      '\ud83d',
      '\ude00',
      '\\ud83d',
      '\\ude00',
      '\\uD83D',
      '\\uDE00',
      '\\udBfF',
      '\\uDc00',
      '\\uda00',
    ),
    fc.stringMatching(/^\\u[0-9a-fA-F]{4}$/),
    fc.integer({ min: 0x20, max: 0xffff }).map((code) => {
      const unit = String.fromCharCode(code)
      return unit === '"' || unit === '\\' ? `\\${unit}` : unit
    }),
  )

const spaces = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom(' ', '\n', '\r\n', '\t', '  \n ', '\r') },
  )

const padded = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(spaces(), text, spaces()).map((parts) => parts.join(''))

/** JSON texts that break off. */
export const truncatedTexts = (): fc.Arbitrary<string> =>
  fc.tuple(texts(), fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1)))

/** JSON texts in which one character was replaced, inserted or removed; few are JSON still. */
export const corruptedTexts = (): fc.Arbitrary<string> =>
  fc
    .tuple(texts(), fc.nat(), fc.constantFrom(0, 1), oddCharacters())
    .map(([text, place, removed, character]) => {
      const at = place % (text.length + 1)
      return text.slice(0, at) + character + text.slice(at + removed)
    })

const oddCharacters = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      '',
      ...'[]{}",:\\-+.0123456789eEtfnudD \n\r\t\u0000\u001f\u00a0\ufeff\ud83d\ude00'.split(''),
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )

/** What may be read, and what may not. */
export const anyTexts = (): fc.Arbitrary<string> => fc.oneof(texts(), truncatedTexts(), corruptedTexts())

/** Steps that lead nowhere, or may. */
export const oddSteps = (): fc.Arbitrary<JsonPath[number]> =>
  fc.oneof(
    fc.integer({ min: -2, max: 40 }),
    fc.constantFrom(
      0.5,
      31.5,
      32.5,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      '0',
      '1',
      'a',
      'length',
      '__proto__',
      'constructor',
      '',
    ),
  )
