#!/usr/bin/env node
import { type FileHandle, open } from 'node:fs/promises'
import process from 'node:process'
import type { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import * as E from 'fp-ts/Either'
import { version } from '../../package.json'
import { genaiPriceBook } from '../cost'
import { messageOf } from '../data'
import type { ExitCode, Io, Sink, Source } from './io'
import { openJournal } from './journal-file'
import { run } from './run'

const openFile = async (path: string): Promise<E.Either<string, Source>> => {
  let file: FileHandle | undefined
  try {
    file = await open(path)
    const stat = await file.stat()
    if (!stat.isDirectory()) {
      return E.right({ bytes: bytesOf(file.createReadStream()), ...(stat.isFile() && { size: stat.size }) })
    }
    await file.close()
    return E.left(`"${path}" is a directory, not a file.`)
  } catch (thrown) {
    await file?.close()
    return E.left(whyNot(path, thrown))
  }
}

const whyNot = (path: string, thrown: unknown): string => {
  switch (codeOf(thrown)) {
    case 'ENOENT':
      return `There is no file "${path}".`
    case 'EACCES':
      return `The file "${path}" may not be read.`
    default:
      return `The file "${path}" cannot be read: ${messageOf(thrown)}.`
  }
}

const codeOf = (thrown: unknown): unknown =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined

const loadModule = async (path: string): Promise<E.Either<string, unknown>> => {
  try {
    return E.right(await import(pathToFileURL(path).href))
  } catch (thrown) {
    return E.left(`"${path}" cannot be loaded: ${messageOf(thrown)}.`)
  }
}

/** Node types what a stream gives as `any`: without an encoding it is bytes. */
async function* bytesOf(stream: Readable): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) yield piece
}

const sinkOf = (stream: Writable & { readonly isTTY?: boolean; readonly columns?: number }): Sink => {
  stream.on('error', () => {}) // each write hears of it itself
  return {
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns
    },
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => {
          if (error === null || error === undefined) resolve(true)
          else if (codeOf(error) === 'EPIPE' || codeOf(error) === 'ERR_STREAM_DESTROYED') resolve(false)
          else reject(new Error(`The output cannot be written: ${error.message}.`))
        })
      }),
  }
}

const io: Io = {
  version,
  stdin: { bytes: bytesOf(process.stdin) },
  stdout: sinkOf(process.stdout),
  stderr: sinkOf(process.stderr),
  open: openFile,
  now: () => performance.now(),
  env: process.env,
  fetch: globalThis.fetch,
  load: loadModule,
  journal: openJournal,
  prices: async () => {
    try {
      const { calcPrice } = await import('@pydantic/genai-prices')
      return genaiPriceBook(calcPrice)
    } catch {
      return undefined // it is not installed
    }
  },
  onInterrupt: (heard) => {
    process.once('SIGINT', heard) // a second one ends the process as ever
    return () => process.removeListener('SIGINT', heard)
  },
  every: (milliseconds, again) => {
    const timer = setInterval(again, milliseconds)
    return () => clearInterval(timer)
  },
}

const finished = async (): Promise<ExitCode> => {
  try {
    return await run(process.argv.slice(2), io)
  } catch (thrown) {
    await io.stderr.write(`chunkfold: ${messageOf(thrown)}\n`)
    return 2
  }
}

process.exit(await finished()) // all is written by now; tools may have left timers behind, and connections
