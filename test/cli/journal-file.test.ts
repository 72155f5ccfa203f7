import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import { afterAll, describe, expect, it } from 'vitest'
import { openJournal } from '../../src/cli/journal-file'

const folder = mkdtempSync(join(tmpdir(), 'chunkfold-journal-'))
afterAll(() => rmSync(folder, { recursive: true }))

const opened = async (path: string) => {
  const journal = await openJournal(path)
  if (E.isLeft(journal)) throw new Error(journal.left)
  return journal.right
}

describe('a journal on disk', () => {
  it('begins empty, and has each line as soon as it is written', async () => {
    const path = join(folder, 'new.jsonl')
    const journal = await opened(path)
    expect(journal.text).toBe('')
    journal.write('{"a":1}\n')
    expect(readFileSync(path, 'utf8')).toBe('{"a":1}\n')
  })

  it('loses what was torn off, even within a character, and takes more behind the last whole line', async () => {
    const path = join(folder, 'torn.jsonl')
    writeFileSync(path, Buffer.concat([Buffer.from('{"a":"é"}\n{"b":"'), Buffer.from('é').subarray(0, 1)]))
    const journal = await opened(path)
    expect(journal.text).toBe('{"a":"é"}\n')
    journal.write('{"c":3}\n')
    expect(readFileSync(path, 'utf8')).toBe('{"a":"é"}\n{"c":3}\n')
  })

  it('says why it cannot be used', async () => {
    const journal = await openJournal(folder)
    expect(E.isLeft(journal) && journal.left).toMatch(/^The journal ".*" cannot be used: EISDIR/)
  })
})
