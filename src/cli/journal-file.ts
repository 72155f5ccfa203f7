import { appendFileSync, readFileSync, truncateSync } from 'node:fs'
import * as E from 'fp-ts/Either'
import type { JournalFile } from './io'

/** A journal on disk. Lines are written at once and one by one, so that each is there before anything is done about it. */
export const openJournal = async (path: string): Promise<E.Either<string, JournalFile>> => {
  try {
    appendFileSync(path, '') // it has to be there, and to take more
    const bytes = readFileSync(path)
    const whole = bytes.lastIndexOf(0x0a) + 1
    if (whole < bytes.length) truncateSync(path, whole)
    return E.right({
      text: bytes.subarray(0, whole).toString('utf8'),
      write: (line) => appendFileSync(path, line),
    })
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    return E.left(`The journal "${path}" cannot be used: ${why}.`)
  }
}
