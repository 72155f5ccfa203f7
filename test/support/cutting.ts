/** Cuts a body at some of its positions; the pieces may be empty. */
export const cut = <T extends Uint8Array | string>(body: T, at: readonly number[]): readonly T[] => {
  const inside = at.map((position) => position % (body.length + 1)).toSorted((a, b) => a - b)
  const ends = [...inside, body.length]
  return ends.map((end, n) => body.slice(ends[n - 1] ?? 0, end) as T) // slicing keeps the kind
}

/** Every piece is one byte or one UTF-16 unit. */
export const shred = <T extends Uint8Array | string>(body: T): readonly T[] =>
  cut(
    body,
    Array.from({ length: body.length }, (_, at) => at),
  )
