/** A stream of items that come one by one; each iteration starts anew. */
export const arriving = <T>(items: Iterable<T>): AsyncIterable<T> => ({
  async *[Symbol.asyncIterator]() {
    yield* items
  },
})

export const itemsOf = async <T>(stream: AsyncIterable<T>): Promise<readonly T[]> => {
  const items: T[] = []
  for await (const item of stream) items.push(item)
  return items
}
