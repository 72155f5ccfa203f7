import * as E from 'fp-ts/Either'
import { MAX_DEPTH, parseJson } from '../../json'

/** Names and indexes, from the top down. */
export type Path = readonly (string | number)[]

/**
 * Reads a JSON path of names and indexes; undefined where it is none, or is too deep. Names are data, `__proto__` too: nothing here is ever
 * looked up or set on an object. Segments are found by hand: one regular expression for them all costs four times as much.
 *
 * ```ts
 * parsePath("$.a[0]['b.c']") // ['a', 0, 'b.c']
 * ```
 *
 * @see https://datatracker.ietf.org/doc/html/rfc9535#name-normalized-paths
 */
export const parsePath = (text: string): Path | undefined => {
  const bare = text.startsWith('$') ? text.slice(1) : text
  const rest = bare.startsWith('[') || bare.startsWith('.') ? bare : `.${bare}`
  const path: (string | number)[] = []
  for (let start = 0; start < rest.length; ) {
    const end = endOf(rest, start)
    const segment = segmentOf(rest.slice(start, end))
    if (segment === undefined || path.length === MAX_DEPTH - 1) return undefined
    path.push(segment)
    start = end
  }
  return path
}

/**
 * Where a segment ends that may be none at all.
 *
 * ```
 *   .name.…     before the next dot or bracket
 *   [12]…       behind the bracket
 *   ['a]\'']…   behind what follows the quote, which should be the bracket
 * ```
 */
const endOf = (text: string, start: number): number => {
  let end = start + 1
  if (text.charAt(start) !== '[') {
    while (end < text.length && !'.[]'.includes(text.charAt(end))) end++
    return end
  }
  const quote = text.charAt(end)
  if (quote !== '"' && quote !== "'") return text.indexOf(']', end) + 1 || text.length
  end++
  while (end < text.length && text.charAt(end) !== quote) end += text.charAt(end) === '\\' ? 2 : 1
  return end + 2
}

const segmentOf = (text: string): string | number | undefined => {
  if (text.startsWith('.')) return text.slice(1) || undefined
  if (!text.startsWith('[') || !text.endsWith(']')) return undefined
  const inside = text.slice(1, -1)
  if (/^\d{1,9}$/.test(inside)) return Number(inside)
  const quote = inside.charAt(0)
  return (quote === '"' || quote === "'") && inside.length > 1 && inside.endsWith(quote)
    ? unquote(inside.slice(1, -1), quote)
    : undefined
}

/** Quoted names escape as JSON does, and a single quote. */
const unquote = (name: string, quote: string): string | undefined => {
  if (/^[\w -]*$/.test(name)) return name
  const json =
    quote === '"'
      ? name
      : name.replace(/\\.|"/gs, (found) => (found === "\\'" ? "'" : found === '"' ? '\\"' : found))
  const parsed = parseJson(`"${json}"`)
  return E.isRight(parsed) && typeof parsed.right === 'string' ? parsed.right : undefined
}
