import * as E from 'fp-ts/Either'
import type { Io, JournalFile, Sink } from './io'

/** Shorter ones are words such as `ollama`, which servers that want no key are given, and which answers hold. */
const SHORTEST = 12

const PUT_INSTEAD = '[key]'

export interface Discreet {
  readonly io: Io
  /** Writes what was held back: it might have become the secret. */
  readonly flush: () => Promise<void>
}

/** An `Io` that prints and writes down nothing that has the secret in it: a server may repeat a key in what it says of it. */
export const withoutSecret = (io: Io, secret: string | undefined): Discreet => {
  if (secret === undefined || secret.length < SHORTEST) return { io, flush: async () => {} }
  const clean = cleanerOf(secret)
  const out = discreetSink(io.stdout, secret, clean)
  const err = discreetSink(io.stderr, secret, clean)
  const file = ({ text, write }: JournalFile): JournalFile => ({ text, write: (line) => write(clean(line)) })
  return {
    io: {
      ...io,
      stdout: out.sink,
      stderr: err.sink,
      journal: async (path, isThere) => E.map(file)(await io.journal(path, isThere)),
    },
    flush: async () => {
      await out.flush()
      await err.flush()
    },
  }
}

const cleanerOf = (secret: string) => {
  const inJson = JSON.stringify(secret).slice(1, -1)
  return (text: string): string =>
    withoutBeginnings(text.replaceAll(secret, PUT_INSTEAD).replaceAll(inJson, PUT_INSTEAD), secret)
}

/** A long text is told by its beginning, which may end within the secret. */
const withoutBeginnings = (text: string, secret: string): string => {
  if (!text.includes('…')) return text
  let cleaned = text
  for (let length = secret.length - 1; length >= SHORTEST; length--) {
    cleaned = cleaned.replaceAll(`${secret.slice(0, length)}…`, `${PUT_INSTEAD}…`)
  }
  return cleaned
}

/** The secret may come in pieces, too: what may be its beginning is held back until more comes. */
const discreetSink = (to: Sink, secret: string, clean: (text: string) => string) => {
  let held = ''
  const sink: Sink = {
    isTTY: to.isTTY,
    get columns() {
      return to.columns
    },
    write: async (text) => {
      const all = clean(held + text)
      const end = all.length - beginningAtEnd(all, secret)
      held = all.slice(end)
      return end === 0 || to.write(all.slice(0, end))
    },
  }
  const flush = async (): Promise<void> => {
    const rest = held
    held = ''
    if (rest !== '') await to.write(rest)
  }
  return { sink, flush }
}

/** How much of the secret's beginning a text ends with. */
const beginningAtEnd = (text: string, secret: string): number => {
  for (let length = Math.min(text.length, secret.length - 1); length > 0; length--) {
    if (text.endsWith(secret.slice(0, length))) return length
  }
  return 0
}
