import { emptyObject, type Json, type JsonObject, setOwn, toJson } from '../../data'

/**
 * The fields of a wire object that are not read anywhere else, as JSON of our own: neither null nor, where the value is no object, what is known
 * already. Null when there is none, which is the usual case and costs no copy.
 */
export const restOf = (
  wire: object,
  read: Pick<ReadonlySet<string>, 'has'>,
  known: JsonObject = emptyObject,
): JsonObject | null => {
  let rest: Record<string, Json> | null = null
  for (const key in wire) {
    if (read.has(key)) continue
    const value = (wire as Readonly<Record<string, unknown>>)[key] // any key of an object may be read
    if (value === null || value === undefined || !Object.hasOwn(wire, key)) continue
    if (typeof value !== 'object' && Object.hasOwn(known, key) && known[key] === value) continue
    if (typeof value === 'function' || typeof value === 'symbol') continue
    rest ??= {}
    setOwn(rest, key, toJson(value, 1))
  }
  return rest
}
