import type { ContentPart } from '../../frames'

/** Content without half a pair: a call that the provider runs goes back with its result, and neither alone. */
export const withoutHalfPairs = (content: readonly ContentPart[]): readonly ContentPart[] => {
  const begun = new Set(content.flatMap((part) => (part.type === 'server-tool-call' ? [part.id] : [])))
  const finished = new Set(content.flatMap((part) => (part.type === 'server-tool-result' ? [part.id] : [])))
  return content.filter(
    (part) =>
      (part.type !== 'server-tool-call' || finished.has(part.id)) &&
      (part.type !== 'server-tool-result' || begun.has(part.id)),
  )
}
