import diagnosticsChannel from 'node:diagnostics_channel'
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { decode } from '../../src'
import {
  type Agent,
  type AgentFrame,
  diagnosticsPublisher,
  eventHandler,
  type Notice,
  readJournal,
  resume,
  run,
  runToCompletion,
} from '../../src/agent'
import { faultsOf } from '../machine/history'
import type { Turn } from '../machine/world'
import { agentOf, asks, doing, framesOf, soon, text } from './support'

describe('a run', () => {
  it('does not begin before somebody asks for its frames or its result', async () => {
    const { agent, seen } = agentOf([text('Hi.')])
    const waiting = run(agent, 'Hello')
    await soon()
    expect(seen.requests).toBe(0)
    await waiting.result
    expect(seen.requests).toBe(1)
  })

  it('is of a text or a list of messages', () => {
    const { agent } = agentOf([])
    expect(() => run(agent, undefined as unknown as string)).toThrow(
      new TypeError('The input is a text or a list of messages; it is undefined.'),
    )
  })

  it('is one run, however often it is read', async () => {
    const { agent, seen } = agentOf([text('Hi.')])
    const once = run(agent, 'Hello')
    expect((await framesOf(once)).at(-1)?.type).toBe('run-end')
    expect(await framesOf(once)).toEqual([])
    expect(E.isRight(await once.result)).toBe(true)
    expect(await once.result).toBe(await once.result)
    expect(seen.requests).toBe(1)
  })

  it('goes on for a second loop where the first one was at its end, and halts where it stopped', async () => {
    const { agent, seen } = agentOf([text('Hi.')])
    const stopped = run(agent, 'Hello')
    for await (const _ of stopped) break
    const result = await stopped.result
    expect(E.isLeft(result) && result.left).toMatchObject({ code: 'halted', reason: 'returned' })
    expect(await framesOf(stopped)).toEqual([])
    expect(seen).toMatchObject({ requests: 1, closed: 1 })
    expect(seen.signals[0]?.aborted).toBe(true)
  })

  it('goes by the agent’s options where its own are undefined, and by the default where both are', async () => {
    const unsaid = { tools: undefined, maxIterations: undefined, retry: undefined, signal: undefined }
    const tools = [doing('add', () => 5)]
    const { agent, seen } = agentOf([asks('add'), asks('add'), text('5')], { tools, maxIterations: 2 })
    const ended = await runToCompletion({ ...agent, lastTurn: undefined }, 'Add.', unsaid)
    expect(E.isLeft(ended) && ended.left).toMatchObject({ code: 'max-iterations', toolsRan: true })
    expect(seen.requests).toBe(2)
  })

  it('comes to its result though nobody reads, and to the same by runToCompletion', async () => {
    const turns = [asks('add'), text('5')]
    const tools = [doing('add', () => 5)]
    const read = run(agentOf(turns, { tools }).agent, 'Add.')
    await framesOf(read)
    const alone = await runToCompletion(agentOf(turns, { tools }).agent, 'Add.')
    const result = await read.result
    expect(E.isRight(alone) && alone.right.messages).toEqual(E.isRight(result) && result.right.messages)
  })

  it('pulls no more than its reader takes', async () => {
    const long: Turn = {
      text: '',
      calls: Array.from({ length: 500 }, (_, n) => ({ id: `c${n}`, name: 'x', arguments: '{}' })),
      finish: 'length',
    }
    const { agent, seen } = agentOf([long])
    const reader = run(agent, 'Hello')[Symbol.asyncIterator]()
    for (let taken = 1; taken <= 20; taken++) {
      await reader.next()
      await soon()
      expect(seen.pulled).toBeLessThanOrEqual(taken + 2)
    }
    await reader.return?.()
  })

  it('tells that a tool starts, and that it ends, as each happens', async () => {
    let finish: (value: string) => void = () => {}
    const slow = doing(
      'slow',
      () =>
        new Promise((resolve) => {
          finish = resolve
        }),
    )
    const { agent } = agentOf([asks('slow')], { tools: [slow] })
    const reader = run(agent, 'Go.')[Symbol.asyncIterator]()
    for (let frame = await reader.next(); frame.value?.type !== 'tool-start'; frame = await reader.next());
    const next = reader.next()
    expect(await Promise.race([next, soon()])).toBe(undefined)
    finish('at last')
    expect((await next).value).toMatchObject({ type: 'tool-end', content: 'at last' })
    await reader.return?.()
  })
})

