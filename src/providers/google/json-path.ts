import * as E from 'fp-ts/Either'
import { MAX_DEPTH, parseJson } from '../../data'

/** Names and indexes, from the top down. */
export type Path = readonly (string | number)[]

const SEGMENT = /\.[^.[\]]+|\[\d{1,9}\]|\['(?:[^'\\]|\\.)*'\]|\["(?:[^"\\]|\\.)*"\]/gs

/**
 * Reads a JSON path of names and indexes; undefined where it is none, or is too deep. Names are data, `__proto__` too: nothing here is ever
 * looked up or set on an object.
 *
 * ```ts
 * parsePath("$.a[0]['b.c']") // ['a', 0, 'b.c']
 * ```
 *
 * @see https://datatracker.ietf.org/doc/html/rfc9535#name-normalized-paths
 */
export const parsePath = (text: string): Path | undefined => {
  const bare = text.startsWith('$') ? text.slice(1) : text
  const rest = /^[.[]/.test(bare) ? bare : `.${bare}`
  const segments = rest.match(SEGMENT) ?? [] // matches with groups would cost three times as much
  if (segments.length >= MAX_DEPTH || segments.join('') !== rest) return undefined
  const path: (string | number)[] = []
  for (const segment of segments) {
    const read = readSegment(segment)
    if (read === undefined) return undefined
    path.push(read)
  }
  return path
}

const readSegment = (text: string): string | number | undefined => {
  if (text.startsWith('.')) return text.slice(1)
  return text.endsWith('"]') || text.endsWith("']") ? unquote(text.slice(2, -2)) : Number(text.slice(1, -1))
}

/** Quoted names escape as JSON does, and a single quote. */
const unquote = (name: string): string | undefined => {
  if (/^[\w -]*$/.test(name)) return name
  const json = name.replace(/\\.|"/gs, (found) => (found === "\\'" ? "'" : found === '"' ? '\\"' : found))
  const parsed = parseJson(`"${json}"`)
  return E.isRight(parsed) && typeof parsed.right === 'string' ? parsed.right : undefined
}
