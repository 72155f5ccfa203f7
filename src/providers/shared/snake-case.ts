import { toJson } from '../../data'

/**
 * SDK data with its keys as on the wire: `finishReason` becomes `finish_reason`, at every depth. What stands under an `opaque` key (in the wire's
 * spelling) is the user's or the model's own data, whose keys are left as they are.
 */
export const snakeCase = (value: unknown, opaque: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => snakeCase(item, opaque))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return [name, opaque.has(name) ? toJson(item) : snakeCase(item, opaque)]
  })
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined))
}
