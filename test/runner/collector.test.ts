import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as E from 'fp-ts/Either'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import {
  answer,
  createCollector,
  createSessionCollector,
  type ModelPart,
  type Schema,
  textAnswer,
  tool,
} from '../../src/runner'
import { chunk, finish, text } from '../support/chat'
import { errorOf, filled, piece } from './support'

const search = tool({ name: 'search', toolId: 'tools/search', schema: z.object({ query: z.string() }) })
const add = tool({
  name: 'add',
  schema: z.object({ a: z.number(), b: z.number() }),
  resolve: ({ a, b }) => a + b,
})

const schemas: readonly (readonly [name: string, schema: Schema])[] = [
  ['zod', z.object({ city: z.string(), days: z.number() })],
  ['valibot', v.object({ city: v.string(), days: v.number() })],
  ['valibot with a converter', toStandardJsonSchema(v.object({ city: v.string(), days: v.number() }))],
  ['arktype', type({ city: 'string', days: 'number' })],
  [
    'a JSON Schema',
    { properties: { city: { type: 'string' }, days: { type: 'number' } }, required: ['city', 'days'] },
  ],
]

describe.each(schemas)('with a schema of %s', (_, schema) => {
  const trip = tool({ name: 'trip', schema, resolve: (value) => ({ booked: value }) })
  const good = ['{"city": "Pa', 'ris", "days": 3}']
  const bad = ['{"city": "Paris", "days"', ': "three"}']

  it.each([
    ['text', (texts: readonly string[]): readonly ModelPart[] => texts],
    [
      'a native call',
      (texts: readonly string[]): readonly ModelPart[] => [
        piece(0, '', { id: 'c1', name: 'trip' }),
        ...texts.map((one) => piece(0, one)),
      ],
    ],
  ])('%s gives the result once the whole value fits', async (_name, partsOf) => {
    const collector = () => createCollector({ tools: [trip] })
    expect(filled(collector(), partsOf(good)).finish()).toEqual({ booked: { city: 'Paris', days: 3 } })
    expect(await filled(collector(), partsOf(good)).finishAsync()).toEqual({
      booked: { city: 'Paris', days: 3 },
    })
    const error = await errorOf(() => filled(collector(), partsOf(bad)).finish())
    expect(error).toMatchObject({
      name: 'ModelError',
      code: 'invalid-value',
      text: bad.join(''),
      issues: [{ path: ['days'], message: expect.any(String) }],
      message: expect.stringMatching(/not fit (its|their) schema: days[: ]/),
    })
    const later = await errorOf(() => filled(collector(), partsOf(bad)).finishAsync())
    expect(later.issues).toEqual(error.issues)
  })
})

describe('what a response selects', () => {
  const both = { tools: [search, add] }

  it('is the tool that was called, with its id and the call', () => {
    const parts = [piece(0, '{"query": "x"}', { id: 'c1', name: 'search' })]
    expect(filled(createCollector(both), parts).finish()).toEqual({
      type: 'tool',
      toolId: 'tools/search',
      value: { query: 'x' },
      call: { id: 'c1', name: 'search', toolId: 'tools/search' },
    })
  })

  it('is a call before the words that came with it', () => {
    const parts = ['Let me add. ', piece(0, '{"a": 1, "b": 2}', { id: 'c1', name: 'add' })]
    expect(filled(createCollector(both), parts).finish()).toBe(3)
  })

  it('is the text, where nothing else is expected, also when there is none in it', () => {
    expect(filled(createCollector(), ['Hel', 'lo']).finish()).toBe('Hello')
    expect(filled(createCollector(), ['']).finish()).toBe('')
    expect(filled(createCollector({ answer: textAnswer((words) => words.length) }), ['Hello']).finish()).toBe(
      5,
    )
  })

  it('is an answer by its schema, whatever tools there are', () => {
    const selection = { ...both, answer: answer({ schema: z.object({ done: z.boolean() }) }) }
    expect(filled(createCollector(selection), ['{"done": true}']).finish()).toEqual({
      type: 'answer',
      value: { done: true },
    })
    const resolved = { answer: answer({ schema: z.string(), resolve: (word) => word.length }) }
    expect(filled(createCollector(resolved), ['"four"']).finish()).toBe(4)
  })

  it('is of one tool alone also in text, and then has no call', () => {
    expect(filled(createCollector({ tools: [search] }), ['{"query": "x"}']).finish()).toEqual({
      type: 'tool',
      toolId: 'tools/search',
      value: { query: 'x' },
    })
  })

  it('is what the schema makes of the value, and the resolver of that', () => {
    const upper = tool({
      name: 'say',
      schema: z.object({ word: z.string().transform((word) => word.toUpperCase()) }),
      resolve: ({ word }, call) => [word, call?.id],
    })
    const parts = [piece(0, '{"word": "hi"}', { id: 'c1', name: 'say' })]
    expect(filled(createCollector({ tools: [upper] }), parts).finish()).toEqual(['HI', 'c1'])
  })

  it('takes empty arguments for an empty object', () => {
    const stop = tool({ name: 'stop', schema: z.object({}), resolve: () => 'stopped' })
    const part: ModelPart = { type: 'function-call-delta', index: 0, id: 'c1', name: 'stop' }
    expect(filled(createCollector({ tools: [stop] }), [part]).finish()).toBe('stopped')
  })
})

