import type { Issue, IssueCode, IssueSignal, Signal } from '../../frames'

/** The place of a frame: `choice` is left out for choice 0. */
export const place = (part: number, choice: number): { readonly part: number; readonly choice?: number } =>
  choice === 0 ? { part } : { part, choice }

export const issue = (
  code: IssueCode,
  message: string,
  at: Pick<Issue, 'part' | 'choice'> = {},
): IssueSignal => ({
  type: 'issue',
  issue: { code, message, ...at },
})

/** What every translator says of an event that is no object. */
export const NO_OBJECT: Signal = issue('malformed-event', 'An event is no object; it was left out.')

/** What every translator says of an answer that was not streamed. */
export const wholeMessage = (at?: Pick<Issue, 'part' | 'choice'>): Signal =>
  issue('whole-message', 'The message came whole and without deltas; it was taken as it is.', at)

/** Runs `step` over `items`, handing each the state that the one before left, and joins what they say. */
export const mapAccum = <S, A, B>(
  state: S,
  items: readonly A[],
  step: (state: S, item: A, position: number) => readonly [S, readonly B[]],
): readonly [S, readonly B[]] => {
  let current = state
  const said: B[] = []
  for (let position = 0; position < items.length; position++) {
    const [next, more] = step(current, items[position] as A, position) // within the length
    current = next
    for (const one of more) said.push(one)
  }
  return [current, said]
}

/** Lets each reader read the same thing in turn; null from a reader that finds nothing. The same state when none finds anything. */
export const readAll = <S, W>(
  state: S,
  wire: W,
  readers: readonly ((state: S, wire: W) => readonly [S, readonly Signal[]] | null)[],
): readonly [S, readonly Signal[]] => {
  let current = state
  let said: readonly Signal[] = NOTHING
  let joined: Signal[] | null = null // a list of our own, once two readers have something to say
  for (const read of readers) {
    const found = read(current, wire)
    if (found === null) continue
    current = found[0]
    if (said.length === 0) said = found[1]
    else {
      joined ??= [...said]
      for (const signal of found[1]) joined.push(signal)
    }
  }
  return [current, joined ?? said]
}

export const NOTHING: readonly Signal[] = Object.freeze([])
