import { describe, expect, it } from 'vitest'
import {
  collect,
  collectAll,
  collectWithFrames,
  initial,
  type ProviderOptions,
  snapshot,
  type WireEvent,
} from '../../src'
import { mergeJson, parseJson, toJson } from '../../src/data'
import { emptyList, push, set, toArray } from '../../src/persistent'
import { toCost } from '../../src/providers/openai/usage'
import { isLinear, isSerialisable, isShortWayTrue } from '../../src/testing'
import { difference } from '../../src/testing/data'
import { calls, delta, finish, foldAll, text } from '../support/chat'
import { chunkOf } from '../support/fold'

// What properties and readers found, each as the smallest stream that shows it.

const stream = (events: readonly unknown[], options: ProviderOptions = {}) => ({
  provider: 'openai' as const,
  events: events as readonly WireEvent<'openai'>[], // some are none, and that is the point
  options,
})

const opener = (args: string) => calls({ index: 0, id: 'c', function: { name: 'f', arguments: args } })
const more = (args: string, fields = {}) => calls({ index: 0, ...fields, function: { arguments: args } })

describe('the short way', () => {
  it.each([
    ['reasoning', [text('<think>plan'), text('</th'), delta({ reasoning_content: 'x' })]],
    ['a refusal', [delta({ refusal: 'no' }), text('<'), delta({ refusal: 'x' })]],
    ['arguments', [opener('{'), text('<th'), more('}'), text('ink>x')]],
  ])('is not taken by %s while text is held back for a tag', (_, events) => {
    expect(() => isShortWayTrue(stream(events, { thinkTags: true }))).not.toThrow()
  })

  it('gives the text that the long way gives, held back or not', () => {
    const textWith = (fragment: ReturnType<typeof more>) =>
      foldAll([opener('{'), text('<th'), fragment, text('ink>x'), finish('tool_calls')], { thinkTags: true })
        .response.text
    expect(textWith(more('}'))).toBe(textWith(more('}', { type: 'function', id: '' })))
  })

  it('is not taken by an event that says it is an error', () => {
    expect(() => isShortWayTrue(stream([text('a'), { object: 'error', ...text('x') }]))).not.toThrow()
    expect(foldAll([text('a'), { object: 'error', message: 'why', choices: [] }]).result).toMatchObject({
      left: { code: 'provider-error', message: 'why' },
    })
  })
})

describe('a number that JavaScript reads as infinite', () => {
  it.each([
    ['arguments', opener('{"n":1e999}')],
    ['the expiry of audio', JSON.parse('{"choices":[{"delta":{"audio":{"data":"x","expires_at":1e999}}}]}')],
    [
      'an annotation',
      JSON.parse('{"choices":[{"delta":{"annotations":[{"url_citation":{"start_index":1e999}}]}}]}'),
    ],
    ['the code of an error', JSON.parse('{"error":{"code":1e999}}')],
  ])('never gets into a state, as part of %s', (_, event) => {
    expect(() => isSerialisable(stream([event, finish('tool_calls')]))).not.toThrow()
  })

  it('makes the arguments unusable', () => {
    expect(parseJson('{"n":[1e999]}')).toMatchObject({ left: 'number-out-of-range' })
    expect(foldAll([opener('{"n":1e999}'), finish('tool_calls')]).response.toolCalls[0]?.input).toMatchObject(
      {
        left: { code: 'number-out-of-range' },
      },
    )
  })
})

it('after an error no further choice is met', () => {
  const failed = collectAll('openai', [
    chunkOf('openai', { choices: [{ index: 1, delta: { content: 'x' } }], error: { message: 'm' } }),
  ])
  const after = collect(
    failed,
    chunkOf('openai', {
      choices: [{ index: 0, stop_reason: 'late', delta: { token: 1 } }],
      usage: { prompt_tokens: 1 },
    }),
  )
  expect(snapshot(failed).text).toBe('x')
  expect(snapshot(after)).toMatchObject({ text: 'x', usage: { inputTokens: 1 } })
})

describe('an event that says nothing new', () => {
  it.each([[delta({})], [delta({ content: '' })], [delta({ role: 'assistant', content: null })]])(
    '%j gives the same state',
    (event) => {
      const state = collectAll('openai', [chunkOf('openai', text('a'))])
      expect(collect(state, chunkOf('openai', event))).toBe(state)
    },
  )

  it('tells no metadata again, lists included', () => {
    const chunk = chunkOf('openai', { search_results: [1], ...text('x') })
    const [state] = collectWithFrames(initial('openai'), chunk)
    expect(collectWithFrames(state, chunk)[1].map(({ type }) => type)).toEqual(['text-delta'])
    const base = { a: [1, { b: [2] }] }
    expect(mergeJson(base, { a: [1, { b: [2] }] })).toBe(base)
  })
})

it('a Map is not the same as an object', () => {
  expect(difference(new Map([[1, 2]]), {})).toBeDefined()
})

it('a hole in a list becomes null', () => {
  expect(toJson(new Array(1))).toEqual([null])
  expect(0 in (toJson(new Array(1)) as object)).toBe(true)
})

it('an index that is no number sets nothing', () => {
  expect(toArray(set(push(emptyList, 'a'), Number.NaN, 'b'))).toEqual(['a'])
})

it('a cost is decimal text, or none', () => {
  expect(toCost({ cost: '1e-7' })?.totalCost).toBe('0.0000001')
  expect(toCost({ cost: 'free' })).toBeUndefined()
})

describe('what a held item is known by', () => {
  const wide = Array.from({ length: 400 }, (_, n) => ({ n }))
  const added = (item: object) => ({ type: 'response.output_item.added', output_index: 0, item })

  it.each([
    ['the pieces of a message', { type: 'message', id: 'i', role: 'assistant', content: [] }, 'output_text'],
    ['a part of reasoning', { type: 'reasoning', id: 'i', summary: [] }, 'reasoning_text'],
  ])('is shared with %s, and copied no more than once', (_, item, topic) => {
    const events = [
      added({ ...item, phase: wide }),
      { type: `response.${topic}.delta`, output_index: 0, content_index: 0, item_id: 'i', delta: 'Hi' },
      { type: `response.${topic}.delta`, output_index: 0, content_index: 1, item_id: 'i', delta: 'there' },
    ]
    const given = { provider: 'openai-responses', events: events as never, options: {} } as const // as a server may send them
    expect(() => isLinear(given)).not.toThrow()
  })
})
