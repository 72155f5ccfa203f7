// Agents over real HTTP whose answers stop, stall and break where a server process is ordered to, and whose readers stop too.
import * as E from 'fp-ts/Either'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Agent, run, tool } from '../../src/agent'
import type { Model } from '../../src/transport'
import { said, sse } from '../wire/support'
import { type Loopback, startLoopback } from './loopback'
import { type Answer, CALLS_END, call, END, scripted, words } from './scripted'
import { expectAnswered, outline, toldText, watch } from './watching'

let server: Loopback

beforeAll(async () => {
  server = await startLoopback()
})

afterAll(() => {
  server.stop()
})

const settings = { model: 'm' }
const retry = { attempts: 2, minMs: 1, maxMs: 200 }

const adder = tool({ name: 'add', input: { type: 'object' }, execute: () => 'three' })

const story = words('Once ', 'upon ', 'a ', 'time.')
const answered: Answer = { says: [...story, END] }
const calling: Answer = {
  says: [...words('Let me add.'), ...call(0, 'add', '{"x":1}'), ...call(1, 'add', '{"x":2}'), CALLS_END],
}
const refusing = (status: number, headers: Readonly<Record<string, string>> = {}): Answer => ({
  says: ['{"error": {"message": "Not now."}}'],
  status,
  headers: { 'content-type': 'application/json', ...headers },
})

/** How a server sees that it was left: not all that it had to say was taken. */
const LEFT = { whole: false }

describe('an agent whose model is in trouble', () => {
  it('asks again after each HTTP 500, as often as it may', async () => {
    const { model, paths } = scripted(server, [refusing(500), refusing(503), answered])
    const { result } = await watch(run({ model, settings, retry }, 'Hello'))
    expect(result).toMatchObject({ right: { text: 'Once upon a time.' } })
    expect(paths).toHaveLength(3)
  })

  it('gives up when that was too often, and says what each model said', async () => {
    const one = scripted(server, Array(9).fill(refusing(500)))
    const other = scripted(server, Array(9).fill(refusing(502)))
    const fallbacks = [{ id: 'other', model: other.model, settings }]
    const { frames, result, partial } = await watch(
      run({ model: one.model, settings, fallbacks, retry }, 'Hello'),
    )
    const failed = (model: string, status: number) => ({ model, error: { error: { status } } })
    expect(result).toMatchObject({
      left: {
        code: 'model-failed',
        error: { error: { status: 502 } },
        errors: [...Array(3).fill(failed('m', 500)), ...Array(3).fill(failed('other', 502))],
      },
    })
    expect(partial).toMatchObject({ text: '', messages: [{ role: 'user', content: 'Hello' }] })
    expect(outline(frames)).toEqual(['error', 'run-end model-failed'])
  })

  it('does not repeat a request that is wrong, but lets the next model try', async () => {
    const wrong = scripted(server, [refusing(400), answered])
    const right = scripted(server, [answered])
    const fallbacks = [{ id: 'other', model: right.model, settings }]
    const { result } = await watch(run({ model: wrong.model, settings, fallbacks, retry }, 'Hello'))
    expect(result).toMatchObject({ right: { modelCalls: [{ status: 'failed' }, { model: 'other' }] } })
    expect([wrong.paths.length, right.paths.length]).toEqual([1, 1])
  })

  it('waits as long as an HTTP 429 says', async () => {
    const { model } = scripted(server, [refusing(429, { 'retry-after-ms': '150' }), answered])
    const begun = performance.now()
    const { result } = await watch(run({ model, settings, retry }, 'Hello'))
    expect(performance.now() - begun).toBeGreaterThan(145)
    expect(result).toMatchObject({
      right: {
        modelCalls: [{ error: { error: { status: 429, retryAfter: 0.15 } } }, { status: 'answered' }],
      },
    })
  })

  it('goes on where one event of the stream is no JSON', async () => {
    const says = [...words('Once '), 'data: {"choices":[{"del\n\n', ...words('more.'), END]
    const { frames, result } = await watch(
      run({ model: scripted(server, [{ says }]).model, settings }, 'Hello'),
    )
    expect(result).toMatchObject({
      right: { text: 'Once more.', response: { issues: [{ code: 'undecodable-event' }] } },
    })
    expect(outline(frames)).toEqual(['1: Once more.', 'end', 'run-end answered'])
  })

  it.each<[string, Answer, object]>([
    ['is cut', { says: story, ending: 'destroy' }, { code: 'incomplete-stream', reason: 'cut' }],
    ['ends too early', { says: story }, { code: 'incomplete-stream', reason: 'clean' }],
    ['falls silent', { says: story, ending: 'hold' }, { code: 'incomplete-stream', reason: 'cut' }],
    [
      'tells an error',
      { says: [...story, sse({ error: { message: 'upstream gone', code: 502 } })], ending: 'hold' },
      { code: 'provider-error', error: { status: 502 } },
    ],
  ])('keeps what came of an answer that %s', async (_, answer, error) => {
    const { model, paths } = scripted(server, [calling, answer, answered], { idle: 80 })
    const { frames, result, partial } = await watch(run({ model, settings, retry, tools: [adder] }, 'Hello'))
    expect(result).toMatchObject({ left: { code: 'model-failed', error } })
    expect(partial.text).toBe('Once upon a time.')
    expect(partial.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
      'assistant',
    ])
    expect(outline(frames).slice(-3)).toEqual(['2: Once upon a time.', 'error', 'run-end model-failed'])
    expect(paths).toHaveLength(2)
    if (answer.ending === 'hold') expect(await server.endOf(paths[1] ?? '')).toMatchObject(LEFT)
  })

  it('answers calls that came whole before the answer broke, though they do not run', async () => {
    const says = [...call(0, 'add', '{"x":1}'), ...call(1, 'add', '{"x"')]
    const { model } = scripted(server, [{ says, ending: 'destroy' }])
    const { frames, result, partial } = await watch(run({ model, settings, tools: [adder] }, 'Hello'))
    expect(E.isLeft(result)).toBe(true)
    expect(frames.some(({ type }) => type === 'tool-start')).toBe(false)
    expect(partial.toolCalls.every(({ status }) => status === 'cancelled')).toBe(true)
  })

  it('whose answer never begins asks the next model', async () => {
    const silent = scripted(server, [{ says: [], ending: 'hold' }], { firstChunk: 60 })
    const fallbacks = [{ id: 'other', model: scripted(server, [answered]).model, settings }]
    const agent: Agent = { model: silent.model, settings, fallbacks, retry: { ...retry, attempts: 0 } }
    const { result } = await watch(run(agent, 'Hello'))
    expect(result).toMatchObject({ right: { text: 'Once upon a time.' } })
    expect(await server.endOf(silent.paths[0] ?? '')).toMatchObject(LEFT)
  })

  it('takes back what a broken answer told when the next model may answer in its place', async () => {
    const broken = scripted(server, [{ says: words('Never '), ending: 'destroy' }])
    const fallbacks = [{ id: 'other', model: scripted(server, [answered]).model, settings }]
    const agent: Agent = {
      model: broken.model,
      settings,
      fallbacks,
      retry: { ...retry, attempts: 0, afterOutput: true },
    }
    const { frames } = await watch(run(agent, 'Hello'))
    expect(outline(frames)).toEqual(['1: Never ', 'reset', '1: Once upon a time.', 'end', 'run-end answered'])
  })
})

