import type * as E from 'fp-ts/Either'
import type { PriceBook } from '../cost'
import type { Environment } from './keys'

/** The world as the command sees it. `main.ts` makes it of Node's; tests make their own. */
export interface Io {
  readonly version: string
  readonly stdin: Source
  readonly stdout: Sink
  readonly stderr: Sink
  /** Opens a file for reading; `Left` is a plain sentence that says why it cannot be read. */
  readonly open: (path: string) => Promise<E.Either<string, Source>>
  /** Milliseconds of any clock that only goes forward. */
  readonly now: () => number
  readonly env: Environment
  readonly fetch: typeof globalThis.fetch
  /** Loads a module; `Left` is a plain sentence that says why it cannot be loaded. */
  readonly load: (path: string) => Promise<E.Either<string, unknown>>
  /** Opens a journal, and changes nothing in it: one that has to be there, or one that may be made. */
  readonly journal: (path: string, isThere: boolean) => Promise<E.Either<string, JournalFile>>
  /** What tokens cost, where the machine has a dataset that says so. */
  readonly prices: () => Promise<PriceBook | undefined>
  /** Hears when somebody interrupts the command, once; what is given back ends that. */
  readonly onInterrupt: (heard: () => void) => () => void
  /** Does something again and again, until what is given back is called. */
  readonly every: (milliseconds: number, run: () => void) => () => void
}

/** A journal on disk. */
export interface JournalFile {
  /** All that stands in it, what was torn off a last line too. */
  readonly text: string
  /** Writes a line behind the last whole one; it is in the file when the call returns. */
  readonly write: (line: string) => void
}

/** Bytes as they arrive. */
export interface Source {
  readonly bytes: AsyncIterable<Uint8Array>
  /** How many there will be; absent where nobody knows, as in a pipe. */
  readonly size?: number
}

export interface Sink {
  readonly isTTY: boolean
  /** How wide the terminal is now; absent where there is none. */
  readonly columns?: number | undefined
  /**
   * Resolves when the text was taken, so that a slow reader slows the writer down; `false` when nobody reads any more.
   * Rejects when it cannot be written for any other reason.
   */
  readonly write: (text: string) => Promise<boolean>
}

/** 0: a whole response, an answer. 1: none. 2: the command could not do its work. 130: it was interrupted. */
export type ExitCode = 0 | 1 | 2 | 130
