import * as E from 'fp-ts/Either'
import { LONGEST_TIMER } from '../data'
import type { Provider } from '../frames'
import { type Decoded, type TimedOut, timedOut } from '../wire'

/** How long an answer may take, in milliseconds. What is absent is not limited, nor by more than 24 days. */
export interface Timeouts {
  /** From the request to the first chunk. */
  readonly firstChunk?: number | undefined
  /** From one chunk to the next. The time that the reader takes does not count. */
  readonly idle?: number | undefined
  /** From the request to the end of the answer, the reader's time included. */
  readonly total?: number | undefined
}

/** @throws TypeError for a limit that is no number of milliseconds: the caller's mistake. */
export const requireTimeouts = (timeouts: Timeouts): void => {
  for (const [name, limit] of Object.entries(timeouts)) {
    if (limit !== undefined && !(typeof limit === 'number' && limit >= 0)) {
      throw new TypeError(
        `\`timeouts.${name}\` is a number of milliseconds, 0 or more; it is ${String(limit)}.`,
      )
    }
  }
}

/** The chunks, and in place of one that does not come in time why the stream is given up. */
export async function* limited<P extends Provider>(
  chunks: AsyncIterableIterator<Decoded<P>>,
  timeouts: Timeouts,
): AsyncGenerator<Decoded<P>, void, undefined> {
  const begun = performance.now()
  let isFirst = true
  try {
    for (;;) {
      const next = await inTime(chunks.next(), nearest(timeouts, isFirst, performance.now() - begun))
      if ('code' in next) {
        yield E.left(next)
        return
      }
      if (next.done === true) return
      isFirst = false
      yield next.value
    }
  } finally {
    void chunks.return?.()
  }
}

/** The limit that is reached first, and how much of it is left. */
interface Limit {
  readonly left: number
  readonly error: TimedOut
}

const nearest = (timeouts: Timeouts, isFirst: boolean, spent: number): Limit | undefined => {
  const limits: Limit[] = []
  const wait = isFirst ? timeouts.firstChunk : timeouts.idle
  if (wait !== undefined) limits.push({ left: wait, error: timedOut(isFirst ? 'first-chunk' : 'idle', wait) })
  const { total } = timeouts
  if (total !== undefined) limits.push({ left: Math.max(0, total - spent), error: timedOut('total', total) })
  return limits.filter(({ left }) => left <= LONGEST_TIMER).sort((a, b) => a.left - b.left)[0]
}

const inTime = async <T extends object>(
  promise: Promise<T>,
  limit: Limit | undefined,
): Promise<T | TimedOut> => {
  if (limit === undefined) return promise
  if (limit.left <= 0) return limit.error // a chunk that lies ready would always win the race
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<TimedOut>((resolve) => {
    timer = setTimeout(() => resolve(limit.error), limit.left)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
