import {
  accessSync,
  appendFileSync,
  constants,
  existsSync,
  readFileSync,
  statSync,
  truncateSync,
} from 'node:fs'
import * as E from 'fp-ts/Either'
import { messageOf } from '../data'
import type { JournalFile } from './io'

/**
 * A journal on disk. Lines are written at once and one by one, so that each is there before anything is done about it. Opening it changes nothing that is in
 * it: what was torn off a last line goes when the first new one is written, which nobody does before it is known to be a journal. Two processes that go on
 * with one run do not get far: who finds a line of another's in the file writes no more.
 *
 * @param isThere whether there has to be one, to go on with
 */
export const openJournal = async (path: string, isThere: boolean): Promise<E.Either<string, JournalFile>> => {
  try {
    if (isThere && !existsSync(path)) return E.left(`There is no journal "${path}".`)
    if (!isThere && !existsSync(path)) appendFileSync(path, '')
    if (!statSync(path).isFile()) return E.left(`The journal "${path}" cannot be used: it is no file.`)
    accessSync(path, constants.R_OK | constants.W_OK)
    const bytes = readFileSync(path)
    const whole = bytes.lastIndexOf(LINE_FEED) + 1
    let isTorn = whole < bytes.length
    let size = bytes.length
    return E.right({
      text: bytes.toString('utf8'),
      write: (line) => {
        if (statSync(path).size !== size) throw new Error(`somebody else writes to "${path}".`)
        if (isTorn) truncateSync(path, whole)
        appendFileSync(path, line)
        size = (isTorn ? whole : size) + Buffer.byteLength(line)
        isTorn = false
      },
    })
  } catch (thrown) {
    const why = messageOf(thrown)
    return E.left(`The journal "${path}" cannot be used: ${why}.`)
  }
}

const LINE_FEED = 0x0a
