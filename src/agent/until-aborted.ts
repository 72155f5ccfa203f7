/**
 * What a source gives, until a signal says that nobody wants more: then it ends at once, even while the source is at work on what may never come, and the
 * source is told to stop.
 */
export const untilAborted = <T>(
  source: AsyncGenerator<T, void, undefined>,
  signal: AbortSignal,
): AsyncIterableIterator<T> => {
  // One at a time is waited for. `Promise.race` with a promise of the abort would keep something of each until that came.
  let endWait: () => void = () => {}

  const stop = (): void => {
    endWait()
    source.return().catch(() => {}) // nobody hears it any more
  }
  const settle = (): void => signal.removeEventListener('abort', stop)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })

  return {
    next: () => {
      if (signal.aborted) return Promise.resolve(DONE)
      return new Promise((resolve, reject) => {
        endWait = () => resolve(DONE)
        source.next().then((next) => {
          if (next.done === true) settle()
          resolve(next)
        }, reject)
      })
    },
    return: async () => {
      settle()
      stop()
      return DONE
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined }
