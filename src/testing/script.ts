import fc from 'fast-check'
import type { JsonObject } from '../data'

/** What a model says, before anybody puts it on a wire: the known answer that a synthesized stream must fold to. */
export interface Script {
  readonly id: string
  readonly model: string
  readonly choices: readonly ScriptChoice[]
  /** Tokens in and out; absent for servers that do not report any. */
  readonly usage?: { readonly input: number; readonly output: number }
}

export interface ScriptChoice {
  readonly pieces: readonly Piece[]
  readonly finish: 'stop' | 'length'
}

export type Piece =
  | { readonly type: 'text' | 'reasoning' | 'refusal'; readonly text: string }
  | { readonly type: 'tool-calls'; readonly calls: readonly ScriptCall[] }

export interface ScriptCall {
  readonly name: string
  readonly arguments: JsonObject
}

/** Text as models write it and as nobody expects it: escapes, line separators, emoji, halves of emoji. */
const said = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.string({ minLength: 1, unit: 'grapheme' }) },
    { weight: 2, arbitrary: fc.string({ minLength: 1, unit: 'binary' }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        'null',
        '\n\n',
        '"\\"',
        '\u2028',
        'data: x',
        '[DONE]',
        '\ud83d',
        'ha',
        '<think>',
        'x</think>',
        '<th',
      ),
    },
  )

const toolName = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('get_weather', 'add', 'constructor', '__proto__'),
    fc.stringMatching(/^[a-zA-Z0-9_-]{1,24}$/),
  )

/** A whole value of arguments, with keys that were prototypes once. */
const toolArguments = (): fc.Arbitrary<JsonObject> =>
  fc
    .dictionary(
      fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString')),
      fc.jsonValue({ maxDepth: 3 }),
      { maxKeys: 4 },
    )
    .map((value): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject) // an object's JSON text is an object's

const piece = (): fc.Arbitrary<Piece> =>
  fc.oneof(
    { weight: 4, arbitrary: said().map((text): Piece => ({ type: 'text', text })) },
    { weight: 3, arbitrary: said().map((text): Piece => ({ type: 'reasoning', text })) },
    { weight: 1, arbitrary: said().map((text): Piece => ({ type: 'refusal', text })) },
    {
      weight: 3,
      arbitrary: fc
        .array(fc.record({ name: toolName(), arguments: toolArguments() }), { minLength: 1, maxLength: 4 })
        .map((calls): Piece => ({ type: 'tool-calls', calls })),
    },
  )

/** Neighbours of one type are one piece, as no wire tells them apart; calls come in one go. */
export const joinNeighbours = (pieces: readonly Piece[]): readonly Piece[] => {
  const joined: Piece[] = []
  for (const next of pieces) {
    const last = joined.at(-1)
    const both = last === undefined ? undefined : join(last, next)
    if (both === undefined) joined.push(next)
    else joined[joined.length - 1] = both
  }
  return joined
}

const join = (last: Piece, next: Piece): Piece | undefined => {
  if (last.type === 'tool-calls') {
    return next.type === 'tool-calls'
      ? { type: 'tool-calls', calls: [...last.calls, ...next.calls] }
      : undefined
  }
  return last.type === next.type ? { type: last.type, text: last.text + next.text } : undefined
}

const scriptChoice = (): fc.Arbitrary<ScriptChoice> =>
  fc.record({
    pieces: fc.array(piece(), { maxLength: 6 }).map(joinNeighbours),
    finish: fc.constantFrom('stop', 'length'),
  })

/** Scripts of what a model may say. */
export const scripts = ({ maxChoices = 3 }: { readonly maxChoices?: number } = {}): fc.Arbitrary<Script> =>
  fc.record(
    {
      id: fc.stringMatching(/^[a-z0-9-]{1,20}$/),
      model: fc.constantFrom('model-1', 'vendor/model:free'),
      choices: fc.array(scriptChoice(), { minLength: 1, maxLength: maxChoices }),
      usage: fc.record({ input: fc.nat(100_000), output: fc.nat(100_000) }),
    },
    { requiredKeys: ['id', 'model', 'choices'] },
  )
