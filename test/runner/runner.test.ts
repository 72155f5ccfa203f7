import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { Conversation } from '../../src'
import {
  answer,
  type ModelCall,
  ModelError,
  type ModelPart,
  ModelRunner,
  type ProviderObject,
  tool,
} from '../../src/runner'
import { errorOf, piece } from './support'

/** A provider that says these parts, and keeps what it was asked and how it was left. */
const saying = (...parts: readonly ModelPart[]) => {
  const seen = {
    asked: [] as (readonly [messages: Conversation, call: ModelCall])[],
    said: 0,
    isReturned: false,
  }
  const stream = async function* (messages: Conversation, call: ModelCall) {
    seen.asked.push([messages, call])
    try {
      for (const part of parts) {
        seen.said++
        yield part
      }
    } finally {
      seen.isReturned = true
    }
  }
  return { stream, seen }
}

/** A provider that says one part and then waits until it is given up; `isReturned` then. */
const waiting = () => {
  const seen = { isReturned: false, signal: undefined as AbortSignal | undefined }
  const provider: ProviderObject = {
    stream: (_, { signal }) => {
      seen.signal = signal
      let isFirst = true
      return {
        [Symbol.asyncIterator]: () => ({
          next: () => {
            if (!isFirst) return new Promise(() => {})
            isFirst = false
            return Promise.resolve({ done: false, value: 'Hel' })
          },
          return: () => {
            seen.isReturned = true
            return Promise.reject(new Error('nobody hears this'))
          },
        }),
      }
    },
  }
  return { provider, seen }
}

describe('invoke', () => {
  it('asks a plain async generator of strings', async () => {
    const runner = new ModelRunner({
      provider: async function* (messages) {
        yield 'You said: '
        yield String(messages[0]?.content)
      },
    })
    const { value, response } = await runner.invoke('Hello')
    expect(value).toBe('You said: Hello')
    expect(response).toMatchObject({ text: 'You said: Hello', finishReason: { kind: 'stop' } })
  })

  it('asks an object with a stream, which keeps its `this`', async () => {
    class Echo {
      readonly #word = 'Hi'
      async *stream() {
        yield this.#word
      }
    }
    expect((await new ModelRunner({ provider: new Echo() }).invoke('Hello')).value).toBe('Hi')
  })

  it('gives what the selection resolves to, waited for', async () => {
    const double = tool({
      name: 'double',
      schema: z.object({ n: z.number().refine(async (n) => n > 0) }),
      resolve: async ({ n }) => 2 * n,
    })
    const { stream } = saying(piece(0, '{"n"', { id: 'c', name: 'double' }), piece(0, ': 21}'))
    const runner = new ModelRunner({ provider: stream, selection: { tools: [double] } })
    expect((await runner.invoke([{ role: 'user', content: 'Hi' }])).value).toBe(42)
  })

  it('rejects with what is wrong, its path and the raw text', async () => {
    const { stream } = saying('{"city": ', '1}')
    const selection = { answer: answer({ schema: z.object({ city: z.string() }) }) }
    const error = await errorOf(() => new ModelRunner({ provider: stream, selection }).invoke('Hi'))
    expect(error).toMatchObject({
      code: 'invalid-value',
      text: '{"city": 1}',
      issues: [{ path: ['city'] }],
      partial: { text: '{"city": 1}' },
    })
  })

  it('rejects with what a provider throws, and keeps what came before', async () => {
    const lost = new Error('socket hang up')
    const provider = async function* () {
      yield 'Hel'
      throw lost
    }
    const error = await errorOf(() => new ModelRunner({ provider }).invoke('Hi'))
    expect(error).toMatchObject({
      code: 'provider-failed',
      message: 'The provider failed: socket hang up',
      text: 'Hel',
      cause: lost,
    })
    const broken = () => {
      throw lost
    }
    expect(await errorOf(() => new ModelRunner({ provider: broken }).invoke('Hi'))).toMatchObject({
      code: 'provider-failed',
      partial: { text: '' },
    })
  })

  it('passes on what a resolver throws', async () => {
    const { stream } = saying('{}')
    const failing = tool({
      name: 't',
      schema: {},
      resolve: () => {
        throw new RangeError('mine')
      },
    })
    const runner = new ModelRunner({ provider: stream, selection: { tools: [failing] } })
    await expect(runner.invoke('Hi')).rejects.toThrow(new RangeError('mine'))
  })

  it('takes nothing from behind the provider’s mark of the end, where one look lets the transfer end', async () => {
    const { stream, seen } = saying(
      { provider: 'openai', event: { choices: [{ index: 0, delta: { content: 'Hi' } }] } },
      { provider: 'openai', event: '[DONE]' },
      { provider: 'openai', event: { choices: [{ index: 0, delta: { content: 'more' } }] } },
      { provider: 'openai', event: { choices: [{ index: 0, delta: { content: 'and more' } }] } },
    )
    expect((await new ModelRunner({ provider: stream }).invoke('Hello')).value).toBe('Hi')
    await vi.waitFor(() => expect(seen).toMatchObject({ said: 3, isReturned: true }))
  })
})

