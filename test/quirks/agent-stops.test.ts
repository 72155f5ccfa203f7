// The Q ids number the catalogue of server quirks that the project keeps. How an agent stops: everything settles, wherever it was, and nothing is held for nobody.
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import {
  type Agent,
  type AgentFrame,
  type Notice,
  readJournal,
  replayed,
  run,
  type Tool,
} from '../../src/agent'
import { toRequest } from '../../src/request'
import type { Model } from '../../src/transport'
import {
  adds,
  agentOf,
  answerOf,
  calls,
  errorOf,
  expectValidHistory,
  framesOf,
  type Outcome,
  partialOf,
  refusal,
  says,
  settled,
  turn,
} from '../agent/scripted'
import { text } from '../support/chat'
import { chunkOf } from '../support/fold'
import { heldAnswer } from '../transport/support'

const talkative = [turn(says('Let me add.'), calls(adds(2, 3), ['boom', {}])), turn(says('Five.'))]

/** A model that never stops, and how far it was asked. */
const endless = () => {
  const seen = { pulled: 0, isOver: false }
  const model: Model = {
    provider: 'openai',
    async *stream() {
      try {
        for (;;) {
          seen.pulled++
          yield E.right(chunkOf('openai', text('x')))
        }
      } finally {
        seen.isOver = true
      }
    },
  }
  const agent: Agent = { model, settings: { model: 'm1' } }
  return { agent, seen }
}

describe('what a run holds', () => {
  it('Q112: a slow reader slows the source down: it is never more than a few chunks ahead', async () => {
    const { agent, seen } = endless()
    let read = 0
    for await (const frame of run(agent, 'Hi')) {
      if (frame.type !== 'text-delta') continue
      await settled()
      expect(seen.pulled).toBeLessThanOrEqual(++read + 3)
      if (read === 50) break
    }
    expect(read).toBe(50)
    expect(seen.isOver).toBe(true)
  })

  it('Q112: handlers see all that the one reader sees, and hold nothing up', async () => {
    const seen: AgentFrame[] = []
    const read: AgentFrame[] = []
    const handler = {
      onFrame: (frame: AgentFrame) => {
        seen.push(frame)
        return new Promise(() => {}) // never done with it
      },
    }
    const { agent } = agentOf('openai', talkative)
    for await (const frame of run(agent, 'Add.', { handlers: [handler] })) read.push(frame)
    expect(seen).toEqual(read)
  })

  it('Q112: nothing is kept for a reader who is gone, or never came', async () => {
    const { agent } = agentOf('openai', talkative)
    const unread = run(agent, 'Add.')
    answerOf(await unread.result)
    expect(await unread[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined })
  })
})

/** Where a run can be aborted from: by each event on its way to the journal, each frame on its way to its reader, each notice. */
const places = ['event', 'frame', 'notice'] as const

type Place = (typeof places)[number]

/** A run that is aborted at a position; undefined once it has no such position. */
const abortedAt = async (place: Place, position: number) => {
  const controller = new AbortController()
  const { agent, sent } = agentOf('openai', talkative)
  const lines: string[] = []
  const frames: AgentFrame[] = []
  const notices: Notice[] = []
  let reached = 0
  const reach = (at: Place): void => {
    if (at === place && reached++ === position) controller.abort()
  }
  const reading = run(agent, 'Add.', {
    signal: controller.signal,
    journal: {
      write: (line) => {
        lines.push(line)
        if (lines.length > 1) reach('event')
      },
    },
    handlers: [
      {
        onFrame: () => reach('frame'),
        onNotice: (notice) => {
          notices.push(notice)
          reach('notice')
        },
      },
    ],
  })
  for await (const frame of reading) frames.push(frame)
  const result = await reading.result
  await settled()
  return controller.signal.aborted
    ? { result, frames, notices, sent, state: reading.state, journal: readJournal(lines.join('')) }
    : undefined
}

const isSendable = (result: Outcome): void => {
  const { messages } = partialOf(result)
  expectValidHistory(messages)
  for (const provider of ['openai', 'anthropic', 'google', 'bedrock'] as const) {
    const conversation = [...messages, { role: 'user', content: 'Go on.' } as const]
    expect(() => toRequest(provider)(conversation, [], { model: 'm1' })).not.toThrow()
  }
}