describe('a model of one’s own', () => {
  const failing = async (stream: () => unknown): Promise<string> => {
    const { agent } = agentOf([], { retry: { attempts: 0 } })
    const model = { provider: 'openai', stream } as Agent['model']
    const ended = await runToCompletion({ ...agent, model }, 'Hello')
    return E.isLeft(ended) && ended.left.code === 'model-failed' ? ended.left.error.message : ''
  }

  it.each<[string, unknown]>([
    ['a bare chunk', { provider: 'openai', event: {} }],
    ['a bare event', { choices: [] }],
    ['a chunk without an event', E.right({ provider: 'openai' })],
    ['a failure without a code', E.left(new Error('lost'))],
    ['null', null],
    ['a text', 'data: {}'],
  ])('that gives %s has failed, and hears what it should give', async (_, given) => {
    const message = await failing(async function* () {
      yield given
    })
    expect(message).toContain('a model gives `Right` chunks, `{ provider, event }`, and `Left` failures')
  })

  it('that throws, or gives no stream, has failed by what it says', async () => {
    const thrown = (): never => {
      throw new Error('no model here')
    }
    expect(await failing(thrown)).toContain('Error: no model here')
    expect(await failing(() => undefined)).toContain('TypeError')
  })
})

describe('an abort', () => {
  it('before the run asks nobody', async () => {
    const { agent, seen } = agentOf([text('Hi.')])
    const result = await run(agent, 'Hello', { signal: AbortSignal.abort() }).result
    expect(E.isLeft(result) && result.left).toMatchObject({ code: 'halted', reason: 'aborted' })
    expect(E.isLeft(result) && result.left.partial.messages).toEqual([{ role: 'user', content: 'Hello' }])
    expect(seen.requests).toBe(0)
  })

  it('before the run asks nobody, though its journal is written later', async () => {
    const { agent, seen } = agentOf([text('Hi.')])
    const journal = { write: () => soon() }
    await run(agent, 'Hello', { signal: AbortSignal.abort(), journal }).result
    expect(seen.requests).toBe(0)
  })

  it.each<[string, (write: () => void) => unknown]>([
    ['at once', (write) => write()],
    ['later', (write) => soon().then(write)],
  ])('from within the very first line of the journal, written %s, keeps the question', async (_, when) => {
    const controller = new AbortController()
    const { agent, seen } = agentOf([text('Hi.')])
    const journal = { write: () => when(() => controller.abort()) }
    const result = await run(agent, 'Hello', { signal: controller.signal, journal, runId: 'run-1' }).result
    expect(E.isLeft(result) && result.left).toMatchObject({ code: 'halted', reason: 'aborted' })
    expect(E.isLeft(result) && result.left.partial).toMatchObject({
      runId: 'run-1',
      messages: [{ role: 'user', content: 'Hello' }],
    })
    expect(seen.requests).toBe(0)
  })

  it('settles at once though model and tools never do, and closes the history', async () => {
    const signals: AbortSignal[] = []
    const never = doing('never', (_, { signal }) => {
      signals.push(signal)
      return new Promise(() => {})
    })
    const { agent } = agentOf([asks('never', 'never')], { tools: [never] })
    const controller = new AbortController()
    const aborted = run(agent, 'Go.', { signal: controller.signal })
    const result = aborted.result
    while (signals.length < 2) await soon()
    controller.abort()
    const end = await result
    expect(E.isLeft(end) && end.left).toMatchObject({
      code: 'halted',
      partial: { toolCalls: [{ status: 'cancelled' }, { status: 'cancelled' }] },
    })
    expect(E.isLeft(end) && faultsOf(end.left.partial.messages)).toEqual([])
    expect(signals.map(({ aborted: isAborted }) => isAborted)).toEqual([true, true])
  })

  it('of a model that never answers ends the run', async () => {
    const model = {
      provider: 'openai' as const,
      stream: () =>
        (async function* () {
          await new Promise(() => {})
        })(),
    }
    const controller = new AbortController()
    const { result } = run({ model, settings: { model: 'm' } }, 'Go.', { signal: controller.signal })
    await soon()
    controller.abort()
    expect(E.isLeft(await result)).toBe(true)
  })
})

describe('those who watch', () => {
  it('hear everything, and break nothing', async () => {
    const notices: Notice[] = []
    const { agent } = agentOf([asks('add'), text('5')], {
      tools: [doing('add', () => 5)],
      metadata: { of: 'agent' },
    })
    const watched = run(agent, 'Add.', {
      metadata: { user: 7 },
      handlers: [
        {
          onNotice: () => {
            throw new Error('sync')
          },
        },
        { onFrame: () => Promise.reject(new Error('later')) },
        {
          onNotice: () => ({
            // biome-ignore lint/suspicious/noThenProperty: a promise of somebody else's making
            then: (_: unknown, refuse: (thrown: unknown) => void) => refuse(new Error('thenable')),
          }),
        },
        { onNotice: (notice) => notices.push(notice) },
      ],
    })
    expect(E.isRight(await watched.result)).toBe(true)
    await soon()
    expect(notices.map(({ type }) => type)).toEqual([
      'run-start',
      'model-start',
      'model-stop',
      'tool-start',
      'tool-stop',
      'iteration-stop',
      'model-start',
      'model-stop',
      'iteration-stop',
      'run-stop',
    ])
    expect(notices.every(({ runId, metadata }) => runId === watched.runId && metadata['user'] === 7)).toBe(
      true,
    )
    const thrown = watched.handlerFailures.map((failure) => (failure.thrown as Error).message) // each throws an Error
    expect(new Set(thrown)).toEqual(new Set(['sync', 'later', 'thenable']))
  })

  it('hear what they wait for, in order', async () => {
    const heard: string[] = []
    const handler = eventHandler({
      onStreamStarting: ({ model }) => heard.push(`starting ${model}`),
      onStreamFrame: ({ type }) => type === 'end' && heard.push('frame end'),
      onStreamFailed: ({ status }) => heard.push(`failed ${status}`),
      onStreamCompleted: ({ status }) => heard.push(`completed ${status}`),
      onToolCallStarting: ({ name }) => heard.push(`calling ${name}`),
      onToolCallCompleted: ({ name }) => heard.push(`called ${name}`),
      onToolCallFailed: ({ name }) => heard.push(`failed ${name}`),
    })
    const cut: Turn = { text: 'Half', calls: [], finish: 'none' }
    const { agent } = agentOf([asks('good', 'bad'), cut], {
      tools: [
        doing('good', () => 1),
        doing('bad', () => {
          throw new Error('no')
        }),
      ],
      toolExecution: 'sequential',
    })
    await run(agent, 'Go.', { handlers: [handler] }).result
    expect(heard).toEqual([
      'starting m',
      'frame end',
      'completed answered',
      'calling good',
      'called good',
      'calling bad',
      'failed bad',
      'starting m',
      'failed failed',
      'completed failed',
    ])
  })

  it('hear of a stream that was stopped as completed, with its status, and not as failed', async () => {
    const { agent } = agentOf([text('A long answer.')])
    const heard: string[] = []
    const handler = eventHandler({
      onStreamCompleted: ({ status }) => heard.push(`completed ${status}`),
      onStreamFailed: () => heard.push('failed'),
    })
    for await (const frame of run(agent, 'Hello', { handlers: [handler] }))
      if (frame.type === 'text-delta') break
    await soon()
    expect(heard).toEqual(['completed halted'])
  })

  it('may sit on a channel of Node’s diagnostics', async () => {
    const seen: unknown[] = []
    const listen = (message: unknown): void => void seen.push(message)
    diagnosticsChannel.subscribe('chunkfold:run-stop', listen)
    const { agent } = agentOf([text('Hi.')])
    await run(agent, 'Hello', { handlers: [diagnosticsPublisher(diagnosticsChannel)] }).result
    diagnosticsChannel.unsubscribe('chunkfold:run-stop', listen)
    expect(seen).toMatchObject([{ type: 'run-stop', outcome: 'answered', iterations: 1 }])
  })
})

describe('a run that is resumed by another agent', () => {
  it('keeps what was said to the first, and asks the other from there', async () => {
    const tools = [doing('add', () => 5)]
    const { agent: first } = agentOf([asks('add'), text('never heard')], { tools })
    const lines: string[] = []
    const broken = run(first, 'Add.', { journal: { write: (line) => lines.push(line) } })
    for await (const { type } of broken) if (type === 'tool-end') break
    const kept = lines.filter((line) => !line.includes('run-halted'))
    const journal = readJournal(kept.join(''))
    if (E.isLeft(journal)) throw new Error(journal.left.message)
    const event = { message: { role: 'assistant', content: 'It is 5.' }, done: true, done_reason: 'stop' }
    const other: Agent = {
      model: {
        provider: 'ollama',
        stream: async function* () {
          yield decode('ollama')(event)
        },
      },
      settings: { model: 'other' },
      tools,
    }
    const result = await resume(other, journal.right).result
    expect(E.isRight(result) && result.right.text).toBe('It is 5.')
    expect(E.isRight(result) && result.right.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ])
    expect(E.isRight(result) && result.right.toolCalls).toMatchObject([{ name: 'add', status: 'succeeded' }])
  })
})

describe('a journal', () => {
  it('has each event before anything is done about it', async () => {
    const order: string[] = []
    const add = doing('add', () => order.push('the tool runs'))
    const { agent } = agentOf([asks('add'), text('Good.')], { tools: [add] })
    const journal = {
      write: async (line: string) => {
        await soon()
        const { type } = JSON.parse(line)
        if (type === 'tool-started' || type === 'tool-succeeded') order.push(`${type} is written`)
      },
    }
    const handlers = [
      { onFrame: ({ type }: AgentFrame) => type === 'tool-end' && order.push('the reader hears it') },
    ]
    await run(agent, 'Go.', { journal, handlers }).result
    expect(order).toEqual([
      'tool-started is written',
      'the tool runs',
      'tool-succeeded is written',
      'the reader hears it',
    ])
  })

  it.each<[string, (line: number) => unknown]>([
    [
      'throws',
      (line) => {
        if (line === 4) throw new Error('disk full')
      },
    ],
    ['rejects', (line) => (line === 4 ? Promise.reject(new Error('disk full')) : undefined)],
  ])('that %s halts the run, and what is on paper can be gone on from', async (_, write) => {
    const lines: string[] = []
    const { agent, seen } = agentOf([text('A long answer.')])
    const journal = {
      write: (line: string) => {
        const written = write(lines.length + 1)
        if (written === undefined) lines.push(line)
        return written
      },
    }
    const result = await run(agent, 'Go.', { journal }).result
    expect(E.isLeft(result) && result.left).toMatchObject({
      code: 'halted',
      reason: 'journal-failed',
      message: 'The journal could not be written: disk full',
    })
    expect(lines).toHaveLength(3)
    expect(E.isRight(readJournal(lines.join('')))).toBe(true)
    await soon()
    expect(seen.closed).toBe(1)
  })

  it('of a run that never began cannot be gone on with: nobody wrote down its question', async () => {
    const { agent } = agentOf([text('Hi.')])
    const lines: string[] = []
    await run(agent, 'Hello', { journal: { write: (line) => lines.push(line) } }).result
    const head = readJournal(lines[0] ?? '')
    if (E.isLeft(head)) throw new Error(head.left.message)
    expect(() => resume(agent, head.right)).toThrow(
      new TypeError('There is nothing to go on with: the run never began.'),
    )
  })

  it('holds no key, and no price', async () => {
    const lines: string[] = []
    const { agent } = agentOf([text('Hi.')], { prices: () => ({ currency: 'USD', input: 1, output: 1 }) })
    const result = await run(agent, 'Hello', { journal: { write: (line) => lines.push(line) } }).result
    expect(E.isRight(result) && result.right.cost?.totalCost).toBe('0.000005')
    expect(Object.keys(JSON.parse(lines[0] ?? '').config)).not.toContain('prices')
  })
})