describe('the input budget', () => {
  it('refuses what is longer before anything is sent', async () => {
    const { stream, seen } = saying('Hi')
    const runner = new ModelRunner({ provider: stream, maxInputChars: 5 })
    expect((await runner.invoke('12345')).value).toBe('Hi')
    const error = await errorOf(() => runner.invoke('123456'))
    expect(error).toMatchObject({
      code: 'input-over-budget',
      message: 'The input has 6 characters, more than 5; it was not sent.',
      partial: undefined,
    })
    expect(seen.asked).toHaveLength(1)
  })

  it('counts all contents of all messages', () => {
    const prepared = new ModelRunner({ provider: saying().stream, maxInputChars: 10 }).prepare()
    const text = { type: 'text', text: 'abc' } as const
    expect(prepared.measure([{ role: 'user', content: 'abc' }])).toEqual({ inputChars: 3, fits: true })
    expect(
      prepared.measure([
        { role: 'user', content: 'abc' },
        { role: 'user', content: [text] },
      ]),
    ).toEqual({
      inputChars: 3 + JSON.stringify([text]).length,
      fits: false,
    })
  })

  it.each([Number.NaN, -1])('of %s is the caller’s mistake', (chars) => {
    const { stream } = saying()
    expect(() => new ModelRunner({ provider: stream, maxInputChars: chars })).toThrow(TypeError)
    expect(() => new ModelRunner({ provider: stream, maxOutputChars: chars })).toThrow(TypeError)
  })
})

describe('the output budget', () => {
  it('stops the provider at the part that passes it, and keeps what came', async () => {
    const { stream, seen } = saying('12345', '6', '7', '8')
    const error = await errorOf(() => new ModelRunner({ provider: stream, maxOutputChars: 5 }).invoke('Hi'))
    expect(error).toMatchObject({
      code: 'output-over-budget',
      message: 'The model wrote more than 5 characters; it was stopped at 6.',
      text: '123456',
      partial: { text: '123456' },
    })
    expect(seen).toMatchObject({ said: 2, isReturned: true })
    expect(seen.asked[0]?.[1].signal.aborted).toBe(true)
  })

  it('counts arguments too, and lets through what just fits', async () => {
    const call = [piece(0, '{"a"', { id: 'c', name: 't' }), piece(0, ': 1}')]
    const selection = { tools: [tool({ name: 't', schema: {}, resolve: () => 'ok' })] }
    const within = (maxOutputChars: number) =>
      new ModelRunner({ provider: saying(...call).stream, selection, maxOutputChars }).invoke('Hi')
    expect((await within(8)).value).toBe('ok')
    expect(await errorOf(() => within(7))).toMatchObject({
      code: 'output-over-budget',
      partial: { toolCalls: [{ arguments: '{"a": 1}', input: { _tag: 'Left' } }] },
    })
  })
})

describe('an abort', () => {
  it('gives the call up while a part is waited for, and keeps what came', async () => {
    const { provider, seen } = waiting()
    const controller = new AbortController()
    const invoked = new ModelRunner({ provider }).invoke({ input: 'Hi', signal: controller.signal })
    await new Promise((resolve) => setTimeout(resolve))
    controller.abort()
    expect(await errorOf(() => invoked)).toMatchObject({
      code: 'aborted',
      text: 'Hel',
      partial: { text: 'Hel' },
    })
    expect(seen.isReturned).toBe(true)
    expect(seen.signal?.aborted).toBe(true)
  })

  it('before the call sends nothing', async () => {
    const { stream, seen } = saying('Hi')
    const signal = AbortSignal.abort()
    const error = await errorOf(() => new ModelRunner({ provider: stream }).invoke({ input: 'Hi', signal }))
    expect(error).toMatchObject({ code: 'aborted', partial: undefined })
    expect(seen.asked).toEqual([])
  })

  it('that never comes leaves no listener, and the provider is not told of one', async () => {
    const controller = new AbortController()
    const added = vi.spyOn(controller.signal, 'addEventListener')
    const removed = vi.spyOn(controller.signal, 'removeEventListener')
    const { stream, seen } = saying('Hi')
    await new ModelRunner({ provider: stream }).invoke({
      input: 'Hi',
      signal: controller.signal,
    })
    expect(added).toHaveBeenCalledTimes(1)
    expect(removed.mock.calls[0]?.[1]).toBe(added.mock.calls[0]?.[1])
    expect(seen.asked[0]?.[1].signal.aborted).toBe(false)
  })
})

