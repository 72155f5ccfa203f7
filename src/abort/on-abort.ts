/** Those who wait for a signal. It is listened to once, whoever waits: many requests with one signal are no leak, and runtimes warn of many listeners. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/** Calls `stop` when the signal is aborted; what is given back ends that. A signal that is aborted already calls nobody. */
export const onAbort = (signal: AbortSignal, stop: () => void): (() => void) => {
  const known = waiting.get(signal)
  const all = known ?? new Set<() => void>()
  if (known === undefined) {
    waiting.set(signal, all)
    signal.addEventListener('abort', () => callAll(all), { once: true })
  }
  all.add(stop)
  return () => void all.delete(stop)
}

const callAll = (all: Set<() => void>): void => {
  const stops = [...all]
  all.clear()
  for (const stop of stops) stop()
}

/** What is promised, or the signal's reason as soon as it is aborted: who promises may not listen to it. */
export const unlessAborted = <T>(signal: AbortSignal, promise: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason)
      return
    }
    const release = onAbort(signal, () => reject(signal.reason))
    promise().then(resolve, reject).finally(release)
  })
