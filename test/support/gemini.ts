import type { Fields } from '../../src/providers/shared/fields'

/** A chunk of generateContent with one candidate; `envelope` holds what stands beside `candidates`. */
export const candidate = (fields: Fields, envelope: Fields = {}): Fields => ({
  ...envelope,
  candidates: [fields],
})

/** A chunk whose only candidate has these parts. */
export const parts = (...list: readonly unknown[]): Fields =>
  candidate({ content: { role: 'model', parts: list } })

/** A chunk with text. */
export const said = (text: string): Fields => parts({ text })

/** A chunk with function calls, as they are. */
export const called = (...calls: readonly unknown[]): Fields =>
  parts(...calls.map((functionCall) => ({ functionCall })))

/** The last chunk of a candidate. */
export const ended = (finishReason: unknown = 'STOP'): Fields => candidate({ finishReason })
