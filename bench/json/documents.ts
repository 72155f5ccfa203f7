import type { Json } from '../../src/json'

/** A JSON document whose value is known, since it was made from it. In each there is one thing that grows: a string, or the outermost list. */
export interface JsonDocument {
  /** Its size, in words. */
  readonly label: string
  readonly value: Json
  readonly text: string
  /** The text in pieces of eight characters. */
  readonly fragments: readonly string[]
  /** How far a value of the document has come: the length of what grows, 0 before that is there. */
  readonly lengthOf: (value: unknown) => number
  /** After each fragment, the length of what has come whole. A reader who takes the next item as soon as it opens is one ahead. */
  readonly lengths: readonly number[]
}

const FRAGMENT = 8

/** @param ends where in the text each character or item of what grows is whole, in order */
const documentOf = (
  label: string,
  value: Json,
  text: string,
  ends: readonly number[],
  lengthOf: JsonDocument['lengthOf'],
): JsonDocument => {
  const fragments = Array.from({ length: Math.ceil(text.length / FRAGMENT) }, (_, n) =>
    text.slice(n * FRAGMENT, (n + 1) * FRAGMENT),
  )
  let whole = 0
  const lengths = fragments.map((_, n) => {
    while ((ends[whole] ?? Number.POSITIVE_INFINITY) <= (n + 1) * FRAGMENT) whole++
    return whole
  })
  return { label, value, text, fragments, lengthOf, lengths }
}

const labelOf = (length: number): string => (length < 1_000_000 ? `${length / 1_000} kB` : '1 MB')

/** What a model writes into a file: lines with quotes, tabs and backslashes, some of them in front of a `u`. */
const codeLine = (n: number): string =>
  [
    `export const limit${n} = (text: string): boolean => text.length <= ${n % 977}`,
    `\tif (line.startsWith("${n}: ")) return line.replace(/\\s+/g, " ")`,
    `\tconst red = "\\u001b[31m" + name + "\\u001b[0m" // line ${n}`,
    '',
    `console.log('part ${n}', JSON.stringify({ "n": ${n}, path: "C:\\\\temp\\\\${n}" }, null, 2))`,
  ][n % 5] ?? ''

/** A tool's argument that holds a file: one long string in an object, the text `length` characters long or one less. */
export const stringDocument = (length: number): JsonDocument => {
  const path = 'src/report/limits.ts'
  const opening = `{"path":${JSON.stringify(path)},"content":"`
  const closing = '"}'
  const ends: number[] = []
  let content = ''
  let end = opening.length
  for (let n = 0; end + closing.length < length - 1; n++) {
    for (const character of `${codeLine(n)}\n`) {
      const size = JSON.stringify(character).length - 2
      if (end + size + closing.length > length) break
      end += size
      ends.push(end)
      content += character
    }
  }
  const value = { path, content }
  return documentOf(labelOf(length), value, JSON.stringify(value), ends, contentLength)
}

const contentLength = (value: unknown): number =>
  typeof value === 'object' && value !== null && 'content' in value && typeof value.content === 'string'
    ? value.content.length
    : 0

/** As many items as fit into `length` characters. */
const listDocument = (length: number, itemOf: (n: number) => Json): JsonDocument => {
  const items: Json[] = []
  const texts: string[] = []
  const ends: number[] = []
  let end = 0
  for (let n = 0; ; n++) {
    const item = itemOf(n)
    const text = JSON.stringify(item)
    end += text.length + 1 // the bracket or the comma before it
    if (end + 1 > length) break
    items.push(item)
    texts.push(text)
    ends.push(typeof item === 'number' ? end + 1 : end) // what follows a number tells that it is whole
  }
  return documentOf(labelOf(length), items, `[${texts.join(',')}]`, ends, listLength)
}

const listLength = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

const GOODS = ['wool blanket', 'oak table', 'desk lamp "Lux"', 'tin box', 'glass jar']
const CITIES = ['Bergen', 'Porto', 'Graz', 'Leeds']

/** Records of 100 to 200 characters, an object in each. */
export const recordsDocument = (length: number): JsonDocument =>
  listDocument(length, (n) => ({
    id: n,
    name: `${GOODS[n % GOODS.length]} no. ${n}`,
    note: n % 3 === 0 ? 'ships\nlate' : '',
    price: (n % 4_000) / 8,
    inStock: n % 7 !== 0,
    supplier: { city: CITIES[n % CITIES.length] ?? '', rating: (n % 50) / 10, since: 1_990 + (n % 30) },
  }))

const NODES = 10

/** Objects in objects in lists: each item nests {@link NODES} nodes of three brackets. */
export const nestedDocument = (length: number): JsonDocument => listDocument(length, (n) => nodeOf(n, NODES))

const nodeOf = (id: number, nodes: number): Json => ({
  id,
  node: { name: `level ${nodes}`, children: nodes === 1 ? [] : [nodeOf(id, nodes - 1)] },
})

/** One list of numbers and short strings. */
export const wideDocument = (length: number): JsonDocument =>
  listDocument(length, (n) => [n * 31, n / 8, `word ${n}`, -n][n % 4] ?? 0)
