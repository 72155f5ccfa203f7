import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as E from 'fp-ts/Either'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { type AgentEvent, configOf, performerOf, type Tool, tool, toolContent } from '../../src/agent'
import { contentOf } from '../../src/agent/tool-content'

const model = { provider: 'openai' as const, stream: () => (async function* () {})() }

/** What running a tool is told to have come to. */
const told = async (
  one: Tool,
  input: object = {},
  more: { timeoutMs?: number; signal?: AbortSignal } = {},
) => {
  const { timeoutMs, signal = new AbortController().signal } = more
  const performer = performerOf({ model, settings: { model: 'm' }, tools: [one] })
  const events: Omit<AgentEvent, 'at'>[] = []
  const effect = {
    type: 'run-tool' as const,
    key: 'tool/1/0/0',
    iteration: 1,
    callId: 'c1',
    name: one.name,
    input: input as never, // every case is JSON
    ...(timeoutMs !== undefined && { timeoutMs }),
  }
  for await (const { at: _at, ...event } of performer.perform(effect, { signal, now: () => 0 }))
    events.push(event)
  return events.map(({ key: _key, ...event }: Record<string, unknown>) => event)
}

const STARTED = { type: 'tool-started' }

describe('the input of a tool', () => {
  const schemas: readonly (readonly [string, Tool])[] = [
    ['zod', tool({ name: 'add', input: z.object({ a: z.number() }), execute: ({ a }) => a + 1 })],
    [
      'valibot',
      tool({
        name: 'add',
        input: toStandardJsonSchema(v.object({ a: v.number() })),
        execute: ({ a }) => a + 1,
      }),
    ],
    ['arktype', tool({ name: 'add', input: type({ a: 'number' }), execute: ({ a }) => a + 1 })],
    [
      'JSON Schema',
      tool({
        name: 'add',
        input: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
        execute: (input) => (input as { a: number }).a + 1, // as the schema says
      }),
    ],
  ]

  it.each(schemas)('is checked by %s, and the model is told its JSON Schema', async (_, add) => {
    expect(await told(add, { a: 1 })).toEqual([
      STARTED,
      { type: 'tool-succeeded', content: [{ type: 'json', value: 2 }] },
    ])
    const [refused] = await told(add, { a: 'one' })
    expect(refused).toMatchObject({ type: 'tool-failed', code: 'invalid-arguments' })
    expect(String(refused?.['message'])).toMatch(/\ba\b/)
    const [definition] = configOf({ model, settings: { model: 'm' }, tools: [add] }).tools
    expect(definition?.parameters).toMatchObject({ type: 'object', properties: { a: { type: 'number' } } })
  })

  it('is what the schema makes of it', async () => {
    const shout = tool({
      name: 'shout',
      input: z.object({ word: z.string().transform((word) => word.toUpperCase()) }),
      execute: ({ word }) => {
        expectTypeOf(word).toEqualTypeOf<string>()
        return word
      },
    })
    expect(await told(shout, { word: 'hey' })).toEqual([STARTED, { type: 'tool-succeeded', content: 'HEY' }])
  })

  it('has to be told to the model: a library without converter needs `parameters`', () => {
    const input = v.object({ a: v.number() })
    const bare = tool({ name: 'bare', input, execute: () => '' })
    expect(() => configOf({ model, settings: { model: 'm' }, tools: [bare] })).toThrow(
      'The schema of the tool "bare" has no JSON Schema to give',
    )
    const said = tool({ name: 'said', input, parameters: { type: 'object' }, execute: () => '' })
    const [definition] = configOf({ model, settings: { model: 'm' }, tools: [said] }).tools
    expect(definition).toEqual({ name: 'said', parameters: { type: 'object' } })
  })
})

