import { describe, expect, it } from 'vitest'
import type { Provider } from '../../src'
import { eventStream } from '../../src/wire/event-stream'
import type { Piece } from '../../src/wire/framing'
import { decodePieces, encode, said } from './support'

/** How many characters each method of a string looks at or makes, at most. Looking up one of them is free. */
const COSTS: {
  readonly [method: string]: (text: string, result: unknown, args: readonly unknown[]) => number
} = {
  indexOf: (text, found, [, from]) => (found === -1 ? text.length : Number(found) + 1) - Number(from ?? 0),
  search: (text, found) => (found === -1 ? text.length : Number(found) + 1),
  includes: (text) => text.length,
  replace: (text) => text.length,
  split: (text) => text.length,
  slice: (_, made) => String(made).length,
  trim: (_, made) => String(made).length,
  trimStart: (_, made) => String(made).length,
}

type Methods = { [name: string]: (this: unknown, ...args: readonly unknown[]) => unknown }

/** Counts the characters that `run` costs, in the code of this project and of the parser it uses. Nothing is timed. */
const workOf = (run: () => unknown): number => {
  let work = 0
  const undo: (() => void)[] = []
  const watch = (
    target: object,
    name: string,
    cost: (self: unknown, result: unknown, args: readonly unknown[]) => number,
  ) => {
    const methods = target as Methods // built-in prototypes hold functions under these names
    const original = methods[name]
    if (original === undefined) throw new TypeError(`There is no ${name}.`)
    undo.push(() => {
      methods[name] = original
    })
    methods[name] = function (...args) {
      const result = original.apply(this, args as unknown[]) // the same arguments
      work += cost(this, result, args)
      return result
    }
  }
  for (const [name, cost] of Object.entries(COSTS)) {
    watch(String.prototype, name, (self, result, args) => cost(String(self), result, args))
  }
  watch(Array.prototype, 'join', (_, made) => String(made).length)
  watch(TextDecoder.prototype, 'decode', (_, made) => String(made).length)
  const parse = JSON.parse
  JSON.parse = (text: string) => {
    work += text.length
    return parse(text)
  }
  try {
    run()
  } finally {
    JSON.parse = parse
    for (const restore of undo.toReversed()) restore()
  }
  return work
}

const pieces = <T extends Piece>(body: T, size: number): readonly T[] =>
  Array.from({ length: Math.ceil(body.length / size) }, (_, n) => body.slice(n * size, (n + 1) * size) as T) // slicing keeps the kind

const event = `data: ${JSON.stringify(said('some text'))}\n\n`
const long = (length: number) => `data: ${JSON.stringify(said('x'.repeat(length)))}\n\n`
const lines = (n: number, line: string) => `${line}\n`.repeat(n)
const chunks = (n: number) =>
  JSON.stringify(
    Array.from({ length: n }, () => ({ candidates: [{ content: { parts: [{ text: 'some text' }] } }] })),
  )
const frames = (n: number) =>
  Buffer.from(
    eventStream(Array.from({ length: n }, () => ({ headers: {}, text: '{"messageStop":{}}' }))),
  ).toString('base64')
const list = (n: number) =>
  JSON.stringify({ error: { message: 'm', list: Array.from({ length: n }, (_, at) => at) } }, null, 2)

type Shape = readonly [what: string, pieces: (n: number) => readonly Piece[]]

/** Bodies that grow with `n`, some thousands of characters at least. */
const shapes: readonly Shape[] = [
  ['one event in reads of one byte', (n) => pieces(encode(long(20 * n)), 1)],
  ['one event in reads of one character', (n) => pieces(long(20 * n), 1)],
  ['one event in reads of 100 bytes', (n) => pieces(encode(long(100 * n)), 100)],
  [
    'one event whose lines end in CRLF, in small reads',
    (n) => pieces(long(20 * n).replaceAll('\n', '\r\n'), 3),
  ],
  ['many events in one read', (n) => [event.repeat(n)]],
  ['many events in one read, lines ending in CR', (n) => [event.repeat(n).replaceAll('\n', '\r')]],
  ['many events in one read, one CR at the end', (n) => [`${event.repeat(n)}\r`]],
  ['many events in small reads', (n) => pieces(event.repeat(n), 7)],
  ['one event of many lines', (n) => [lines(n, 'data: 1')]],
  ['payloads without blank lines between them', (n) => [lines(n, event.trim())]],
  ['the same in small reads', (n) => pieces(lines(n, event.trim()), 5)],
  ['comments', (n) => [lines(n, ': ping')]],
  ['data that says nothing', (n) => ['data: : ping\n\n'.repeat(n)]],
  ['lines outside the framing', (n) => [`x\n${lines(n, 'some words')}`]],
  ['JSON of many lines amid events', (n) => [event + list(n)]],
  ['JSON of many lines, cut off', (n) => pieces(event + list(n).slice(0, -2), 11)],
  ['closing brackets that close nothing', (n) => [`${event}{\n${lines(n, '}')}`]],
  ['opening brackets that open nothing', (n) => [`${event}[\n${lines(n, '{')}`]],
  ['a first line of many blanks', (n) => [`${event}{${' '.repeat(n)}\n${lines(n, '{')}`]],
  ['JSON lines', (n) => [lines(n, JSON.stringify(said('some text')))]],
  ['JSON lines in small reads', (n) => pieces(encode(lines(n, JSON.stringify(said('some text')))), 5)],
  ['JSON lines that are broken', (n) => [lines(n, '{"a":')]],
  ['one JSON value of many lines in reads of one character', (n) => pieces(list(n), 1)],
  ['blanks before anything else', (n) => pieces(' '.repeat(20 * n), 2)],
  ['a page of markup', (n) => pieces(`<html>${'<title'.repeat(10 * n)}`, 9)],
]

const listShapes: readonly Shape[] = [
  ['a list of events in reads of one byte', (n) => pieces(encode(chunks(n)), 1)],
  ['a list of events in one read', (n) => [chunks(n)]],
  ['a list of one long event in small reads', (n) => pieces(`[{"text":"${'x'.repeat(20 * n)}"}]`, 8)],
]

const frameShapes: readonly Shape[] = [['base64 of frames in small reads', (n) => pieces(frames(n), 7)]]

const readBy = (provider: Provider, all: readonly Shape[]) =>
  all.map(([what, body]) => [what, provider, body] as const)

describe('the work of reading', () => {
  it.each([...readBy('openai', shapes), ...readBy('google', listShapes), ...readBy('bedrock', frameShapes)])(
    'grows as the body does: %s, read by %s',
    (_, provider, body) => {
      const work = [500, 1_000, 2_000].map((n) => {
        const all = body(n)
        return (
          workOf(() => decodePieces(provider, all)) / all.reduce((length, piece) => length + piece.length, 0)
        )
      })
      const [small = 0, , large = 0] = work
      expect(small).toBeGreaterThan(0.5)
      expect(large / small, `work a character: ${work.join(', ')}`).toBeLessThan(1.2)
    },
  )

  it('is counted: a reader that looks at all it has at each read is found out', () => {
    const rereading = (n: number) => {
      let text = ''
      for (let at = 0; at < n; at++) {
        text += 'x'
        text.indexOf('\n')
      }
    }
    expect(workOf(() => rereading(2_000)) / workOf(() => rereading(1_000))).toBeGreaterThan(3.9)
  })
})
