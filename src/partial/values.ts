import type { CollectorState } from '../collector'
import type { Frame } from '../frames'
import { feed, initialJson, type JsonState } from '../json'
import { at, emptyList, type List, push, replace, toArray } from '../persistent'

/** How far the JSON of each part has come, by the part's number: of its text, or of a call's arguments. Null where there is none. */
export type Values = List<JsonState | null>

/** A collector state with the JSON of its parts. It is one still: every selector, `close` and `finalize` take it. */
export type WithValues<State extends CollectorState> = State & { readonly values: Values }

export const valuesOf = (state: CollectorState): Values | undefined =>
  'values' in state ? (state as WithValues<CollectorState>).values : undefined // nobody else writes this field

/** The values after one more frame. */
export const foldFrame = (values: Values, frame: Frame): Values => {
  switch (frame.type) {
    case 'text-delta':
      return withText(values, frame.part, frame.text)
    case 'tool-call-delta':
      return withText(values, frame.part, frame.arguments)
    case 'tool-call-complete':
      return frame.input._tag === 'Right' ? put(values, frame.part, null) : values // the call has its value itself
    case 'reset':
      return frame.onward === true ? firstOf(values, frame.part) : put(values, frame.part, null)
    default:
      return values
  }
}

const withText = (values: Values, part: number, text: string): Values => {
  const before = at(values, part) ?? initialJson
  const after = feed(before, text)
  return after === before ? values : put(values, part, after) // prose stays the mistake that its first letter was
}

const put = (values: Values, part: number, value: JsonState | null): Values => {
  if (part < values.size) return replace(values, part, value)
  let longer = values
  while (longer.size < part) longer = push(longer, null)
  return push(longer, value)
}

const firstOf = (values: Values, size: number): Values =>
  toArray(values).slice(0, size).reduce<Values>(push, emptyList)
