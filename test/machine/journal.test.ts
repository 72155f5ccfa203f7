import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import {
  type AgentEvent,
  agentConfig,
  initialAgentState,
  journalHead,
  journalLine,
  readJournal,
  replay,
  step,
} from '../../src/machine'

const config = agentConfig({
  models: [{ id: 'm', provider: 'openai', settings: { model: 'm' }, options: {} }],
  tools: [{ name: 'add' }],
  prices: () => undefined,
})

const started: AgentEvent = {
  type: 'run-started',
  at: 1_000,
  runId: 'r1',
  random: 0.5,
  messages: [{ role: 'user', content: 'Two lines:\n\u2028 one, and " another.' }],
}

const halted: AgentEvent = { type: 'run-halted', at: 2_000, reason: 'aborted' }

const text = journalHead(config) + journalLine(started) + journalLine(halted)

const errorOf = (journal: string): unknown => {
  const read = readJournal(journal)
  return E.isLeft(read) ? read.left : read
}

describe('a journal', () => {
  it('has a line for what decides, but for the price book, and one for each event', () => {
    expect(text.split('\n')).toHaveLength(4)
    const { prices: _, ...kept } = config
    expect(JSON.parse(text.split('\n')[0] ?? '')).toEqual({ journal: 'chunkfold', version: 1, config: kept })
    expect(readJournal(text)).toEqual(E.right({ config: kept, events: [started, halted] }))
    expect(readJournal(text.replaceAll('\n', '\r\n'))).toEqual(readJournal(text))
  })

  it('may be torn anywhere within its last line, which is then left out', () => {
    const whole = text.length - journalLine(halted).length
    for (let length = whole; length < text.length; length++) {
      const read = readJournal(text.slice(0, length))
      const torn = text.slice(whole, length)
      expect(E.isRight(read) && read.right.events).toEqual([started])
      expect(E.isRight(read) && (read.right.torn ?? '')).toBe(torn)
    }
  })

  it.each([
    ['', 'not-a-journal', 1],
    ['{"journal":"chunkfold","version":1', 'not-a-journal', 1],
    ['a line\n', 'not-a-journal', 1],
    ['[]\n', 'not-a-journal', 1],
    [`{"journal":"diary"}\n`, 'not-a-journal', 1],
    [journalLine(started), 'not-a-journal', 1],
    [`{"journal":"chunkfold","version":2,"config":{}}\n`, 'unknown-version', 1],
    [`{"journal":"chunkfold","version":1}\n`, 'broken-line', 1],
    [`{"journal":"chunkfold","version":1,"config":{}}\n`, 'broken-line', 1],
    [`{"journal":"chunkfold","version":1,"config":{"models":[]}}\n`, 'broken-line', 1],
    [`${journalHead(config)}{"type":"model-chunk","at":1}\n`, 'broken-line', 2],
    [`${journalHead(config)}{"type":"run-started","at":1,"runId":"r","random":0.5}\n`, 'broken-line', 2],
    [`${journalHead(config)}{"type":"tool-failed","at":1,"key":"k","code":"x"}\n`, 'broken-line', 2],
    [text.replace('run-halted', 'run-"halted'), 'broken-line', 3],
    [`${journalHead(config)}\n${journalLine(started)}`, 'broken-line', 2],
    [`${journalHead(config)}{"type":"run-started"}\n`, 'broken-line', 2],
    [`${journalHead(config)}null\n`, 'broken-line', 2],
  ])('is not made of %j', (journal, code, line) => {
    expect(errorOf(journal)).toEqual({ code, line, message: expect.any(String) })
  })

  it('names the version that it cannot read', () => {
    expect(errorOf(`{"journal":"chunkfold","version":2,"config":{}}\n`)).toMatchObject({
      message: 'The journal is of version 2; this reads version 1.',
    })
  })

  it('holds an event of a later kind, which changes nothing', () => {
    const later = { type: 'weather-changed', at: 1_500 }
    const read = readJournal(`${journalHead(config)}${journalLine(started)}${JSON.stringify(later)}\n`)
    if (E.isLeft(read)) return expect.unreachable()
    const [first, second] = [...replay(read.right)]
    expect(first?.state).toEqual(step(config)(initialAgentState, started)[0])
    expect(second?.state).toBe(first?.state)
    expect(second?.effects).toEqual([])
  })

  it('holds an event as deep as a chunk may be', () => {
    const deep = JSON.parse('['.repeat(2_000) + ']'.repeat(2_000))
    const chunk = { type: 'model-chunk', at: 1, key: 'k', chunk: { provider: 'openai', event: { deep } } }
    const read = readJournal(`${journalHead(config)}${JSON.stringify(chunk)}\n`)
    expect(E.isRight(read) && read.right.events).toHaveLength(1)
  })
})
