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
  /**
   * The text of the open part, while no tag was seen: a lone `</think>` says that it was reasoning. Null once a tag was seen.
   */
  readonly untagged: string | null
}

export interface ThinkPiece {
  /** `orphan`: a closing tag without an opening one; the text is all of the open part's, to be said again as reasoning. */
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
  for (let tag = nextTag(rest, inside, untagged); tag !== undefined; tag = nextTag(rest, inside, untagged)) {
    const before = rest.slice(0, tag.start)
    rest = rest.slice(tag.start + tag.text.length)
    const isOrphan = !inside && tag.text === CLOSE
    pieces.push(
      isOrphan
        ? { kind: 'orphan', text: (untagged ?? '') + before }
        : { kind: inside ? 'reasoning' : 'text', text: before },
    )
    inside = tag.text === OPEN
    untagged = null
  }
  const sure = rest.slice(0, rest.length - heldLength(rest, inside, untagged))
  if (sure !== '') pieces.push({ kind: inside ? 'reasoning' : 'text', text: sure })
  const next = { inside, held: rest.slice(sure.length), untagged: untagged === null ? null : untagged + sure }
  return [next, pieces]
}

/** What is still held back when no more of it comes. */
export const flushThink = (state: ThinkState): readonly ThinkPiece[] =>
  state.held === '' ? [] : [{ kind: state.inside ? 'reasoning' : 'text', text: state.held }]

/** The open part has ended: what it said stays what it is. */
export const endUntagged = (state: ThinkState): ThinkState =>
  state.untagged === null || state.untagged === '' ? state : { ...state, untagged: '' }

const nextTag = (text: string, inside: boolean, untagged: string | null) =>
  awaited(inside, untagged)
    .map((tag) => ({ text: tag, start: text.indexOf(tag) }))
    .filter((tag) => tag.start >= 0)
    .sort((a, b) => a.start - b.start)[0]

const awaited = (inside: boolean, untagged: string | null): readonly string[] =>
  inside ? [CLOSE] : untagged !== null ? [OPEN, CLOSE] : [OPEN]

/** The length of the longest end of `text` that begins an awaited tag. */
const heldLength = (text: string, inside: boolean, untagged: string | null): number => {
  for (let length = Math.min(text.length, CLOSE.length - 1); length > 0; length--) {
    const end = text.slice(-length)
    if (awaited(inside, untagged).some((tag) => length < tag.length && tag.startsWith(end))) return length
  }
  return 0
}
