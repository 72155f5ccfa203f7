import { toBase64 } from './base64'

/** A JSON value as plain data: what `JSON.parse` gives and `JSON.stringify` takes. */
export type Json = string | number | boolean | null | JsonArray | JsonObject
export type JsonArray = readonly Json[]
export interface JsonObject {
  readonly [key: string]: Json
}

/** The object without fields, shared: it cannot be changed. */
export const emptyObject: JsonObject = Object.freeze({})

/** Containers inside containers that we keep or accept at most; deeper data would overflow `JSON.stringify`. */
export const MAX_DEPTH = 500

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sets an own property under any key: `__proto__` becomes plain data and touches no prototype. */
export const setOwn = (target: Record<string, Json>, key: string, value: Json): void => {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  } else {
    target[key] = value
  }
}

/** `fields` without those that are undefined, as if nobody had named them. */
export const withoutUndefined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T> // the others stay as they are

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

const TOO_DEEP = '[nested too deeply]'

/**
 * A copy of `value` that is JSON and shares nothing with the input, so that a state may keep it whatever its owner does next.
 * As `JSON.stringify` does, `undefined` and functions are left out of objects and become null in arrays, and a number that is not
 * finite becomes null. Bytes, which some SDKs give, become base64. Past {@link MAX_DEPTH} a container is replaced by the text
 * `[nested too deeply]`.
 */
export const toJson = (value: unknown, depth = 0): Json => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value + 0 : null // + 0: JSON text has no -0
    case 'bigint':
      return value.toString()
    case 'object':
      return value === null ? null : depth >= MAX_DEPTH ? TOO_DEEP : copyContainer(value, depth + 1)
    default:
      return null
  }
}

const copyContainer = (value: object, depth: number): Json => {
  if (Array.isArray(value)) return Array.from(value, (item: unknown) => toJson(item, depth))
  if (ArrayBuffer.isView(value)) {
    return toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
  }
  const copy: Record<string, Json> = {}
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined && typeof item !== 'function' && typeof item !== 'symbol') {
      setOwn(copy, key, toJson(item, depth))
    }
  }
  return copy
}

/** {@link toJson} of an object: the entries that are JSON. */
export const toJsonObject = (value: object): JsonObject => {
  const copy = copyContainer(value, 1)
  return isRecord(copy) ? copy : {}
}

/**
 * `base` with the non-null fields of `next` laid over it, objects merged at every depth: null and absent never erase, the last
 * value wins. The rule for counts and metadata that servers send in pieces. The same `base` when nothing is new.
 */
export const mergeJson = (base: JsonObject, next: JsonObject): JsonObject => merge(base, next, 1, keep)

/** {@link mergeJson} of what may be anything: only copies of it are kept, as {@link toJson} makes them. */
export const mergeWire = (base: JsonObject, next: object): JsonObject => merge(base, next, 1, toJson)

type Take = (value: unknown, depth: number) => Json

const keep: Take = (value) => value as Json // given as part of a JSON object

const merge = (base: JsonObject, next: object, depth: number, take: Take): JsonObject => {
  let merged: Record<string, Json> | undefined
  for (const key of Object.keys(next)) {
    const value: unknown = (next as Readonly<Record<string, unknown>>)[key] // any key of an object may be read
    if (value === undefined || value === null || typeof value === 'function' || typeof value === 'symbol')
      continue
    const held = Object.hasOwn(base, key) ? base[key] : undefined
    if (held === value) continue
    const kept =
      isRecord(value) && depth < MAX_DEPTH && !ArrayBuffer.isView(value)
        ? merge(isJsonObject(held) ? held : emptyObject, value, depth + 1, take)
        : take(value, depth)
    if (kept === held || (Array.isArray(kept) && Array.isArray(held) && isSameJson(kept, held))) continue
    merged ??= copyOf(base)
    setOwn(merged, key, kept)
  }
  return merged ?? base
}

/** By their text: what a server repeats, it repeats in the same order. */
export const isSameJson = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** A number that JSON can hold, written as JSON would: finite, and 0 for -0. */
export const finiteNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const copyOf = (base: JsonObject): Record<string, Json> => {
  const copy: Record<string, Json> = {}
  for (const key of Object.keys(base)) setOwn(copy, key, base[key] ?? null)
  return copy
}