describe('an aborted run', () => {
  it('that has not begun sends nothing', async () => {
    const { model, paths } = scripted(server, [answered])
    const { result } = await watch(run({ model, settings }, 'Hello', { signal: AbortSignal.abort() }))
    expect(result).toMatchObject({ left: { code: 'halted', reason: 'aborted', partial: { text: '' } } })
    expect(paths).toEqual([])
  })

  it('closes the connection on which nothing came yet', async () => {
    const { model, paths } = scripted(server, [{ says: [], ending: 'hold' }])
    const { result } = await watch(run({ model, settings }, 'Hello', { signal: AbortSignal.timeout(60) }))
    expect(result).toMatchObject({ left: { code: 'halted', reason: 'aborted' } })
    expect(await server.endOf(paths[0] ?? '')).toMatchObject(LEFT)
  })

  it('closes the connection in the middle of an answer, and keeps what came', async () => {
    const { model, paths } = scripted(server, [{ says: story, ending: 'hold' }])
    const controller = new AbortController()
    const { result, partial } = await watch(
      run({ model, settings }, 'Hello', { signal: controller.signal }),
      (frame) => frame.type === 'text-delta' && frame.text === 'time.' && controller.abort(),
    )
    expect(result).toMatchObject({ left: { code: 'halted', reason: 'aborted' } })
    expect(partial.text).toBe('Once upon a time.')
    expect(partial.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'text', text: 'Once upon a time.' }] },
    ])
    expect(await server.endOf(paths[0] ?? '')).toMatchObject(LEFT)
  })

  it('aborts the tools at work, and answers their calls', async () => {
    const { model } = scripted(server, [calling])
    const controller = new AbortController()
    const signals: AbortSignal[] = []
    const sleeper = tool({
      name: 'add',
      input: { type: 'object' },
      execute: (_, { signal }) => {
        signals.push(signal)
        return new Promise(() => {})
      },
    })
    const { frames, result } = await watch(
      run({ model, settings, tools: [sleeper] }, 'Hello', { signal: controller.signal }),
      () => signals.length === 2 && controller.abort(),
    )
    expect(result).toMatchObject({ left: { code: 'halted', reason: 'aborted' } })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    expect(frames.filter(({ type }) => type === 'tool-end')).toMatchObject([
      { status: 'cancelled' },
      { status: 'cancelled' },
    ])
  })

  it('does not wait for the time to ask again', async () => {
    const { model, paths } = scripted(server, [refusing(500), answered])
    const controller = new AbortController()
    const { result } = await watch(
      run({ model, settings, retry: { minMs: 60_000 } }, 'Hello', {
        signal: controller.signal,
        handlers: [
          { onNotice: ({ type }) => type === 'model-retry' && setTimeout(() => controller.abort()) },
        ],
      }),
    )
    expect(result).toMatchObject({
      left: { code: 'halted', partial: { modelCalls: [{ status: 'failed' }] } },
    })
    expect(paths).toHaveLength(1)
  })

  it('has no text of an answer that was taken back while it waits to ask again', async () => {
    const { model } = scripted(server, [{ says: words('Never '), ending: 'destroy' }, answered])
    const controller = new AbortController()
    const { frames, partial } = await watch(
      run({ model, settings, retry: { minMs: 60_000, afterOutput: true } }, 'Hello', {
        signal: controller.signal,
      }),
      ({ type }) => type === 'reset' && controller.abort(),
    )
    expect(outline(frames)).toEqual(['1: Never ', 'reset', 'run-end halted'])
    expect(partial).toMatchObject({ text: '', messages: [{ role: 'user' }] })
  })

  it('ends in order at whichever frame it is aborted', async () => {
    const answers = [{ ...calling, delay: 1 }, answered]
    const agent = (): Agent => ({ model: scripted(server, answers).model, settings, tools: [adder] })
    const whole = await watch(run(agent(), 'Hello'))
    expect(whole.result).toMatchObject({ right: { text: 'Once upon a time.' } })
    for (const [place, { iteration }] of whole.frames.entries()) {
      const controller = new AbortController()
      const { result } = await watch(
        run(agent(), 'Hello', { signal: controller.signal }),
        (_, index) => index === place && controller.abort(),
      )
      // In the last turn the rest of the answer may have come with the frame.
      if (iteration === 1 || E.isLeft(result)) {
        expect(result).toMatchObject({ left: { code: 'halted', reason: 'aborted' } })
      }
    }
  })
})

