import { fc, it } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect } from 'vitest'
import { decode } from '../../src'
import {
  type Agent,
  type AgentFrame,
  configOf,
  type Journal,
  type Notice,
  readJournal,
  replay,
  resume,
  run,
  tool,
} from '../../src/agent'
import { faultsOf } from '../machine/history'
import { eventsOf, type Turn } from '../machine/world'
import { runs } from '../support/runs'

const turns: fc.Arbitrary<Turn> = fc.record({
  text: fc.constantFrom('', 'Let me see.'),
  calls: fc.array(
    fc.record({
      id: fc.constantFrom('c1', 'c2'),
      name: fc.constantFrom('count', 'boom', 'nobody', 'steps'),
      arguments: fc.constantFrom('{}', '{"a":1}', '{"a":'),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  finish: fc.constant('tool_calls' as const),
})

/** A model that answers by what it is told, as a recording would: whoever asks again in the same place hears the same. */
const agentOf = (script: readonly Turn[], done: string[]): Agent => ({
  model: {
    provider: 'openai',
    stream: async function* ({ conversation }) {
      const answered = conversation.filter(({ role }) => role === 'assistant').length
      const turn = script[answered] ?? { text: 'Done.', calls: [], finish: 'stop' as const }
      for (const event of eventsOf(turn)) yield decode('openai')(event)
    },
  },
  settings: { model: 'm' },
  tools: [
    tool({ name: 'count', input: { type: 'object' }, execute: (_, { callId }) => finished(done, callId) }),
    tool({
      name: 'boom',
      input: { type: 'object' },
      execute: (_, { callId }) => {
        finished(done, callId)
        throw new Error('Boom.')
      },
    }),
    tool({
      name: 'steps',
      input: { type: 'object' },
      execute: async function* (_, { callId }) {
        yield 'half'
        return finished(done, callId)
      },
    }),
  ],
  maxIterations: 6,
})

const finished = (done: string[], callId: string): string => {
  done.push(callId)
  return `${callId} is done`
}

const whole = async (agent: Agent) => {
  const lines: string[] = []
  const result = await run(agent, 'Go.', { journal: { write: (line) => lines.push(line) } }).result
  return { lines, result }
}

const journalOf = (text: string): Journal => {
  const read = readJournal(text)
  if (E.isLeft(read)) throw new Error(read.left.message)
  return read.right
}

/** What a run comes to, but for times and requests that broke off. */
const comeTo = (result: Awaited<ReturnType<typeof whole>>['result']) => {
  const { text, messages, iterations, toolCalls } = E.isRight(result) ? result.right : result.left.partial
  return { text, messages, iterations, calls: toolCalls.map(({ durationMs: _durationMs, ...call }) => call) }
}

describe('a run that broke off', () => {
  it.prop([fc.array(turns, { maxLength: 3 })], { numRuns: runs() })(
    'is told by its journal: the same states, and the frames, notices and result that there were (law 11)',
    async (script) => {
      const frames: AgentFrame[] = []
      const notices: Notice[] = []
      const lines: string[] = []
      const lived = run(agentOf(script, []), 'Go.', {
        journal: { write: (line) => lines.push(line) },
        handlers: [{ onFrame: (frame) => frames.push(frame), onNotice: (notice) => notices.push(notice) }],
      })
      const result = await lived.result
      const steps = [...replay(journalOf(lines.join('')))]
      const effects = steps.flatMap((one) => one.effects)
      expect(effects.flatMap((effect) => (effect.type === 'emit' ? effect.frames : []))).toEqual(frames)
      expect(effects.flatMap((effect) => (effect.type === 'notify' ? effect.notices : []))).toEqual(notices)
      expect(effects.flatMap((effect) => (effect.type === 'finish' ? [effect.result] : []))).toEqual([result])
      expect(steps.at(-1)?.state).toEqual(lived.state)
    },
  )

  it.prop([fc.array(turns, { maxLength: 3 }), fc.nat(), fc.nat()], { numRuns: runs() })(
    'comes to the same end from any line of its journal, though it breaks off again, and runs no finished tool again (law 11)',
    async (script, place, secondPlace) => {
      const { lines, result } = await whole(agentOf(script, []))
      const kept = 2 + (place % (lines.length - 1)) // the head and the first event at least
      const before = journalOf(lines.slice(0, kept).join(''))
      const finishedBefore = before.events.flatMap((event) =>
        event.type === 'tool-succeeded' || event.type === 'tool-failed' ? [event.key] : [],
      )
      const again: string[] = []
      const more: string[] = []
      const agent = agentOf(script, again)
      const resumed = resume(agent, before, { journal: { write: (line) => more.push(line) } })
      const end = await resumed.result
      expect(comeTo(end)).toEqual(comeTo(result))
      expect(faultsOf(comeTo(end).messages)).toEqual([])
      const twice = [...lines.slice(0, kept), ...more.slice(0, secondPlace % (more.length + 1))].join('')
      expect(comeTo(await resume(agentOf(script, []), journalOf(twice)).result)).toEqual(comeTo(result))
      const text = [...lines.slice(0, kept), ...more].join('')
      const events = journalOf(text).events.slice(before.events.length)
      const startedAgain = events.flatMap((event) => (event.type === 'tool-started' ? [event.key] : []))
      expect(startedAgain.filter((key) => finishedBefore.includes(key))).toEqual([])
      const [last] = [...replay(journalOf(text), configOf(agent))].slice(-1)
      expect(last?.state).toEqual(resumed.state)
    },
  )

  it.prop([fc.array(turns, { maxLength: 2 }), fc.nat(), fc.integer({ min: 1, max: 40 })], {
    numRuns: runs(500),
  })('does so from a journal whose last line was torn off', async (script, place, cut) => {
    const { lines, result } = await whole(agentOf(script, []))
    const kept = 2 + (place % (lines.length - 1))
    const torn = (lines[kept] ?? '').slice(0, cut).replace('\n', '')
    const journal = journalOf(lines.slice(0, kept).join('') + torn)
    expect(journal.torn ?? '').toBe(torn)
    expect(comeTo(await resume(agentOf(script, []), journal).result)).toEqual(comeTo(result))
  })
})
