import type { StandardSchemaV1 } from '@standard-schema/spec'
import { type } from 'arktype'
import * as E from 'fp-ts/Either'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type CollectorState, collect, initial } from '../../src'
import { collectPartial, finalObject, finalObjectAsync } from '../../src/partial'
import { chunk, finish, text } from '../support/chat'

const fold = (...events: readonly unknown[]): CollectorState<'openai'> =>
  events.reduce<CollectorState<'openai'>>(
    (state, event) => collectPartial(state, { provider: 'openai', event: event as never }), // whatever a server sends
    initial('openai'),
  )

const answer = (json: string): CollectorState<'openai'> => fold(text(json), finish('stop'))

const schemas = [
  ['zod', z.object({ city: z.string(), days: z.number().int() })],
  ['valibot', v.object({ city: v.string(), days: v.pipe(v.number(), v.integer()) })],
  ['arktype', type({ city: 'string', days: 'number.integer' })],
] as const

describe.each(schemas)('with a schema of %s', (_, schema) => {
  it('the final object is what the schema makes of the answer', async () => {
    const state = answer('{"city": "Paris", "days": 3}')
    expect(finalObject(state, schema)).toEqual(E.right({ city: 'Paris', days: 3 }))
    expect(await finalObjectAsync(state, schema)).toEqual(E.right({ city: 'Paris', days: 3 }))
  })

  it('an answer that does not fit is a Left with what the schema says, the value and the response', () => {
    const state = answer('{"city": "Paris", "days": "three"}')
    expect(finalObject(state, schema)).toMatchObject({
      _tag: 'Left',
      left: {
        code: 'invalid-object',
        message: expect.stringMatching(/^The answer does not fit its schema: days[: ].+\.$/),
        issues: [{ message: expect.any(String), path: ['days'] }],
        value: { city: 'Paris', days: 'three' },
        partial: { text: '{"city": "Paris", "days": "three"}' },
      },
    })
  })
})

it('an issue of the whole has no path, and its message stands alone', () => {
  const even = z.array(z.number()).refine((list) => list.length % 2 === 0, 'must be even')
  expect(finalObject(answer('[1]'), even)).toMatchObject({
    left: { message: 'The answer does not fit its schema: must be even.', issues: [{ path: [] }] },
  })
})

it('an issue of many steps names them all, whatever they are to the schema', () => {
  const schema: StandardSchemaV1 = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: () => ({ issues: [{ message: 'is odd', path: ['a', { key: 0 }, Symbol('s')] }] }),
    },
  }
  expect(finalObject(answer('{}'), schema)).toMatchObject({
    left: {
      message: 'The answer does not fit its schema: a.0.Symbol(s): is odd.',
      issues: [{ message: 'is odd', path: ['a', 0, 'Symbol(s)'] }],
    },
  })
})

const cities = z.object({ city: z.string() })

describe('finalObject', () => {
  it('gives what a schema transforms its input to', () => {
    const upper = z.object({ city: z.string().transform((city) => city.length) })
    expect(finalObject(answer('{"city": "Paris"}'), upper)).toEqual(E.right({ city: 5 }))
  })

  it('tells where an answer is no JSON', () => {
    expect(finalObject(answer('{"city": Paris}'), cities)).toMatchObject({
      _tag: 'Left',
      left: {
        code: 'invalid-json',
        message: 'The answer is no JSON. Line 1, column 10: expected a value, but found "P".',
        where: { code: 'unexpected-character', offset: 9 },
        partial: { text: '{"city": Paris}' },
      },
    })
  })

  it('tells that an answer was cut off by a limit', () => {
    const state = fold(text('{"city": "Par'), finish('length'))
    expect(finalObject(state, cities)).toMatchObject({
      _tag: 'Left',
      left: {
        code: 'invalid-json',
        where: { code: 'unexpected-end' },
        partial: { finishReason: { kind: 'length' } },
      },
    })
  })

  it('passes on why a stream has no whole response, with the partial one', () => {
    expect(finalObject(fold(text('{"city": "Paris"}')), cities)).toMatchObject({
      _tag: 'Left',
      left: { code: 'incomplete-stream', partial: { text: '{"city": "Paris"}' } },
    })
  })

  it('takes states of collect as well, and those that are open still', () => {
    const event = chunk({ index: 0, delta: { content: '{"city": "Paris"}' }, finish_reason: 'stop' })
    const state = collect(initial('openai'), { provider: 'openai', event: event as never }) // as the wire has it
    expect(finalObject(state, cities)).toEqual(E.right({ city: 'Paris' }))
  })

  it('reads to the end what is told only at the end', () => {
    const start = initial('openai', { thinkTags: true })
    const events = [text('<think>hm</think>{"city": "Paris"}<'), finish('stop')]
    const state = events.reduce<CollectorState<'openai'>>(
      (before, event) => collectPartial(before, { provider: 'openai', event: event as never }), // as the wire has it
      start,
    )
    expect(finalObject(state, cities)).toMatchObject({
      left: { code: 'invalid-json', where: { found: '<' } },
    })
  })

  it('refuses a schema that answers later, which finalObjectAsync takes', async () => {
    const later = cities.refine(async ({ city }) => city === 'Paris')
    const state = answer('{"city": "Paris"}')
    expect(() => finalObject(state, later)).toThrow(TypeError)
    expect(await finalObjectAsync(state, later)).toEqual(E.right({ city: 'Paris' }))
    expect(await finalObjectAsync(answer('{"city": "Rome"}'), later)).toMatchObject({
      left: { code: 'invalid-object' },
    })
    expect(await finalObjectAsync(answer('Paris'), later)).toMatchObject({ left: { code: 'invalid-json' } })
  })
})
