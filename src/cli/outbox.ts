import type { Sink, Source } from './io'

/** Text on its way out. It leaves when the input has nothing more to read just now, so that it is live and yet costs few writes. */
export interface Outbox {
  /** `false` when nobody reads any more. */
  readonly put: (text: string) => Promise<boolean>
  readonly flush: () => Promise<boolean>
  /** The bytes, with what they led to sent off before more of them is asked for. They end when nobody reads any more. */
  readonly between: (bytes: Source['bytes']) => AsyncIterable<Uint8Array>
}

/** Characters held at most: a state after each chunk soon makes more of them than the chunk has. */
const FULL = 65_536

export const outbox = (sink: Sink): Outbox => {
  let held = ''
  let isGone = false

  const flush = async (): Promise<boolean> => {
    if (held === '' || isGone) return !isGone
    const text = held
    held = ''
    isGone = !(await sink.write(text))
    return !isGone
  }

  return {
    flush,
    put: async (text) => {
      held += text
      return held.length < FULL ? !isGone : flush()
    },
    between: async function* (bytes) {
      for await (const piece of bytes) {
        yield piece
        if (!(await flush())) return
      }
    },
  }
}