describe('what is no valid selection', () => {
  const both = { tools: [search, add] }

  it.each([
    ['nothing at all', [], 'empty-stream', ''],
    ['text, where a call is expected', ['Hello'], 'no-selection', 'Hello'],
    ['a tool that is not on offer', [piece(0, '{}', { name: 'drop' })], 'unknown-tool', '{}'],
    ['arguments that break off', [piece(0, '{"a": 1', { name: 'add' })], 'invalid-json', '{"a": 1'],
    ['arguments that are no object', [piece(0, '[1]', { name: 'add' })], 'invalid-json', '[1]'],
    [
      'two calls',
      ['Both: ', piece(0, '{}', { id: 'c1', name: 'add' }), piece(1, '{}', { id: 'c2', name: 'add' })],
      'several-selections',
      'Both: ',
    ],
  ] as const)('%s is told, with what came', async (_, parts, code, raw) => {
    const error = await errorOf(() => filled(createCollector(both), parts).finish())
    expect(error).toMatchObject({ code, text: raw, issues: [], partial: { provider: 'openai' } })
  })

  it('an answer that is no JSON is told with the place', async () => {
    const error = await errorOf(() => filled(createCollector({ tools: [search] }), ['{"query": x}']).finish())
    expect(error).toMatchObject({ code: 'invalid-json', text: '{"query": x}' })
    expect(error.message).toMatch(/^The answer is no JSON\. .*column 11/)
  })

  it('a refusal is told in the words of the model', async () => {
    const refusal = { provider: 'openai', event: chunk({ index: 0, delta: { refusal: 'No.' } }) } as const
    const parts = [refusal, { provider: 'openai', event: finish('stop') }] as const
    expect(await errorOf(() => filled(createCollector(), parts).finish())).toMatchObject({
      code: 'refused',
      text: 'No.',
    })
    expect(await errorOf(() => filled(createSessionCollector(both), parts).finish())).toMatchObject({
      code: 'refused',
    })
  })

  it('prototype keys are data', async () => {
    const strict = tool({ name: 'constructor', schema: { required: ['toString'] }, resolve: () => 'taken' })
    const call = (json: string) => [piece(0, json, { name: 'constructor' })]
    const collector = () => createCollector({ tools: [strict] })
    expect(
      (await errorOf(() => filled(collector(), call('{"__proto__": {"toString": 1}}')).finish())).code,
    ).toBe('invalid-value')
    expect(filled(collector(), call('{"toString": 1}')).finish()).toBe('taken')
    const inherited = [piece(0, '{}', { name: 'toString' })]
    expect((await errorOf(() => filled(collector(), inherited).finish())).code).toBe('unknown-tool')
  })
})

describe('while parts come', () => {
  it('the collector counts, and shows the call', () => {
    const collector = createCollector({ tools: [search] })
    expect(collector.outputChars).toBe(0)
    expect(collector.call).toBeUndefined()
    collector.push('Ok. ')
    collector.push(piece(0, '{"que', { id: 'c1', name: 'search' }))
    expect(collector.call).toEqual({ id: 'c1', name: 'search', argumentChars: 5, toolId: 'tools/search' })
    collector.push(piece(0, 'ry": "x"}'))
    expect(collector.call?.argumentChars).toBe(14)
    expect(collector.outputChars).toBe(4 + 14)
    expect(collector.calls).toBeUndefined()
    expect(collector.response).toMatchObject({ text: 'Ok. ', toolCalls: [{ arguments: '{"query": "x"}' }] })
  })

  it('a call whose name comes late counts from its first piece', () => {
    const collector = filled(createCollector({ tools: [search] }), [piece(0, '{"query"')])
    expect(collector.outputChars).toBe(8)
    collector.push(piece(0, ': "x"}', { id: 'c1', name: 'search' }))
    expect(collector.finish()).toMatchObject({ value: { query: 'x' } })
    expect(collector.outputChars).toBe(14)
  })

  it('nothing is released of a prefix', () => {
    const resolve = vi.fn()
    const collector = createCollector({ tools: [tool({ name: 't', schema: {}, resolve })] })
    for (const part of ['{"a": 1', ', "b": 2}']) {
      collector.push(piece(0, part, { id: 'c', name: 't' }))
      expect(resolve).not.toHaveBeenCalled()
    }
    collector.finish()
    expect(resolve).toHaveBeenCalledExactlyOnceWith({ a: 1, b: 2 }, { id: 'c', name: 't', toolId: 't' })
  })

  it('what is no part, of another dialect, or too late is the caller’s mistake', () => {
    const collector = filled(createCollector(), ['Hello'])
    expect(() => collector.push({ type: 'delta' } as never)).toThrow(TypeError)
    expect(() => collector.push({ provider: 'anthropic', event: { type: 'ping' } })).toThrow(
      new TypeError('A part of anthropic came in a response of openai.'),
    )
    expect(collector.finish()).toBe('Hello')
    expect(() => collector.push('more')).toThrow(TypeError)
    expect(collector.finish()).toBe('Hello')
    expect(collector.outputChars).toBe(5)
    expect(collector.response.issues).toEqual([])
  })

  it('a schema that answers later is for finishAsync', async () => {
    const later = z.object({ query: z.string().refine(async (query) => query !== '') })
    const collector = () =>
      createCollector({ tools: [tool({ name: 'search', schema: later, resolve: () => 'ok' })] })
    expect(() => filled(collector(), ['{"query": "x"}']).finish()).toThrow(TypeError)
    expect(await filled(collector(), ['{"query": "x"}']).finishAsync()).toBe('ok')
    expect(await errorOf(() => filled(collector(), ['{"query": ""}']).finishAsync())).toMatchObject({
      code: 'invalid-value',
      issues: [{ path: ['query'] }],
    })
  })
})