describe('an abort', () => {
  it.each(places)(
    'Q113: at every %s leaves a valid history, one end, and nothing under way',
    async (place) => {
      let position = 0
      for (;;) {
        const aborted = await abortedAt(place, position)
        if (aborted === undefined) break
        const { result, frames, notices, sent, state, journal } = aborted
        const where = `${place} ${position}`
        isSendable(result)
        if (E.isLeft(result)) expect(result.left, where).toMatchObject({ code: 'halted', reason: 'aborted' })
        expect(frames.at(-1)?.type, where).toBe('run-end')
        expect(framesOf(frames, 'run-end'), where).toHaveLength(1)
        expect(notices.at(-1)?.type, where).toBe('run-stop')
        const { modelCalls } = partialOf(result)
        expect(sent.length, `${where}: requests`).toBeLessThanOrEqual(modelCalls.length)
        expect(modelCalls.every(({ status }) => status === 'answered' || status === 'halted')).toBe(true)
        const isUnderWay = modelCalls.at(-1)?.status === 'halted' && sent.length === modelCalls.length
        if (isUnderWay) expect(sent.at(-1)?.signal?.aborted, where).toBe(true)
        expect(E.isRight(journal) && replayed(journal.right), `${where}: the journal tells it`).toEqual(state)
        position++
      }
      expect(position).toBeGreaterThan(10)
    },
  )

  const deaf = new Promise<never>(() => {})

  const stuck: Tool = { name: 'stuck', execute: () => deaf }

  it.each<[string, () => { readonly agent: Agent }]>([
    ['a model that says nothing', () => agentOf('openai', [({ signal }) => heldAnswer(signal).response])],
    ['a server that does not answer', () => agentOf('openai', [() => deaf])],
    ['a tool that is deaf', () => agentOf('openai', [turn(calls(['stuck', {}]))], { tools: [stuck] })],
    [
      'an approval that never comes',
      () =>
        agentOf('openai', [turn(calls(['stuck', {}]))], {
          tools: [{ ...stuck, needsApproval: true }],
          approve: () => deaf,
        }),
    ],
    [
      'a repair that never comes',
      () =>
        agentOf('openai', [turn(calls(['stuck', { a: 1 }]))], {
          tools: [{ ...stuck, input: { type: 'object', maxProperties: 0 } }],
          repair: () => deaf,
        }),
    ],
    ['a wait before a retry', () => agentOf('openai', [refusal(503)], { retry: { minMs: 60_000 } })],
  ])('Q120: settles everything at once, whatever is under way: %s', async (_what, make) => {
    const controller = new AbortController()
    const frames: AgentFrame[] = []
    const reading = run(make().agent, 'Go.', { signal: controller.signal })
    const read = (async () => {
      for await (const frame of reading) frames.push(frame)
    })()
    for (let tick = 0; tick < 5; tick++) await settled()
    controller.abort()
    const result = await reading.result
    await read
    expect(errorOf(result)).toMatchObject({ code: 'halted', reason: 'aborted' })
    expect(frames.at(-1)).toMatchObject({ type: 'run-end', outcome: 'halted' })
    isSendable(result)
  })

  it('Q120: before the start asks for nothing, and is the only end', async () => {
    const { agent, sent } = agentOf('openai', talkative)
    const reading = run(agent, 'Add.', { signal: AbortSignal.abort() })
    const frames: AgentFrame[] = []
    for await (const frame of reading) frames.push(frame)
    await settled()
    expect(errorOf(await reading.result)).toMatchObject({ code: 'halted', reason: 'aborted' })
    expect(sent).toEqual([])
    expect(framesOf(frames, 'run-end')).toHaveLength(1)
  })
})

describe('the time of a tool', () => {
  it('Q119: its limit is an answer like any other, and its signal tells the tool', async () => {
    const reasons: unknown[] = []
    const slow: Tool = {
      name: 'slow',
      execute: (_input, { signal }) => {
        signal.addEventListener('abort', () => reasons.push(signal.reason))
        return new Promise(() => {}) // deaf to its signal
      },
    }
    const { agent, sent } = agentOf('openai', [turn(calls(['slow', {}])), turn(says('Too slow.'))], {
      tools: [slow],
      toolTimeout: 5,
    })
    const answer = answerOf(await run(agent, 'Go.').result)
    expect(answer).toMatchObject({
      text: 'Too slow.',
      toolCalls: [{ error: 'timed-out', content: 'Error: execution failed (timed out after 5 ms)' }],
    })
    expect(reasons).toMatchObject([{ name: 'TimeoutError' }])
    expect(sent).toHaveLength(2)
  })

  it('Q119: an abort of the run reaches the tool, whose call is answered as cancelled', async () => {
    const controller = new AbortController()
    const signals: AbortSignal[] = []
    const slow: Tool = {
      name: 'slow',
      execute: (_input, { signal }) => {
        signals.push(signal)
        return new Promise(() => {}) // deaf to its signal
      },
    }
    const { agent } = agentOf('openai', [turn(calls(['slow', {}]))], { tools: [slow] })
    const reading = run(agent, 'Go.', { signal: controller.signal })
    for await (const frame of reading) {
      if (frame.type !== 'tool-start') continue
      await settled() // it is told before it runs
      controller.abort()
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(errorOf(await reading.result).partial.toolCalls).toMatchObject([
      { status: 'cancelled', error: 'cancelled' },
    ])
  })
})
