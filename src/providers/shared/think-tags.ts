/**
 * Splits text that carries reasoning between `<think>` and `</think>`, whatever way it is cut into fragments. What may be the beginning of a
 * tag is held back, and nothing more than that.
 *
 * ```
 *   "a <b"      → text "a <b"       "<" and "<b" are held only while they may still become a tag
 *   "…plan</th" → reasoning "…plan" held "</th"
 * ```
 */
export interface ThinkState {
  readonly inside: boolean
  readonly held: string
  /** The text given out while no tag was seen: a lone `</think>` says that it was reasoning. Null once a tag was seen. */
  readonly untagged: string | null
}

export interface ThinkPiece {
  /** `orphan`: a closing tag without an opening one; all text given out so far and this one are reasoning. */
  readonly kind: 'text' | 'reasoning' | 'orphan'
  readonly text: string
}

const OPEN = '<think>'
const CLOSE = '</think>'

/** `inside`: the model's template opens the tag, so that the stream starts within it. */
export const initialThink = (inside: boolean): ThinkState => ({
  inside,
  held: '',
  untagged: inside ? null : '',
})

export const splitThink = (
  state: ThinkState,
  fragment: string,
): readonly [ThinkState, readonly ThinkPiece[]] => {
  const pieces: ThinkPiece[] = []
  let { inside, untagged } = state
  let rest = state.held + fragment
  for (;;) {
    const tag = nextTag(rest, inside, untagged !== null)
    if (tag === undefined) break
    const before = rest.slice(0, tag.start)
    rest = rest.slice(tag.start + tag.text.length)
    pieces.push({ kind: inside ? 'reasoning' : tag.text === CLOSE ? 'orphan' : 'text', text: before })
    inside = tag.text === OPEN
    untagged = null
  }
  const held = rest.slice(rest.length - heldLength(rest, inside, untagged !== null))
  const sure = rest.slice(0, rest.length - held.length)
  if (sure !== '') pieces.push({ kind: inside ? 'reasoning' : 'text', text: sure })
  return [{ inside, held, untagged: untagged === null ? null : untagged + sure }, pieces]
}

/** What is still held back when the stream ends. */
export const flushThink = (state: ThinkState): readonly ThinkPiece[] =>
  state.held === '' ? [] : [{ kind: state.inside ? 'reasoning' : 'text', text: state.held }]

const nextTag = (text: string, inside: boolean, orphanCounts: boolean) =>
  awaited(inside, orphanCounts)
    .map((tag) => ({ text: tag, start: text.indexOf(tag) }))
    .filter((tag) => tag.start >= 0)
    .sort((a, b) => a.start - b.start)[0]

const awaited = (inside: boolean, orphanCounts: boolean): readonly string[] =>
  inside ? [CLOSE] : orphanCounts ? [OPEN, CLOSE] : [OPEN]

/** The length of the longest end of `text` that begins an awaited tag. */
const heldLength = (text: string, inside: boolean, orphanCounts: boolean): number => {
  for (let length = Math.min(text.length, CLOSE.length - 1); length > 0; length--) {
    const end = text.slice(-length)
    if (awaited(inside, orphanCounts).some((tag) => length < tag.length && tag.startsWith(end))) return length
  }
  return 0
}
