import * as E from 'fp-ts/Either'
import type { Io, JournalFile, Sink } from './io'

/** Shorter ones are words such as `ollama`, which servers that want no key are given, and which answers hold. */
const SHORTEST = 12

const PUT_INSTEAD = '[key]'

/** An `Io` that prints and writes down nothing that has the secret in it: a server may repeat a key in what it says of it. */
export const withoutSecret = (io: Io, secret: string | undefined): Io => {
  if (secret === undefined || secret.length < SHORTEST) return io
  const inJson = JSON.stringify(secret).slice(1, -1)
  const clean = (text: string): string => text.replaceAll(secret, PUT_INSTEAD).replaceAll(inJson, PUT_INSTEAD)
  const sink = ({ isTTY, write }: Sink): Sink => ({ isTTY, write: (text) => write(clean(text)) })
  const file = ({ text, write }: JournalFile): JournalFile => ({ text, write: (line) => write(clean(line)) })
  return {
    ...io,
    stdout: sink(io.stdout),
    stderr: sink(io.stderr),
    journal: async (path, isThere) => E.map(file)(await io.journal(path, isThere)),
  }
}
