import * as E from 'fp-ts/Either'
import type { Io, JournalFile, Sink, Source } from '../../src/cli/io'
import type { PriceBook } from '../../src/cost'
import { sse as bodyOf } from '../wire/support'

export interface World {
  readonly files?: Readonly<Record<string, readonly string[] | Source>>
  readonly stdin?: readonly string[] | Source
  readonly isTTY?: { readonly stdout?: boolean; readonly stderr?: boolean }
  /** Of the standard error. */
  readonly columns?: number
  /** Of the standard output; the default takes everything. */
  readonly write?: Sink['write']
  /** What the clock says, call by call; it stands still by default. */
  readonly now?: () => number
  readonly env?: Io['env']
  readonly fetch?: Io['fetch']
  readonly modules?: Readonly<Record<string, unknown>>
  readonly journals?: (path: string) => JournalFile
  readonly prices?: PriceBook
  /** Is given what hears an interruption. */
  readonly interrupt?: (heard: () => void) => void
}

export interface FakeIo {
  readonly io: Io
  readonly out: () => string
  readonly err: () => string
}

/** An `Io` made of text. */
export const fakeIo = (world: World = {}): FakeIo => {
  let out = ''
  let err = ''
  const io: Io = {
    version: '1.2.3',
    stdin: sourceOf(world.stdin ?? []),
    stdout: {
      isTTY: world.isTTY?.stdout ?? false,
      write: async (text) => {
        out += text
        return (await world.write?.(text)) ?? true
      },
    },
    stderr: {
      isTTY: world.isTTY?.stderr ?? false,
      columns: world.columns,
      write: async (text) => {
        err += text
        return true
      },
    },
    open: async (path) => {
      const file = world.files?.[path]
      return file === undefined ? E.left(`There is no file "${path}".`) : E.right(sourceOf(file))
    },
    now: world.now ?? (() => 0),
    env: world.env ?? {},
    fetch: world.fetch ?? (() => Promise.reject(new Error('nobody is to be asked'))),
    load: async (path) => {
      const module = world.modules?.[path]
      return module === undefined ? E.left(`"${path}" cannot be loaded.`) : E.right(module)
    },
    journal: async (path) => E.right(world.journals?.(path) ?? { text: '', write: () => {} }),
    prices: async () => world.prices,
    onInterrupt: (heard) => {
      world.interrupt?.(heard)
      return () => {}
    },
    every: (_, again) => {
      again()
      return () => {}
    },
  }
  return { io, out: () => out, err: () => err }
}

const sourceOf = (given: readonly string[] | Source): Source =>
  'bytes' in given ? given : { bytes: bytesOf(given.map((piece) => new TextEncoder().encode(piece))) }

export async function* bytesOf(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces
}

/** A source that says how far it was read, and whether it was let go. */
export const watched = (pieces: Iterable<string>) => {
  const seen = { pulled: 0, released: false }
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      for (const piece of pieces) {
        seen.pulled++
        yield new TextEncoder().encode(piece)
      }
    } finally {
      seen.released = true
    }
  }
  return { seen, source: { bytes: bytes() } }
}

/** The events of Chat Completions as server-sent events, one piece each. */
export const sse = (events: readonly unknown[]): readonly string[] => events.map((event) => bodyOf(event))
