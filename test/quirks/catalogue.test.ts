// The Q ids number the catalogue of server quirks that the project keeps. It lies beside the repository where the project is worked on.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const tests = fileURLToPath(new URL('..', import.meta.url))
const catalogue = fileURLToPath(new URL('../../../shared/QUIRKS.md', import.meta.url))

const ids = (list: string): readonly string[] => list.split(' ')

/** The entries by the file that shows what a stream of theirs folds to, or what its bytes are read as. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'quirks/tool-calls.test.ts': ids('Q01 Q02 Q03 Q04 Q07 Q08 Q11 Q12 Q13 Q14 Q15 Q16 Q17 Q18 Q19 Q20 Q21'),
  'quirks/chat-chunks.test.ts': ids('Q22 Q23 Q24 Q25 Q26 Q27 Q28 Q29 Q30 Q31 Q32 Q33 Q35 Q36 Q38'),
  'quirks/content.test.ts': ids('Q39 Q40 Q42 Q43 Q44 Q45 Q46'),
  'wire/quirks.test.ts': ids('Q26 Q32 Q47 Q48 Q49 Q50 Q51 Q79'),
  'quirks/anthropic.test.ts': ids('Q52 Q53 Q54 Q55 Q56 Q57 Q58 Q59 Q61 Q62 Q63 Q67 Q68 Q69 Q70 Q71 Q72'),
  'quirks/google.test.ts': ids('Q73 Q74 Q75 Q76 Q77 Q78 Q79 Q80 Q81'),
  'quirks/bedrock.test.ts': ids('Q83 Q84 Q85 Q86 Q87'),
  'quirks/openai-responses.test.ts': ids('Q45 Q88 Q89 Q91 Q92 Q93 Q94 Q95 Q96 Q97 Q98 Q103'),
  'quirks/ollama.test.ts': ids('Q99 Q100'),
  'quirks/cohere.test.ts': ids('Q101'),
  'quirks/arguments.test.ts': ids('Q102 Q103 Q104 Q105 Q107 Q108 Q109 Q121 Q124'),
  'quirks/growth.test.ts': ids('Q110 Q111'),
  'quirks/partial.test.ts': ids('Q106'),
  'quirks/agent.test.ts': ids(
    'Q21 Q68 Q69 Q102 Q103 Q105 Q112 Q113 Q114 Q115 Q116 Q117 Q118 Q119 Q120 Q122 Q123 Q124 Q125 Q126',
  ),
  'quirks/agent-stops.test.ts': ids('Q112 Q113 Q119 Q120'),
  // What a server takes ill only in the next request.
  'quirks/sent-back.test.ts': ids('Q18 Q20 Q40 Q46 Q56 Q58 Q59 Q61 Q68 Q70 Q72 Q75 Q86 Q88 Q98 Q104 Q107'),
}

/** The entries of which something, or everything, is not shown: what was decided otherwise. */
const LATER: Readonly<Record<string, string>> = {
  Q67: 'decision: blocks stand in the order of their first event; the catalogue would have them sorted by index',
  Q92: 'decision: sections of reasoning are joined without a break in `reasoning`; they stand apart in its part',
}

const pathsIn = (folder: string): readonly string[] =>
  readdirSync(join(tests, folder))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`)

/** The ids that start a test's title in a file: `Qnn: …` in `it` or `it.each`. */
const titledIn = (path: string): readonly string[] => [
  ...new Set(
    [...readFileSync(join(tests, path), 'utf8').matchAll(/\(\s*'(Q\d+): /g)].map(([, id = '']) => id),
  ),
]

describe('the catalogue of quirks', () => {
  it('has a test of each entry in the file that shows it, and in no other file of its folder', () => {
    const titled = [...pathsIn('quirks'), 'wire/quirks.test.ts']
      .map((path) => [path, titledIn(path).toSorted()] as const)
      .filter(([, found]) => found.length > 0)
    const expected = Object.entries(SHOWN).map(([path, shown]) => [path, shown.toSorted()])
    expect(Object.fromEntries(titled)).toEqual(Object.fromEntries(expected))
  })

  it('is complete: what no test shows has a reason', ({ skip }) => {
    if (!existsSync(catalogue)) skip('the catalogue is not beside the repository')
    const listed = readFileSync(catalogue, 'utf8').matchAll(/^### (Q\d+) /gm)
    const known = new Set([...Object.values(SHOWN).flat(), ...Object.keys(LATER)])
    expect([...known].toSorted()).toEqual([...listed].map(([, id = '']) => id).toSorted())
  })
})
