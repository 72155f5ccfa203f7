import * as E from 'fp-ts/Either'
import { MAX_DEPTH, parseJson } from '../../data'

/** Names and indexes, from the top down. */
export type Path = readonly (string | number)[]

const SEGMENT = /\.([^.[\]]+)|\[(\d{1,9})\]|\[(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]/gs

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
  const path: (string | number)[] = []
  let end = 0
  for (const match of rest.matchAll(SEGMENT)) {
    const [all, name, index, single, double] = match
    const segment = index === undefined ? (name ?? unquote(single, double)) : Number(index)
    if (segment === undefined || path.length === MAX_DEPTH - 1) return undefined
    path.push(segment)
    end += all.length
  }
  return end === rest.length ? path : undefined
}

/** Quoted names escape as JSON does, and a single quote. */
const unquote = (single: string | undefined, double: string | undefined): string | undefined => {
  const json =
    double ?? single?.replace(/\\.|"/gs, (found) => (found === "\\'" ? "'" : found === '"' ? '\\"' : found))
  const parsed = parseJson(`"${json}"`)
  return E.isRight(parsed) && typeof parsed.right === 'string' ? parsed.right : undefined
}