describe('a reader who stops', () => {
  it('closes the connection', async () => {
    const { model, paths } = scripted(server, [{ says: story, ending: 'hold' }])
    const stopped = run({ model, settings }, 'Hello')
    for await (const frame of stopped) if (frame.type === 'text-delta') break
    expect(await stopped.result).toMatchObject({ left: { code: 'halted', reason: 'returned' } })
    expect(await server.endOf(paths[0] ?? '')).toMatchObject(LEFT)
  })

  it('leaves a history in order at whichever frame that is', async () => {
    const answers = [calling, answered]
    const agent = (): Agent => ({ model: scripted(server, answers).model, settings, tools: [adder] })
    const { frames: all } = await watch(run(agent(), 'Hello'))
    for (const place of all.keys()) {
      const told = []
      const stopped = run(agent(), 'Hello')
      for await (const frame of stopped) {
        told.push(frame)
        if (told.length > place) break
      }
      const result = await stopped.result
      const { messages, text, modelCalls } = E.isRight(result) ? result.right : result.left.partial
      expectAnswered(messages)
      expect(text.startsWith(toldText(told, modelCalls.at(-1)?.iteration ?? 0))).toBe(true)
    }
  })

  it('lets a transfer that is about to end come to its end, and no other', async () => {
    const { model, paths } = scripted(server, [
      { ...calling, delay: 30 },
      { ...answered, ending: 'hold' },
    ])
    const { result } = await watch(run({ model, settings, tools: [adder] }, 'Hello'))
    expect(E.isRight(result)).toBe(true)
    expect(await server.endOf(paths[0] ?? '')).toMatchObject({ whole: true })
    expect(await server.endOf(paths[1] ?? '')).toMatchObject(LEFT)
  })
})

describe('a reader who is slow', () => {
  const MEGABYTE = 2 ** 20
  const large: Answer = { says: words('x'.repeat(MEGABYTE / 16)), times: 16 * 96, ending: 'hold' }

  it('does not make the run read what nobody has asked for', async () => {
    const { model, paths } = scripted(server, [large])
    const slow = run({ model, settings }, 'Hello')
    for await (const frame of slow) {
      if (frame.type !== 'text-delta') continue
      await new Promise((resolve) => setTimeout(resolve, 400))
      break
    }
    const { written } = await server.endOf(paths[0] ?? '')
    expect(written).toBeGreaterThan(0)
    expect(written).toBeLessThan(24 * MEGABYTE)
  })

  it('is what a model waits for, chunk by chunk', async () => {
    let given = 0
    const model: Model<'openai'> = {
      provider: 'openai',
      stream: async function* () {
        while (given < 2_000) {
          given++
          yield E.right({ provider: 'openai' as const, event: said('word ') })
        }
      },
    }
    let taken = 0
    for await (const frame of run({ model, settings }, 'Hello')) {
      if (frame.type !== 'text-delta') continue
      taken++
      await new Promise((resolve) => setTimeout(resolve, 2))
      expect(given - taken).toBeLessThanOrEqual(2)
      if (taken === 20) break
    }
  })

  it('does not slow down a run whose result alone is wanted', async () => {
    const { model } = scripted(server, [{ ...large, times: 16 * 4 }], { idle: 300 })
    const { result } = run({ model, settings, retry: { attempts: 0 } }, 'Hello')
    const settled = await result
    expect(E.isLeft(settled) && settled.left.partial.text.length).toBe(4 * MEGABYTE)
  })
})
