/**
 * Folds recordings of this project as if they came over the network, and shows the response as it grows.
 *
 *     npm run demo              paced like live streams; at once where the output is no terminal
 *     npm run demo -- --fast    at once
 */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CollectorState,
  close,
  finalize,
  initial,
  isDone,
  type Provider,
  type ProviderOptions,
  snapshot,
} from '../src/index'
import { collectDecoded, decodeRecording } from '../src/wire/index'
import { openTerminal, paintFor, type Terminal } from './terminal'
import { endLines, headLines, type Look, type Row, responseLines, tableLines, titleLines } from './view'

const RECORDINGS: readonly (readonly [Provider, string])[] = [
  ['openai', 'plain-text'],
  ['openai', 'reasoning-content'],
  ['openai', 'parallel-tool-calls'],
  ['openrouter', 'reasoning-details'],
  ['openrouter', 'summary-and-tool-call'],
  ['openai', 'two-choices'],
  ['openai', 'url-citations'],
  ['openai', 'refusal'],
  ['openai', 'length-within-arguments'],
  ['openrouter', 'error-in-mid-stream'],
  ['openai', 'cut-connection'],
]

/** How long one recording may take, and how long one event does at most. */
const RECORDING_MS = 1_500
const EVENT_MS = 60

const HIDE_CURSOR = '\u001B[?25l'
const SHOW_CURSOR = '\u001B[?25h'

const isTTY = process.stdout.isTTY === true
const isPaced = isTTY && !process.argv.includes('--fast')
const look: Look = {
  paint: paintFor(isTTY && !process.env['NO_COLOR']),
  width: Math.min(88, Math.max(40, process.stdout.columns ?? 88)),
}

const play = async (provider: Provider, name: string, terminal: Terminal): Promise<Row> => {
  const path = new URL(`../test/fixtures/${provider}/${name}`, import.meta.url)
  const about: { readonly shows: string; readonly options?: ProviderOptions } = JSON.parse(
    readFileSync(new URL(`${path}.expected.json`), 'utf8'),
  )
  terminal.print(titleLines(`${provider}/${name}`, about.shows, look))

  const chunks = decodeRecording(provider, readFileSync(new URL(`${path}.sse`)))
  const eventMs = Math.min(EVENT_MS, RECORDING_MS / chunks.length)
  let state: CollectorState = initial(provider, about.options)
  for (const decoded of chunks) {
    state = collectDecoded(state, decoded)
    terminal.show(responseLines(snapshot(state), !isDone(state), look))
    if (isPaced) await pause(eventMs)
  }
  state = close(state)
  const result = finalize(state)
  terminal.show([...responseLines(snapshot(state), false, look), ...endLines(result, look)])
  terminal.settle()
  return { name, result }
}

const terminal = openTerminal({
  isTTY,
  rows: process.stdout.rows ?? 24,
  write: (text) => void process.stdout.write(text),
})
process.stdout.on('error', () => process.exit()) // nobody reads any more
if (isTTY) {
  process.stdout.write(HIDE_CURSOR)
  process.on('exit', () => process.stdout.write(SHOW_CURSOR))
  process.on('SIGINT', () => process.exit(130))
}
terminal.print(headLines(RECORDINGS.length, look))
const rows: Row[] = []
for (const [provider, name] of RECORDINGS) rows.push(await play(provider, name, terminal))
terminal.print(tableLines(rows, look))