describe('the events of a provider as parts', () => {
  const openai = (event: object): ModelPart => ({ provider: 'openai', event })

  it('are counted and resolved as plain parts are', () => {
    const collector = filled(createCollector(), [openai(text('Hel')), openai(text('lo'))])
    expect(collector.outputChars).toBe(5)
    collector.push(E.right({ provider: 'openai', event: finish('stop') }))
    expect(collector.finish()).toBe('Hello')
  })

  it('end only by their own mark', async () => {
    const error = await errorOf(() => filled(createCollector(), [openai(text('Hel'))]).finish())
    expect(error).toMatchObject({ code: 'incomplete-stream', text: 'Hel', partial: { text: 'Hel' } })
  })

  it('tell what failed', async () => {
    const refused = openai({ error: { message: 'Overloaded.', code: 503 } })
    const error = await errorOf(() => filled(createCollector(), [openai(text('Hel')), refused]).finish())
    expect(error).toMatchObject({
      code: 'provider-error',
      message: 'Overloaded.',
      text: 'Hel',
      cause: { retryable: true },
    })
    const lost = E.left({ code: 'connection-lost', message: 'Lost.', cause: 'x' } as const)
    expect(
      await errorOf(() => filled(createCollector(), [openai(text('Hel')), lost]).finish()),
    ).toMatchObject({
      code: 'incomplete-stream',
      text: 'Hel',
    })
  })
})

describe('a session', () => {
  const both = { tools: [search, add] }
  const parts = [
    'First. ',
    piece(0, '{"a": 1, "b": 2}', { id: 'c1', name: 'add' }),
    piece(1, '{"query": "x"}', { id: 'c2', name: 'search' }),
  ]

  it('selects call by call, in their order', () => {
    const collector = filled(createSessionCollector(both), parts)
    expect(collector.call).toBeUndefined()
    expect(collector.calls).toEqual([
      { id: 'c1', name: 'add', argumentChars: 16, toolId: 'add' },
      { id: 'c2', name: 'search', argumentChars: 14, toolId: 'tools/search' },
    ])
    expect(collector.finish()).toEqual({
      text: 'First. ',
      results: [3, expect.objectContaining({ toolId: 'tools/search', value: { query: 'x' } })],
    })
  })

  it('shows a call that is not on offer without a tool', () => {
    const collector = filled(createSessionCollector(both), [piece(0, '{}', { id: 'c', name: 'toString' })])
    expect(collector.calls).toEqual([{ id: 'c', name: 'toString', argumentChars: 2 }])
  })

  it('without calls has what it says, and what its answer is', async () => {
    expect(filled(createSessionCollector(both), ['Done.']).finish()).toEqual({ text: 'Done.', results: [] })
    const collector = createSessionCollector({ ...both, answer: textAnswer((words) => words.length) })
    expect(await filled(collector, ['Done.']).finishAsync()).toEqual({ text: 'Done.', results: [5] })
  })

  it('runs no resolver unless every call is valid', async () => {
    const resolve = vi.fn()
    const selection = { tools: [tool({ name: 'a', schema: {}, resolve }), add] }
    const calls = [piece(0, '{}', { id: '1', name: 'a' }), piece(1, '{"a": 1}', { id: '2', name: 'add' })]
    const collect = () => filled(createSessionCollector(selection), calls)
    expect(await errorOf(() => collect().finish())).toMatchObject({ code: 'invalid-value', text: '{"a": 1}' })
    expect(await errorOf(() => collect().finishAsync())).toMatchObject({ issues: [{ path: ['b'] }] })
    expect(resolve).not.toHaveBeenCalled()
  })
})
