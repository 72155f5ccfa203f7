import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isJsonObject, type Json, type JsonObject } from '../../../src/data'
import { hasCorpus } from '../corpus'

export interface RecordedRequest {
  readonly file: string
  /** What a real client sent: all but the prompt, and without the fields that it sent as null. */
  readonly body: JsonObject
}

const ROOT = fileURLToPath(new URL('../../../../shared/corpus/', import.meta.url))

/** The bodies of requests that were recorded with the streams of an API; none where the corpus is absent. */
export const recordedRequests = (api: string): readonly RecordedRequest[] =>
  (hasCorpus ? readdirSync(ROOT + api) : [])
    .filter((file) => file.endsWith('.request.json'))
    .sort()
    .map((file) => {
      const { _omitted: _, ...body } = said(
        JSON.parse(readFileSync(`${ROOT}${api}/${file}`, 'utf8')) as JsonObject,
      ) // the corpus has objects only
      return { file, body }
    })

const said = (fields: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => (value === null ? [] : [[key, inside(value)]])),
  )

const inside = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(inside)
  return isJsonObject(value) ? said(value) : value
}

/** A field of an object, if it is an object itself. */
export const objectIn = (fields: JsonObject, key: string): JsonObject => {
  const value = fields[key]
  return isJsonObject(value) ? value : {}
}

/** The paths of all fields of `whole` that `part` has not, two levels down. */
export const leftOver = (whole: JsonObject, part: JsonObject): readonly string[] =>
  Object.entries(whole).flatMap(([key, value]) => {
    if (!isJsonObject(value)) return key in part ? [] : [key]
    return Object.keys(value).flatMap((inner) => (inner in objectIn(part, key) ? [] : [`${key}.${inner}`]))
  })
