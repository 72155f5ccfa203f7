/**
 * What a source gives, until a signal says that nobody wants more: then it ends at once, even while the source is at work on what may never come, and the
 * source is told to stop.
 */
export const untilAborted = <T>(
  source: AsyncGenerator<T, void, undefined>,
  signal: AbortSignal,
): AsyncIterableIterator<T> => {
  let end: (done: IteratorReturnResult<undefined>) => void = () => {}
  const over = new Promise<IteratorReturnResult<undefined>>((resolve) => {
    end = resolve
  })
  const stop = (): void => {
    end(DONE)
    source.return().catch(() => {}) // nobody hears it any more
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  const settle = (): void => signal.removeEventListener('abort', stop)
  return {
    next: async () => {
      if (signal.aborted) return DONE
      const next = await Promise.race([source.next(), over])
      if (next.done === true) settle()
      return next
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