describe('what a tool comes to', () => {
  const doing = (execute: Tool['execute']): Tool => ({ name: 'do', execute })
  const { proxy: revoked, revoke } = Proxy.revocable({}, {})
  revoke()

  it.each<[string, Tool['execute'], string]>([
    [
      'throws',
      () => {
        throw new Error('kaboom')
      },
      'kaboom',
    ],
    ['rejects', () => Promise.reject(new Error('kaboom')), 'kaboom'],
    [
      'throws no error',
      () => {
        throw { code: 7 }
      },
      '{"code":7}',
    ],
    [
      'throws nothing',
      () => {
        throw undefined
      },
      'a thrown undefined',
    ],
    [
      'throws what cannot even be read',
      () => {
        throw revoked
      },
      'a thrown object',
    ],
    ['returns an error', () => new Error('kaboom'), 'kaboom'],
    ['returns what has no JSON', () => 10n, 'Do not know how to serialize a BigInt'],
    ['returns a Map', () => ({ inner: new Map() }), 'a Map has no JSON'],
    ['returns a function', () => () => {}, 'a function has no JSON'],
  ])('is a failure where it %s', async (_, execute, message) => {
    expect(await told(doing(execute))).toEqual([
      STARTED,
      { type: 'tool-failed', code: 'execution-failed', message },
    ])
  })

  it('is a failure where its value goes in circles', async () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    const [, failed] = await told(doing(() => circle))
    expect(failed).toMatchObject({ code: 'execution-failed' })
  })

  it('is told with its progress, of generators of either kind', async () => {
    const later = doing(async function* () {
      yield { done: 1 }
      return 'all'
    })
    const now = doing(function* () {
      yield { done: 1 }
      return 'all'
    })
    const expected = [
      STARTED,
      { type: 'tool-progressed', progress: { done: 1 } },
      { type: 'tool-succeeded', content: 'all' },
    ]
    expect(await told(later)).toEqual(expected)
    expect(await told(now)).toEqual(expected)
  })

  it('is a time-out where it takes too long, which aborts its signal', async () => {
    let seen: AbortSignal | undefined
    const slow = doing((_, { signal }) => {
      seen = signal
      return new Promise(() => {})
    })
    expect(await told(slow, {}, { timeoutMs: 5 })).toEqual([
      STARTED,
      { type: 'tool-timed-out', timeoutMs: 5 },
    ])
    expect(seen?.aborted).toBe(true)
    expect(seen?.reason).toMatchObject({ name: 'TimeoutError' })
  })

  it('is a time-out even where the time was over while progress was told', async () => {
    const chatty = doing(async function* () {
      yield 1
      await new Promise(() => {})
    })
    const performer = performerOf({ model, settings: { model: 'm' }, tools: [chatty] })
    const { signal } = new AbortController()
    const effect = {
      type: 'run-tool' as const,
      key: 'k',
      iteration: 1,
      callId: 'c',
      name: 'do',
      input: {},
      timeoutMs: 5,
    }
    const types: string[] = []
    for await (const event of performer.perform(effect, { signal, now: Date.now })) {
      types.push(event.type)
      if (event.type === 'tool-progressed') await new Promise((resolve) => setTimeout(resolve, 15))
    }
    expect(types).toEqual(['tool-started', 'tool-progressed', 'tool-timed-out'])
  })

  it('is nothing any more once its run was aborted, though it never settles', async () => {
    const controller = new AbortController()
    const never = doing(() => {
      queueMicrotask(() => controller.abort())
      return new Promise(() => {})
    })
    expect(await told(never, {}, { signal: controller.signal })).toEqual([STARTED])
  })
})

describe('content for the model', () => {
  it.each<[unknown, unknown]>([
    ['text', 'text'],
    [undefined, ''],
    [null, [{ type: 'json', value: null }]],
    [5, [{ type: 'json', value: 5 }]],
    [[{ type: 'text', text: 'a list' }], [{ type: 'json', value: [{ type: 'text', text: 'a list' }] }]],
    [toolContent([{ type: 'text', text: 'a part' }]), [{ type: 'text', text: 'a part' }]],
    [
      { failed: new TypeError('inside') },
      [{ type: 'json', value: { failed: { name: 'TypeError', message: 'inside' } } }],
    ],
  ])('of %j is %j', (result, content) => {
    expect(contentOf(result)).toEqual(E.right(content))
  })
})
