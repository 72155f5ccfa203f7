import { isSameJson, type JsonObject, mergeJson } from '../data'
import type { Arrange, ContentPart, PartEnd, ReasoningKind, Signal } from '../frames'
import { slotAt } from './pen'
import type { Draft, Slot } from './state'

/** The end of a part together with what the provider says the whole of it is. */
export type FinalPart = PartEnd & { readonly content: ContentPart }

export const isFinal = (signal: Signal): signal is FinalPart | Arrange =>
  signal.type === 'arrange' || (signal.type === 'part-end' && signal.content !== undefined)

/** What a provider says in the end of parts that have come, in signals that the fold knows. */
export const reconcile = (draft: Draft, signal: FinalPart | Arrange): readonly Signal[] =>
  signal.type === 'arrange' ? arrange(draft, signal) : settle(draft, signal)

/** Takes back all parts from the first one that moves, and says them again in their new places. */
const arrange = (draft: Draft, { part, order }: Arrange): readonly Signal[] => [
  { type: 'reset', part, onward: true },
  ...order.flatMap((old, nth) => sayAgain(slotAt(draft, old), part + nth)),
]

const sayAgain = (slot: Slot | undefined, part: number): readonly Signal[] => {
  if (slot === undefined || slot.state === 'void') return []
  const { content, choice } = slot
  const where: Where = choice === 0 ? { part } : { part, choice }
  const isEnded = slot.state === 'closed' && wordsOf(content) !== undefined
  return [...anew(content, where), ...(isEnded ? [{ type: 'part-end', part } as const] : [])]
}

/**
 * A final value: what its deltas left out, and the part's end. Nothing, when a part that has ended already was just so. Where the deltas said
 * something else, the part is taken back first, and an issue tells of it.
 */
const settle = (draft: Draft, { content: final, choice, open, ...end }: FinalPart): readonly Signal[] => {
  const slot = slotAt(draft, end.part)
  const where: Where = choice === undefined ? { part: end.part } : { part: end.part, choice }
  const isEnded = open === true || wordsOf(final) === undefined // what comes whole has ended by itself
  const ending: readonly Signal[] = isEnded ? [] : [end]
  if (slot === undefined || slot.state === 'void') return [...anew(final, where), ...ending]
  const held = slot.content
  const words = wordsOf(held)
  if (held.type === final.type) {
    const isSame = words === undefined ? isSameJson(held, final) : words === wordsOf(final)
    if (slot.state === 'closed' && isSame) return []
    if (slot.state === 'open' && (words === undefined || words === ''))
      return [...more(held, final, where), ...ending]
    if (slot.state === 'open' && isSame) return [...extras(held, final, where), ...ending]
  }
  return [
    { type: 'issue', issue: { code: 'final-value-differs', message: DIFFERS, ...where } },
    { type: 'reset', ...where },
    ...anew(final, where),
    ...ending,
  ]
}

interface Where {
  readonly part: number
  readonly choice?: number
}

const DIFFERS = 'A part is not what its deltas said; its final value stands.'

/** What deltas say of a part; undefined for parts that come whole. */
const wordsOf = (content: ContentPart): string | undefined => {
  switch (content.type) {
    case 'text':
    case 'refusal':
      return content.text
    case 'reasoning':
      return [...content.content, ...content.summary].join('')
    case 'tool-call':
      return content.arguments
    default:
      return undefined
  }
}

/** A part from its beginning. */
const anew = (final: ContentPart, where: Where): readonly Signal[] => more(undefined, final, where)

/** What a part without words lacks still. A call tells its name before its arguments; what stands beside other words follows them. */
const more = (held: ContentPart | undefined, final: ContentPart, where: Where): readonly Signal[] =>
  final.type === 'tool-call'
    ? [...extras(held, final, where), ...deltas(final, where)]
    : [...deltas(final, where), ...extras(held, final, where)]

/** The words of a part, or the part itself where it comes whole. */
const deltas = (final: ContentPart, where: Where): readonly Signal[] => {
  switch (final.type) {
    case 'text':
      return [{ type: 'text-delta', ...where, text: final.text }]
    case 'refusal':
      return [{ type: 'refusal-delta', ...where, text: final.text }]
    case 'reasoning':
      return [...sections('content', final.content, where), ...sections('summary', final.summary, where)]
    case 'tool-call':
      return [{ type: 'tool-call-delta', ...where, arguments: final.arguments }]
    default:
      return [{ type: 'part', ...where, content: final }]
  }
}

const sections = (kind: ReasoningKind, texts: readonly string[], where: Where): readonly Signal[] =>
  texts.map((text) => ({ type: 'reasoning-delta', ...where, kind, newSection: true, text }))

/** What a part has beside its words, and `held` does not have. */
const extras = (held: ContentPart | undefined, final: ContentPart, where: Where): readonly Signal[] => {
  switch (final.type) {
    case 'text': {
      const known = held?.type === 'text' ? (held.citations?.length ?? 0) : 0
      const cited = (final.citations ?? []).slice(known)
      return [
        ...cited.map((citation) => ({ type: 'citation', ...where, citation }) as const),
        ...textMarks(final, where),
      ]
    }
    case 'refusal':
      return textMarks(final, where)
    case 'reasoning': {
      const { signature, extra } = final
      const encrypted =
        held?.type === 'reasoning' && held.encrypted !== undefined ? undefined : final.encrypted
      const opens = held === undefined && final.content.length + final.summary.length === 0
      return !opens && signature === undefined && encrypted === undefined && extra === undefined
        ? []
        : [
            {
              type: 'reasoning-mark',
              ...where,
              ...(signature !== undefined && { signature }),
              ...(encrypted !== undefined && { encrypted }),
              ...(extra !== undefined && { extra }),
            },
          ]
    }
    case 'tool-call': {
      const { id, name, kind, extra, synthesizedId } = final
      const identity = {
        id,
        name,
        kind,
        ...(extra !== undefined && { extra }),
        ...(synthesizedId !== undefined && { synthesizedId }),
      }
      const isKnown =
        held?.type === 'tool-call' &&
        held.id === id &&
        held.name === name &&
        held.kind === kind &&
        (extra === undefined || (held.extra !== undefined && mergeJson(held.extra, extra) === held.extra))
      return isKnown ? [] : [{ type: 'tool-call-delta', ...where, ...identity, arguments: '' }]
    }
    default:
      return []
  }
}

const textMarks = (
  final: { readonly type: 'text' | 'refusal'; readonly extra?: JsonObject },
  where: Where,
): readonly Signal[] =>
  final.extra === undefined ? [] : [{ type: 'text-mark', ...where, of: final.type, extra: final.extra }]
