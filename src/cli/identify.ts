import * as E from 'fp-ts/Either'
import { messageOf } from '../data'
import type { Provider } from '../frames'
import { detect } from '../wire'
import type { Source } from './io'

/** How much of an input is looked at, and held back, until its provider is known. */
const HEAD_BYTES = 65_536

/** An input whose provider is known, with all its bytes. */
export interface Identified {
  readonly provider: Provider
  readonly bytes: Source['bytes']
}

/** Tells the provider from the first bytes, as early as they allow; `Left` is a plain sentence that says why it cannot be told. */
export const identify = async (bytes: Source['bytes']): Promise<E.Either<string, Identified>> => {
  const iterator = bytes[Symbol.asyncIterator]()
  const pieces: Uint8Array[] = []
  const head = new Uint8Array(HEAD_BYTES)
  let size = 0
  let detected = detect(head.subarray(0, 0))
  while (size < HEAD_BYTES) {
    let next: IteratorResult<Uint8Array>
    try {
      next = await iterator.next()
    } catch (thrown) {
      return E.left(`The input cannot be read: ${messageOf(thrown)}.`)
    }
    if (next.done === true) break
    pieces.push(next.value)
    const fitting = next.value.subarray(0, HEAD_BYTES - size)
    head.set(fitting, size)
    size += fitting.length
    detected = detect(head.subarray(0, size))
    if (E.isRight(detected)) break
  }
  if (E.isRight(detected)) return E.right({ provider: detected.right, bytes: resumed(pieces, iterator) })
  await iterator.return?.()
  return E.left(`${detected.left.message.replace(/\.$/, '')}; name its provider with --provider.`)
}

/** All pieces from the first on; stopping early stops the source. */
async function* resumed(
  pieces: readonly Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value
  } finally {
    await iterator.return?.()
  }
}
