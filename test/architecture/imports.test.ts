import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { importsOf, violationsOf } from './import-graph'
import { entry, roomNameOf, rooms } from './rooms'
import type { Rule, SourceText } from './source'

const root = fileURLToPath(new URL('../..', import.meta.url))

const files: readonly SourceText[] = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((found) => found.isFile() && found.name.endsWith('.ts'))
  .map((found) => join(found.parentPath, found.name))
  .map((path) => ({ path: relative(root, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }))

const messagesOf = (file: SourceText, rule: Rule): readonly string[] =>
  violationsOf(file)
    .filter((violation) => violation.rule === rule)
    .map((violation) => violation.message)

const rules: { readonly [R in Rule]: string } = {
  'unknown-room': 'every folder of src is a room of the table',
  'room-order': 'a room imports only from the rooms below it',
  door: 'imports between rooms go through the door',
  'door-content': 'a door re-exports by name and does nothing else',
  outside: 'src imports nothing that lies beside src',
  package: 'a room uses only its own packages',
  'node-builtin': 'only the command uses Node',
  'impure-global': 'the core uses no clock, chance, console, network or locale',
  'module-state': 'the core has no state of its own',
}

const ruleNames = Object.keys(rules) as readonly Rule[] // the keys of a mapped type over Rule are exactly Rule

describe('src', () => {
  it('has every room of the table, each with its door', () => {
    const paths = files.map((file) => file.path)
    const doors = rooms.filter((room) => room.name !== 'cli').map((room) => `src/${room.name}/index.ts`)
    expect(paths).toEqual(expect.arrayContaining([`src/${entry.name}`, 'src/cli/main.ts', ...doors]))
  })

  it.each(ruleNames.map((rule) => [rules[rule], rule] as const))('%s', (_, rule) => {
    expect(files.flatMap((file) => messagesOf(file, rule))).toEqual([])
  })
})

describe('the table of rooms', () => {
  it('lists the lowest room first', () => {
    const names = rooms.map((room) => room.name)
    for (const [at, room] of rooms.entries()) {
      expect(names.slice(0, at), room.name).toEqual(expect.arrayContaining([...room.rooms]))
    }
  })
})

/** Small sources that break one rule each, and the message they must get. */
const broken: readonly (readonly [rule: Rule, path: string, text: string, message: string])[] = [
  [
    'unknown-room',
    'src/helpers/string.ts',
    'export const a = 1',
    'src/helpers/string.ts: src/helpers is not in the table of rooms',
  ],
  [
    'unknown-room',
    'src/version.ts',
    'export const version = 1',
    'src/version.ts: src/version.ts is not in the table of rooms',
  ],
  [
    'room-order',
    'src/data/parse.ts',
    "import { type Frame } from '../frames'",
    "src/data/parse.ts:1 imports '../frames': data may import only from nothing",
  ],
  [
    'room-order',
    'src/frames/frame.ts',
    "\nimport type { State } from '../collector'",
    "src/frames/frame.ts:2 imports '../collector': frames may import only from persistent, data",
  ],
  [
    'room-order',
    'src/frames/frame.ts',
    "type State = import('../collector').State",
    "src/frames/frame.ts:1 imports '../collector': frames may import only from persistent, data",
  ],
  [
    'room-order',
    'src/providers/openai/translate.ts',
    "export { fold } from '../../collector/index'",
    "src/providers/openai/translate.ts:1 imports '../../collector/index': providers may import only from persistent, data, frames",
  ],
  [
    'room-order',
    'src/collector/collect.ts',
    "const wire = () => import('../wire')",
    "src/collector/collect.ts:1 imports '../wire': collector may import only from persistent, data, frames, providers",
  ],
  [
    'room-order',
    'src/index.ts',
    "export { decodeRecording } from './wire'",
    "src/index.ts:1 imports './wire': index.ts may import only from persistent, data, json, standard, frames, providers, collector, decoded, cost, partial, request, machine",
  ],
  [
    'room-order',
    'src/cli/main.ts',
    "import { initial } from '..'",
    "src/cli/main.ts:1 imports '..': cli may import only from persistent, data, frames, providers, collector, cost, wire, transport, agent, testing",
  ],
  [
    'door',
    'src/frames/part.ts',
    "import { parse } from '../data/parse'",
    "src/frames/part.ts:1 imports '../data/parse': the only door of data is src/data/index.ts",
  ],
  [
    'door',
    'src/wire/read.ts',
    "import { toRequest } from '../providers/requests'",
    "src/wire/read.ts:1 imports '../providers/requests': the only door of providers is src/providers/index.ts",
  ],
  [
    'door',
    'src/collector/collect.ts',
    "import { translate } from '../providers/openai'",
    "src/collector/collect.ts:1 imports '../providers/openai': the only door of providers is src/providers/index.ts",
  ],
  [
    'door',
    'src/index.ts',
    "export { fold } from './collector/fold'",
    "src/index.ts:1 imports './collector/fold': the only door of collector is src/collector/index.ts",
  ],
  [
    'door-content',
    'src/data/index.ts',
    "export * from './value'",
    "src/data/index.ts:1 has 'export * from './value'': a door holds only 'export { names } from'",
  ],
  [
    'door-content',
    'src/data/index.ts',
    "export * as value from './value'",
    "src/data/index.ts:1 has 'export * as value from './value'': a door holds only 'export { names } from'",
  ],
  [
    'door-content',
    'src/providers/openai/index.ts',
    "export { a } from './a'\nexport const twice = (n: number) => {\n  return 2 * n\n}",
    "src/providers/openai/index.ts:2 has 'export const twice = (n: number) => {': a door holds only 'export { names } from'",
  ],
  [
    'door-content',
    'src/index.ts',
    "import { a } from './json'\nexport { a }",
    "src/index.ts:1 has 'import { a } from './json'': a door holds only 'export { names } from'",
  ],
  [
    'outside',
    'src/testing/laws.ts',
    "import { helper } from '../../test/helper'",
    "src/testing/laws.ts:1 imports '../../test/helper': that is in no room of src",
  ],
  [
    'outside',
    'src/data/value.ts',
    "import manifest from '../../package.json'",
    "src/data/value.ts:1 imports '../../package.json': that is in no room of src",
  ],
  [
    'package',
    'src/frames/usage.ts',
    "import Big from 'big.js'",
    "src/frames/usage.ts:1 imports 'big.js': frames may use only fp-ts",
  ],
  [
    'package',
    'src/providers/openai/events.ts',
    "import type { Stream } from '@scope/sdk/streaming'",
    "src/providers/openai/events.ts:1 imports '@scope/sdk/streaming': providers may use only fp-ts",
  ],
  [
    'package',
    'src/collector/collect.ts',
    "import { createParser } from 'eventsource-parser'",
    "src/collector/collect.ts:1 imports 'eventsource-parser': collector may use only fp-ts",
  ],
  [
    'package',
    'src/wire/sse.ts',
    "import fc from 'fast-check'",
    "src/wire/sse.ts:1 imports 'fast-check': wire may use only fp-ts, eventsource-parser, @smithy/eventstream-codec",
  ],
  [
    'package',
    'src/data/value.ts',
    'const load = (name: string) => import(name)',
    "src/data/value.ts:1 imports 'name': data may use only fp-ts",
  ],
  [
    'package',
    'src/agent/tool.ts',
    'const load = (path: string) => import(pathToFileURL(path).href)',
    "src/agent/tool.ts:1 imports 'pathToFileURL(path).href': agent may use only fp-ts",
  ],
  [
    'node-builtin',
    'src/wire/bytes.ts',
    "import { Buffer } from 'node:buffer'",
    "src/wire/bytes.ts:1 imports 'node:buffer': wire runs without Node",
  ],
  [
    'node-builtin',
    'src/data/value.ts',
    "import { isDeepStrictEqual } from 'util'",
    "src/data/value.ts:1 imports 'util': data runs without Node",
  ],
  [
    'node-builtin',
    'src/testing/laws.ts',
    "const fs = require('node:fs')",
    "src/testing/laws.ts:1 imports 'node:fs': testing runs without Node",
  ],
  [
    'module-state',
    'src/data/value.ts',
    'let seen = 0',
    "src/data/value.ts:1 has a module-level 'let': the core keeps no state of its own",
  ],
  [
    'module-state',
    'src/data/value.ts',
    'var seen = 0',
    "src/data/value.ts:1 has a module-level 'var': the core keeps no state of its own",
  ],
  [
    'module-state',
    'src/persistent/list.ts',
    'const cache = new WeakMap<object, string>()',
    "src/persistent/list.ts:1 has a module-level 'new WeakMap': the core keeps no state of its own (declare a lookup table as ReadonlyMap or ReadonlySet)",
  ],
  [
    'module-state',
    'src/collector/state.ts',
    "const tables = { names: new Set(['a']), byId: new Map() }",
    "src/collector/state.ts:1 has a module-level 'new Map': the core keeps no state of its own (declare a lookup table as ReadonlyMap or ReadonlySet)",
  ],
  [
    'module-state',
    'src/collector/state.ts',
    'const next = (() => {\n  let n = 0\n  return () => n++\n})()',
    "src/collector/state.ts:2 has a module-level 'let': the core keeps no state of its own",
  ],
]

const impure: readonly (readonly [name: string, text: string])[] = [
  ['process', "const debug = process.env['DEBUG']"],
  ['console', 'export const warn = (text: string) => console.warn(text)'],
  ['Date', 'const now = () => Date.now()'],
  ['Date', 'type At = { readonly at: Date }'],
  ['Math.random', 'const id = () => Math.random()'],
  ["Math['random']", "const id = () => Math['random']()"],
  ['{ random } = Math', 'const { random } = Math'],
  ['setTimeout', 'const later = (run: () => void) => setTimeout(run, 1)'],
  ['clearInterval', 'const stop = clearInterval'],
  ['queueMicrotask', 'const soon = { queueMicrotask }'],
  ['fetch', "const load = () => fetch('/')"],
  ['crypto', 'const id = () => crypto.randomUUID()'],
  ['performance', 'const now = () => performance.now()'],
  ['globalThis', 'const all = globalThis'],
  ['Intl', 'const format = new Intl.NumberFormat()'],
]

describe('the checker', () => {
  it.each(broken)('reports %s in %s: %s', (rule, path, text, message) => {
    expect(messagesOf({ path, text }, rule)).toContain(message)
  })

  it.each(impure)('reports the use of %s in the core: %s', (name, text) => {
    const message = `src/frames/issue.ts:1 uses ${name}: the core gets it in its arguments`
    expect(messagesOf({ path: 'src/frames/issue.ts', text }, 'impure-global')).toEqual([message])
  })

  it('has a breaking example of every rule', () => {
    expect(new Set([...broken.map(([rule]) => rule), 'impure-global'])).toEqual(new Set(ruleNames))
  })

  it.each([
    [
      'src/collector/index.ts',
      "export { collect, type State } from './collect'\nexport { a as b } from '../frames'",
    ],
    [
      'src/collector/fold.ts',
      "import { type Frame } from '../frames'\nimport { translate } from '../providers/index'",
    ],
    [
      'src/providers/openai/translate.ts',
      "import { calls } from '../shared/tool-calls'\nimport { a } from '../data'",
    ],
    ['src/frames/select.ts', "import * as E from 'fp-ts/Either'"],
    ['src/wire/sse.ts', "import { createParser } from 'eventsource-parser'\nconst buffers = new Map()"],
    ['src/testing/arbitraries.ts', "import fc from 'fast-check'\nimport { encode } from '../wire'"],
    [
      'src/cli/main.ts',
      "import { readFile } from 'node:fs/promises'\nimport m from '../../package.json'\nconsole.log(m)",
    ],
    ['src/cli/main.ts', 'const load = (path: string) => import(pathToFileURL(path).href)'],
    [
      'src/data/value.ts',
      'const max = Math.max(1, 2)\nexport const seen = () => {\n  let n = 0\n  return new Set([n])\n}',
    ],
    ['src/data/table.ts', "const kinds: ReadonlyMap<string, number> = new Map([['a', 1]])"],
    [
      'src/data/names.ts',
      'export const at = (event: { process: string }, fetch: number) => [event.process, fetch]',
    ],
    ['src/data/shadow.ts', 'type Date = string\nexport const today = (date: Date) => ({ console: date })'],
  ])('lets %s be: %s', (path, text) => {
    expect(violationsOf({ path, text })).toEqual([])
  })

  it('sees every form of import, in order', () => {
    const text = `
      import a from './a'
      import type { B } from './b'
      import './c'
      export { d } from './d'
      export * from './e'
      type F = import('./f').F
      const g = () => import('./g')
      const h = require('./h')
      import i = require('./i')
      // import './comment'
      const j = "import './string'"
    `
    const seen = importsOf({ path: 'src/data/a.ts', text }).map((found) => found.specifier)
    expect(seen).toEqual(['./a', './b', './c', './d', './e', './f', './g', './h', './i'])
  })

  it('names rooms by their folder', () => {
    expect(roomNameOf('src/providers/openai/events.ts')).toBe('providers')
  })
})
