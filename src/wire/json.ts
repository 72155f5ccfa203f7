/** The value of a JSON text; undefined, which no JSON is, when the text is none. */
export const tryJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type Fields = Readonly<Record<string, unknown>>

/** The object's `error`, if it tells one: servers also send null and false, for none. */
export const errorIn = (object: Fields): unknown => {
  const error = object['error']
  return error === null || error === false ? undefined : error
}

export const OPEN_BRACE = 0x7b
export const OPEN_BRACKET = 0x5b
export const CLOSE_BRACE = 0x7d
export const CLOSE_BRACKET = 0x5d
