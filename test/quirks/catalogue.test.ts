// The Q ids number the catalogue of server quirks that the project keeps. It lies beside the repository where the project is worked on.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))
const catalogue = fileURLToPath(new URL('../../../shared/QUIRKS.md', import.meta.url))

/** Where an entry is tested: in this folder, with the framing of bytes, or in a part of the library that is still to come. */
type Place = 'here' | 'wire' | `later: ${string}`

const table: readonly (readonly [place: Place, ids: string])[] = [
  ['here', 'Q01 Q02 Q03 Q04 Q07 Q08 Q11 Q12 Q13 Q14 Q15 Q16 Q17 Q18 Q19 Q20 Q21'],
  ['here', 'Q22 Q23 Q24 Q25 Q26 Q27 Q28 Q29 Q30 Q31 Q32 Q33 Q35 Q36 Q38'],
  ['here', 'Q39 Q40 Q42 Q43 Q44 Q45 Q46'],
  ['wire', 'Q47 Q48 Q49 Q50 Q51'],
  ['here', 'Q52 Q53 Q54 Q55 Q56 Q57 Q58 Q59 Q61 Q62 Q63 Q67 Q68 Q69 Q70 Q71 Q72'],
  ['here', 'Q73 Q74 Q75 Q76 Q77 Q78 Q79 Q80 Q81'],
  ['here', 'Q83 Q84 Q85 Q86 Q87'],
  ['here', 'Q99 Q100'],
  ['here', 'Q101'],
  ['here', 'Q88 Q89 Q91 Q92 Q93 Q94 Q95 Q96 Q97 Q98'],
  ['here', 'Q102 Q103 Q104 Q105 Q107 Q108 Q109 Q110 Q111'],
  ['later: json', 'Q106'],
  ['later: transport', 'Q112'],
  ['later: agent', 'Q113 Q114 Q115 Q116 Q117 Q118 Q119 Q120 Q122 Q123 Q125 Q126'],
  ['here', 'Q121 Q124'],
]

const entries = table.flatMap(([place, ids]) => ids.split(' ').map((id) => ({ id, place })))

/** The ids that start a test's title in a folder of tests: `it('Q07: …')`, `it.each(…)('Q07: …')`. */
const testedIn = (folder: string): ReadonlySet<string> =>
  new Set(
    readdirSync(folder)
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .flatMap((source) => [...source.matchAll(/\(\s*'(Q\d+): /g)].map(([, id = '']) => id)),
  )

describe('the catalogue of quirks', () => {
  it('names each entry once', () => {
    const ids = entries.map(({ id }) => id)
    expect(ids).toHaveLength(new Set(ids).size)
  })

  it('has a test for each entry that belongs here, and no test of another', () => {
    const expected = entries.filter(({ place }) => place === 'here').map(({ id }) => id)
    expect([...testedIn(here)].toSorted()).toEqual(expected.toSorted())
  })

  it('is complete', ({ skip }) => {
    if (!existsSync(catalogue)) skip('the catalogue is not beside the repository')
    const listed = readFileSync(catalogue, 'utf8').matchAll(/^### (Q\d+) /gm)
    const ids = [...listed].map(([, id = '']) => id)
    expect(entries.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  })
})
