import * as E from 'fp-ts/Either'
import { isJsonObject, type Json, type JsonObject, parseJson, setOwn } from '../data'
import type { Repair } from './agent'

/**
 * A `repair` that takes arguments which the model encoded twice: a string that holds the object, or a field whose string holds what the tool's schema wants
 * there. Only where the schema says by its `type` that there can be no string, and the string is JSON; anything else stays as it is.
 */
export const repairDoubleEncoding: Repair = ({ call, parameters }) => {
  const given = jsonIn(call.arguments)
  const whole = typeof given === 'string' ? jsonIn(given) : given
  if (!isJsonObject(whole)) return undefined
  const fields = parameters?.['properties']
  const mended = isJsonObject(fields) ? withDecodedFields(whole, fields) : whole
  return mended === given ? undefined : mended
}

/** Undefined for what is no JSON. */
const jsonIn = (text: string): Json | undefined => {
  const parsed = parseJson(text)
  return E.isRight(parsed) ? parsed.right : undefined
}

const withDecodedFields = (input: JsonObject, fields: JsonObject): JsonObject => {
  let isChanged = false
  const decoded: Record<string, Json> = {}
  for (const [name, value] of Object.entries(input)) {
    const inner = typeof value === 'string' && forbidsText(fields, name) ? jsonIn(value) : undefined
    isChanged ||= inner !== undefined
    setOwn(decoded, name, inner ?? value)
  }
  return isChanged ? decoded : input
}

const forbidsText = (fields: JsonObject, name: string): boolean => {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  const type = isJsonObject(field) ? field['type'] : undefined
  return typeof type === 'string' ? type !== 'string' : Array.isArray(type) && !type.includes('string')
}
