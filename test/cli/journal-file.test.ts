import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/Either'
import { afterAll, describe, expect, it } from 'vitest'
import { openJournal } from '../../src/cli/journal-file'

const folder = mkdtempSync(join(tmpdir(), 'chunkfold-journal-'))
afterAll(() => rmSync(folder, { recursive: true }))

const opened = async (path: string, isThere = true) => {
  const journal = await openJournal(path, isThere)
  if (E.isLeft(journal)) throw new Error(journal.left)
  return journal.right
}

describe('a journal on disk', () => {
  it('begins empty, and has each line as soon as it is written', async () => {
    const path = join(folder, 'new.jsonl')
    const journal = await opened(path, false)
    expect(journal.text).toBe('')
    journal.write('{"a":1}\n')
    expect(readFileSync(path, 'utf8')).toBe('{"a":1}\n')
  })

  it('loses what was torn off, even within a character, with the first line that is written', async () => {
    const path = join(folder, 'torn.jsonl')
    writeFileSync(path, Buffer.concat([Buffer.from('{"a":"é"}\n{"b":"'), Buffer.from('é').subarray(0, 1)]))
    const journal = await opened(path)
    expect(journal.text.startsWith('{"a":"é"}\n{"b":"')).toBe(true)
    journal.write('{"c":3}\n')
    journal.write('{"d":4}\n')
    expect(readFileSync(path, 'utf8')).toBe('{"a":"é"}\n{"c":3}\n{"d":4}\n')
  })

  it('is written to no more once somebody else does, or takes it away', async () => {
    const path = join(folder, 'shared.jsonl')
    writeFileSync(path, '{"a":"é"}\n{"b":')
    const [one, other] = [await opened(path), await opened(path)]
    one.write('{"c":"é"}\n')
    one.write('{"d":4}\n')
    expect(() => other.write('{"e":5}\n')).toThrow(`somebody else writes to "${path}".`)
    expect(readFileSync(path, 'utf8')).toBe('{"a":"é"}\n{"c":"é"}\n{"d":4}\n')
    rmSync(path)
    expect(() => one.write('{"f":6}\n')).toThrow('ENOENT')
  })

  it.each([true, false])(
    'is not touched by being opened, whatever it is (to go on with: %s)',
    async (isThere) => {
      const path = join(folder, 'notes.txt')
      writeFileSync(path, 'notes without a last line feed')
      await opened(path, isThere)
      expect(readFileSync(path, 'utf8')).toBe('notes without a last line feed')
    },
  )

  it('to go on with has to be there, and is not made', async () => {
    const path = join(folder, 'none.jsonl')
    expect(await openJournal(path, true)).toEqual(E.left(`There is no journal "${path}".`))
    expect(existsSync(path)).toBe(false)
  })

  it.each([folder, '/dev/null'])('is a file: %s is none', async (path) => {
    const journal = await openJournal(path, false)
    expect(journal).toEqual(E.left(`The journal "${path}" cannot be used: it is no file.`))
  })

  it('says why it cannot be made', async () => {
    const journal = await openJournal(join(folder, 'no', 'such', 'folder.jsonl'), false)
    expect(E.isLeft(journal) && journal.left).toMatch(/cannot be used: ENOENT/)
  })
})
