/** A field of what somebody threw; undefined where it has none, or where reading it throws again. */
export const fieldOf = (thrown: unknown, name: 'name' | 'message' | 'cause'): unknown => {
  try {
    return (thrown as Readonly<Record<typeof name, unknown>> | null | undefined)?.[name] // of anything else a field may be read
  } catch {
    return undefined
  }
}

/** What somebody threw, in words: an error's message, a text itself, else its JSON. Total, whatever it is. */
export const messageOf = (thrown: unknown): string => {
  const message = typeof thrown === 'string' ? thrown : fieldOf(thrown, 'message')
  return typeof message === 'string' ? message : (jsonOf(thrown) ?? `a thrown ${typeof thrown}`)
}

/** Undefined where it says nothing. */
const jsonOf = (value: unknown): string | undefined => {
  try {
    const json: string | undefined = JSON.stringify(value)
    return json === '{}' ? undefined : json
  } catch {
    return undefined
  }
}
