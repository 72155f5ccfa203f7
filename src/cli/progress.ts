import type { Io, Source } from './io'

/** Nothing is shown for inputs that are read within this time. */
const QUIET_MS = 400
const BETWEEN_MS = 100

/**
 * The source's bytes, while a line on the standard error says how many have passed. Nothing is written unless that is a terminal, and
 * the line is wiped when the bytes are over or nobody wants more.
 */
export async function* withProgress(source: Source, io: Io): AsyncGenerator<Uint8Array> {
  const started = io.now()
  let shownAt = started + QUIET_MS - BETWEEN_MS
  let isShown = false
  let bytes = 0
  try {
    for await (const piece of source.bytes) {
      yield piece
      bytes += piece.length
      const now = io.now()
      if (now - shownAt < BETWEEN_MS) continue
      shownAt = now
      isShown = true
      await io.stderr.write(`${WIPE}${progressText(bytes, source.size)}`)
    }
  } finally {
    if (isShown) await io.stderr.write(WIPE)
  }
}

/** To the start of the line, and clear it. */
const WIPE = '\r\u001B[K'

export const progressText = (bytes: number, size: number | undefined): string =>
  size === undefined || size <= 0
    ? `${amount(bytes)} folded`
    : `${Math.min(100, Math.floor((100 * bytes) / size))} % of ${amount(size)} folded`

const amount = (bytes: number): string =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
