/**
 * Installs the packed package in an empty folder and uses it there in bare Node, as ES modules and as CommonJS.
 * It catches what no other check sees: an import that only a bundler resolves, a file missing from the tarball.
 * Needs `dist/` (`npm run build`).
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const text = 'Hi there'

/** Of what must be installed beside it. */
const NEEDS_PEER: ReadonlySet<string> = new Set(['./testing'])

// npm tells its scripts which project they run in; the npm started here must find its own.
const { npm_config_local_prefix: _, ...env } = process.env

const run = (cwd: string, command: string, args: readonly string[]): string => {
  const done = spawnSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  if (done.status === 0) return done.stdout
  const how = done.error?.message ?? `exit code ${done.status ?? done.signal}`
  throw new Error(`${[command, ...args].join(' ')}: ${how}\n${done.stdout ?? ''}${done.stderr ?? ''}`)
}

const check = (truth: boolean, says: string, seen: unknown): void => {
  if (!truth) throw new Error(`${says}; got ${JSON.stringify(seen)}`)
  console.log(`ok  ${says}`)
}

/** The same program for both module systems; it prints what it folded, as JSON. */
const program = (imports: string): string => `${imports}
const event = (delta, finish_reason) => ({ id: 'c1', model: 'm1', choices: [{ index: 0, delta, finish_reason }] })
const events = [
  event({ role: 'assistant', content: 'Hi' }, null),
  event({ content: ' there' }, null),
  event({}, 'stop'),
]
const chunks = events.map((event) => ({ provider: 'openai', event }))
const recording = [...events.map((event) => JSON.stringify(event)), '[DONE]'].map((data) => 'data: ' + data + '\\n\\n').join('')
const decoded = decodeRecording('openai', recording)
const state = chunks.reduce(collect, initial('openai'))
const replayed = decoded.map((chunk) => chunk.right).reduce(collect, initial('openai'))
const body = toRequest('anthropic')([{ role: 'user', content: 'Hi' }, finalize(state).right.message], [], { model: 'm' })
const frames = encodeRecording('bedrock', [{ provider: 'bedrock', event: { messageStop: { stopReason: 'end_turn' } } }])
const collector = createCollector({ tools: [tool({ name: 'add', schema: { required: ['a'] }, resolve: ({ a }) => a })] })
for (const part of ['{"a"', ': 1}']) collector.push(part)
const binary = decodeRecording('bedrock', frames).map((chunk) => chunk.right.event)
console.log(JSON.stringify({ result: finalize(state), tags: decoded.map((chunk) => chunk._tag), replayed: finalize(replayed), roles: body.messages.map(({ role }) => role), binary, selected: collector.finish() }))
`

const programs = {
  'esm.mjs': program(
    "import { collect, finalize, initial } from 'chunkfold'\nimport { toRequest } from 'chunkfold/request'\nimport { createCollector, tool } from 'chunkfold/runner'\nimport { decodeRecording, encodeRecording } from 'chunkfold/wire'",
  ),
  'cjs.cjs': program(
    "const { collect, finalize, initial } = require('chunkfold')\nconst { toRequest } = require('chunkfold/request')\nconst { createCollector, tool } = require('chunkfold/runner')\nconst { decodeRecording, encodeRecording } = require('chunkfold/wire')",
  ),
}

type Output = {
  readonly result: { readonly _tag: string; readonly right?: { readonly text: string } }
  readonly replayed: unknown
  readonly tags: readonly string[]
  readonly roles: readonly string[]
  readonly binary: unknown
  readonly selected: unknown
}

const smoke = (folder: string): void => {
  const packed: readonly { readonly filename: string }[] = JSON.parse(
    run(root, 'npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]),
  )
  const tarball = join(folder, packed[0]?.filename ?? '')
  const consumer = join(folder, 'consumer')
  mkdirSync(consumer)
  writeFileSync(join(consumer, 'package.json'), '{ "private": true }\n')
  run(consumer, 'npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball])
  console.log('ok  the packed package installs in an empty folder')

  const fold = (file: keyof typeof programs): Output => {
    writeFileSync(join(consumer, file), programs[file])
    return JSON.parse(run(consumer, process.execPath, [file]))
  }
  const esm = fold('esm.mjs')
  const cjs = fold('cjs.cjs')
  check(esm.result._tag === 'Right' && esm.result.right?.text === text, 'import folds a stream', esm.result)
  check(cjs.result._tag === 'Right' && cjs.result.right?.text === text, 'require folds a stream', cjs.result)
  check(
    esm.tags.length === 4 && esm.tags.every((tag) => tag === 'Right'),
    'a recording decodes to its events',
    esm.tags,
  )
  check(
    isDeepStrictEqual(esm.replayed, esm.result),
    'the decoded recording folds to the same response',
    esm.replayed,
  )
  check(
    isDeepStrictEqual(esm.roles, ['user', 'assistant']),
    'a request is written from a conversation',
    esm.roles,
  )
  check(
    isDeepStrictEqual(esm.binary, [{ messageStop: { stopReason: 'end_turn' } }]),
    'the AWS event stream goes to bytes and back',
    esm.binary,
  )
  check(esm.selected === 1, 'a collector selects by a JSON Schema', esm.selected)
  check(isDeepStrictEqual(esm, cjs), 'ES modules and CommonJS give the same result', [esm, cjs])

  const bin = join(consumer, 'node_modules', '.bin', 'chunkfold')
  const help = run(consumer, bin, ['--help'])
  check(help.includes('chunkfold'), 'the installed command shows its help', help)

  const manifest: { readonly exports: Readonly<Record<string, unknown>> } = JSON.parse(
    readFileSync(join(consumer, 'node_modules', 'chunkfold', 'package.json'), 'utf8'),
  )
  const entries = Object.keys(manifest.exports)
    .filter((subpath) => !NEEDS_PEER.has(subpath))
    .map((subpath) => `chunkfold${subpath.slice(1)}`)
  for (const entry of entries.filter((name) => !name.endsWith('.json'))) {
    run(consumer, process.execPath, ['--input-type=module', '-e', `import '${entry}'`])
    run(consumer, process.execPath, ['--input-type=commonjs', '-e', `require('${entry}')`])
  }
  console.log(`ok  every entry loads by itself: ${entries.join(', ')}`)

  // fast-check is an optional peer: everything above works without it, only chunkfold/testing needs it.
  symlinkSync(join(root, 'node_modules', 'fast-check'), join(consumer, 'node_modules', 'fast-check'), 'dir')
  run(consumer, process.execPath, ['--input-type=module', '-e', "import 'chunkfold/testing'"])
  run(consumer, process.execPath, ['--input-type=commonjs', '-e', "require('chunkfold/testing')"])
  console.log('ok  chunkfold/testing loads beside fast-check')
}

const folder = mkdtempSync(join(tmpdir(), 'chunkfold-smoke-'))
try {
  if (!existsSync(join(root, 'dist', 'index.js')))
    throw new Error('there is no dist: run npm run build first')
  smoke(folder)
} catch (error) {
  console.error(`not ok  ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
