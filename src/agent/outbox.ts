/** Frames on their way from a run to its one reader. The run looks at `room` before it takes more from a source that could flood it. */
export interface Outbox<T> {
  readonly put: (items: readonly T[]) => void
  /** Nothing comes any more. What was put is still given. */
  readonly close: () => void
  /** Given up: everything that waits ends with it. */
  readonly fail: (thrown: unknown) => void
  /** Undefined while there is room; else a promise of it. */
  readonly room: () => Promise<void> | undefined
  readonly next: () => Promise<IteratorResult<T, undefined>>
  /** The reader is gone: what was put is dropped, and nothing is kept any more. */
  readonly discard: () => void
  /** There is a reader: what is put is kept for it. Before that it is dropped, as nobody may ever come. */
  readonly attach: () => void
}

interface Waiting<T> {
  readonly resolve: (result: IteratorResult<T, undefined>) => void
  readonly reject: (thrown: unknown) => void
}

export const openOutbox = <T>(): Outbox<T> => {
  const items: T[] = []
  const readers: Waiting<T>[] = []
  let makers: (() => void)[] = []
  let isAttached = false
  let isClosed = false
  let failure: { readonly thrown: unknown } | undefined

  const letOn = (): void => {
    const waiting = makers
    makers = []
    for (const resolve of waiting) resolve()
  }

  return {
    put: (more) => {
      if (!isAttached) return
      for (const item of more) {
        const reader = readers.shift()
        if (reader === undefined) items.push(item)
        else reader.resolve({ done: false, value: item })
      }
    },
    close: () => {
      isClosed = true
      for (const reader of readers.splice(0)) reader.resolve(DONE)
      letOn()
    },
    fail: (thrown) => {
      failure = { thrown }
      for (const reader of readers.splice(0)) reader.reject(thrown)
      letOn()
    },
    room: () => (items.length === 0 ? undefined : new Promise<void>((resolve) => makers.push(resolve))),
    next: () => {
      const item = items.shift()
      if (item !== undefined) {
        if (items.length === 0) letOn()
        return Promise.resolve({ done: false, value: item })
      }
      if (failure !== undefined) return Promise.reject(failure.thrown)
      if (isClosed) return Promise.resolve(DONE)
      return new Promise((resolve, reject) => readers.push({ resolve, reject }))
    },
    discard: () => {
      isAttached = false
      items.length = 0
      letOn()
    },
    attach: () => {
      isAttached = true
    },
  }
}

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined }
