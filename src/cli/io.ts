import type * as E from 'fp-ts/Either'

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
}

/** Bytes as they arrive. */
export interface Source {
  readonly bytes: AsyncIterable<Uint8Array>
  /** How many there will be; absent where nobody knows, as in a pipe. */
  readonly size?: number
}

export interface Sink {
  readonly isTTY: boolean
  /**
   * Resolves when the text was taken, so that a slow reader slows the writer down; `false` when nobody reads any more.
   * Rejects when it cannot be written for any other reason.
   */
  readonly write: (text: string) => Promise<boolean>
}

/** 0: a whole response. 1: no whole response. 2: the command could not do its work. */
export type ExitCode = 0 | 1 | 2