describe('a preparation', () => {
  const measured = () => {
    const { stream, seen } = saying('ok')
    const bodies: unknown[] = []
    const body: ProviderObject['body'] = (messages, { maxOutputTokens }) => {
      const made = { messages, maxOutputTokens, number: bodies.length }
      bodies.push(made)
      return made
    }
    return { runner: new ModelRunner({ provider: { stream, body }, maxInputChars: 1_000 }), seen, bodies }
  }

  it('measures the body that would go out, any number of times', () => {
    const { runner, bodies, seen } = measured()
    const prepared = runner.prepare({ stageId: 'plan', maxOutputTokens: 500 })
    for (const input of ['a', 'a'.repeat(2_000), 'abc']) {
      const { inputChars, fits } = prepared.measure(input)
      expect(inputChars).toBe(JSON.stringify(bodies.at(-1)).length)
      expect(fits).toBe(inputChars <= 1_000)
    }
    expect(seen.asked).toEqual([])
  })

  it('sends the very thing that was measured last for its input', async () => {
    const { runner, bodies, seen } = measured()
    const prepared = runner.prepare({ stageId: 'plan', maxOutputTokens: 500 })
    const first: Conversation = [{ role: 'user', content: 'first' }]
    const second = [...first, { role: 'user', content: 'second' }] as const
    prepared.measure(first)
    prepared.measure('text')
    prepared.measure(second)
    prepared.measure(first)
    await runner.invoke({ input: first, prepared })
    await runner.invoke({ input: 'text', prepared })
    expect(bodies).toHaveLength(4)
    expect(seen.asked.map(([, { body }]) => body)).toEqual([bodies[3], bodies[1]])
    expect(seen.asked[0]?.[1].body).toBe(bodies[3])
    expect(seen.asked[0]?.[1]).toMatchObject({ stageId: 'plan', maxOutputTokens: 500, tools: [] })
  })

  it('keeps what it measured, whatever becomes of the input', async () => {
    const { runner, seen } = measured()
    const prepared = runner.prepare()
    const growing = [{ role: 'user' as const, content: 'short' }]
    prepared.measure(growing)
    growing.push({ role: 'user', content: 'x'.repeat(2_000) })
    await runner.invoke({ input: growing, prepared })
    expect(seen.asked[0]?.[0]).toEqual([{ role: 'user', content: 'short' }])
    expect(prepared.measure(growing).fits).toBe(false)
    expect(await errorOf(() => runner.invoke({ input: growing, prepared }))).toMatchObject({
      code: 'input-over-budget',
    })
  })

  it('of an input that was not measured is measured when it is sent', async () => {
    const { runner, bodies } = measured()
    const prepared = runner.prepare()
    expect(await errorOf(() => runner.invoke({ input: 'x'.repeat(1_000), prepared }))).toBeInstanceOf(
      ModelError,
    )
    expect(bodies).toHaveLength(1)
  })

  it('selects what its stage selects', async () => {
    const { stream, seen } = saying('{"steps": ["a"]}')
    const plan = { answer: answer({ schema: z.object({ steps: z.array(z.string()) }) }) }
    const act = {
      tools: [tool({ name: 'act', description: 'Acts.', schema: z.object({ steps: z.unknown() }) })],
    }
    const runner = new ModelRunner({ provider: stream, stages: { plan, act } })
    const planned = await runner.invoke({ input: 'Hi', prepared: runner.prepare({ stageId: 'plan' }) })
    expect(planned.value).toEqual({ type: 'answer', value: { steps: ['a'] } })
    const acted = await runner.invoke({ input: 'Hi', prepared: runner.prepare({ stageId: 'act' }) })
    expect(acted.value).toMatchObject({ type: 'tool', toolId: 'act' })
    expect((await runner.invoke('Hi')).value).toBe('{"steps": ["a"]}')
    expect(seen.asked.map(([, { tools, answerSchema }]) => ({ tools, answerSchema }))).toMatchObject([
      { tools: [], answerSchema: { type: 'object', required: ['steps'] } },
      { tools: [{ name: 'act', description: 'Acts.', parameters: { type: 'object' } }] },
      { tools: [], answerSchema: undefined },
    ])
  })

  it.each(['nowhere', 'toString'])(
    'of a stage that the runner lacks, %s, is the caller’s mistake',
    (stageId) => {
      const stages: { readonly [id: string]: object } = { plan: {} }
      expect(() => new ModelRunner({ provider: saying().stream, stages }).prepare({ stageId })).toThrow(
        new TypeError(`The runner has no stage ${stageId}.`),
      )
    },
  )
})
