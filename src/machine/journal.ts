import * as E from 'fp-ts/Either'
import { isRecord } from '../data'
import { type AgentConfig, agentConfig } from './config'
import type { Effect } from './effects'
import type { AgentEvent } from './events'
import { step } from './machine'
import { type AgentState, initialAgentState } from './state'

/**
 * A run on paper: a first line that says what decides it, then each event on a line of its own, in the order in which they were folded. It is enough to
 * rebuild every state.
 */
export interface Journal {
  /** What the run was decided by, but for its price book. */
  readonly config: AgentConfig
  readonly events: readonly AgentEvent[]
  /** What was left of a last line that was not written to its end. */
  readonly torn?: string
}

const JOURNAL_VERSION = 1

/** The first line, its line feed included. */
export const journalHead = ({ prices: _prices, ...config }: AgentConfig): string =>
  `${JSON.stringify({ journal: 'chunkfold', version: JOURNAL_VERSION, config })}\n`

/** The line of an event, its line feed included. */
export const journalLine = (event: AgentEvent): string => `${JSON.stringify(event)}\n`

/** Why a text is no journal. `line` counts from 1. */
export interface JournalError {
  readonly code: 'not-a-journal' | 'unknown-version' | 'broken-line'
  readonly message: string
  readonly line: number
}

/**
 * Reads a journal back. A last line without its line feed was torn off when the writer died, and is left out: its effects were not performed. Any other
 * line that is no event is an error.
 */
export const readJournal = (text: string): E.Either<JournalError, Journal> => {
  const lines = text.split('\n')
  const torn = lines.pop() ?? ''
  const [first, ...rest] = lines
  const head = headIn(first)
  if (E.isLeft(head)) return head
  const events: AgentEvent[] = []
  for (const [index, line] of rest.entries()) {
    const event = parsed(line)
    if (!isEvent(event)) return E.left(brokenLine(index + 2))
    events.push(event)
  }
  return E.right({ config: head.right, events, ...(torn !== '' && { torn }) })
}

const headIn = (line: string | undefined): E.Either<JournalError, AgentConfig> => {
  const head = parsed(line ?? '')
  if (!isRecord(head) || head['journal'] !== 'chunkfold') {
    return E.left({ code: 'not-a-journal', message: 'The text does not begin as a journal does.', line: 1 })
  }
  const { version, config } = head
  if (version !== JOURNAL_VERSION) {
    const message = `The journal is of version ${String(version)}; this reads version ${JOURNAL_VERSION}.`
    return E.left({ code: 'unknown-version', message, line: 1 })
  }
  try {
    return E.right(agentConfig(config as unknown as AgentConfig)) // written by `journalHead`, or refused
  } catch {
    return E.left({
      code: 'broken-line',
      message: 'Line 1 of the journal has no config that makes sense.',
      line: 1,
    })
  }
}

/** What a line holds; undefined for no JSON. Not by our own reader, whose limit on depth an event that holds a deep chunk would pass. */
const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** An event has what every one of its kind has; of a kind that is not known here, it has a kind and a time. */
const isEvent = (json: unknown): json is AgentEvent => {
  if (!isRecord(json) || typeof json['type'] !== 'string' || typeof json['at'] !== 'number') return false
  const fields: Fields = Object.hasOwn(FIELDS, json['type']) ? FIELDS[json['type'] as AgentEvent['type']] : {} // by the check
  return Object.entries(fields).every(([name, kind]) =>
    kind === 'list'
      ? Array.isArray(json[name])
      : kind === 'object'
        ? isRecord(json[name])
        : typeof json[name] === kind,
  )
}

type Fields = { readonly [name: string]: 'string' | 'number' | 'object' | 'list' }

/** What the machine reads of an event without looking. */
const FIELDS: { readonly [T in AgentEvent['type']]: Fields } = {
  'run-started': { runId: 'string', random: 'number', messages: 'list' },
  'run-resumed': {},
  'run-halted': { reason: 'string' },
  'model-chunk': { key: 'string', chunk: 'object' },
  'model-faulted': { key: 'string', fault: 'object' },
  'model-ended': { key: 'string' },
  'tool-started': { key: 'string' },
  'tool-progressed': { key: 'string' },
  'tool-succeeded': { key: 'string' },
  'tool-failed': { key: 'string', code: 'string', message: 'string' },
  'tool-timed-out': { key: 'string', timeoutMs: 'number' },
  'call-decided': { key: 'string' },
  'input-repaired': { key: 'string' },
  'timer-fired': { key: 'string' },
}

const brokenLine = (line: number): JournalError => ({
  code: 'broken-line',
  message: `Line ${line} of the journal is no event.`,
  line,
})

/** A state, the event that led to it, and what was asked for then. */
export interface Replayed {
  readonly event: AgentEvent
  readonly state: AgentState
  readonly effects: readonly Effect[]
}

/**
 * Each step of a journal, one after the other: the same states as in the run, and the same effects, of which nothing is performed.
 *
 * @param config in place of the journal's own: with the run's price book the costs are the same too
 */
export function* replay(
  journal: Journal,
  config: AgentConfig = journal.config,
): Generator<Replayed, void, undefined> {
  const next = step(config)
  let state = initialAgentState
  for (const event of journal.events) {
    const [after, effects] = next(state, event)
    state = after
    yield { event, state, effects }
  }
}

/** The state at a journal's end. */
export const replayed = (journal: Journal, config: AgentConfig = journal.config): AgentState => {
  const next = step(config)
  return journal.events.reduce((state, event) => next(state, event)[0], initialAgentState)
}
