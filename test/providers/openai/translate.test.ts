import { describe, expect, it } from 'vitest'
import type { ProviderOptions } from '../../../src'
import type { Signal } from '../../../src/frames'
import { initialCursor } from '../../../src/providers/openai/cursor'
import type { ChatCompletionEvent } from '../../../src/providers/openai/events'
import { translate } from '../../../src/providers/openai/translate'
import { calls, chunk, delta, finish, text } from '../../support/chat'
import { typesOf } from '../../support/fold'

/** What each event is worth. */
const signalsOf = (
  events: readonly unknown[],
  options: ProviderOptions = {},
): readonly (readonly Signal[])[] => {
  let cursor = initialCursor(options)
  return events.map((event) => {
    const [next, said] = translate(cursor, event as ChatCompletionEvent) // what a server sends may be anything
    cursor = next
    return said
  })
}

const lastOf = (events: readonly unknown[], options: ProviderOptions = {}): readonly Signal[] =>
  signalsOf(events, options).at(-1) ?? []

describe('translate', () => {
  it('says all that one event says, the finish reason and the error last', () => {
    const event = {
      ...chunk(
        {
          index: 0,
          delta: {
            role: 'assistant',
            reasoning_content: 'r',
            content: 'c',
            refusal: 'n',
            tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }],
            audio: { data: 'x' },
            images: [{ url: 'u' }],
            annotations: [{ url: 'v' }],
            other: 1,
          },
          logprobs: { content: [{ token: 'c' }] },
          native_finish_reason: 'STOP',
          finish_reason: 'stop',
        },
        { id: 'r1', model: 'm', system_fingerprint: 'fp', citations: ['w'], usage: { prompt_tokens: 1 } },
      ),
      error: { message: 'late' },
    }
    expect(typesOf(lastOf([event]))).toEqual([
      'identify',
      'usage',
      'metadata',
      'part',
      'choice',
      'reasoning-delta',
      'part-end',
      'text-delta',
      'part-end',
      'refusal-delta',
      'part-end',
      'tool-call-delta',
      'audio-delta',
      'part',
      'part',
      'metadata',
      'logprobs',
      'metadata',
      'finish',
      'failure',
    ])
  })

  it('takes [DONE] for the end mark', () => {
    expect(lastOf(['[DONE]'])).toEqual([{ type: 'done' }])
  })

  it.each([null, 7, 'text', [], true])(
    'leaves out the event %j, which is no object, and says so',
    (event) => {
      expect(typesOf(lastOf([event]))).toEqual(['malformed-event'])
    },
  )

  it.each([
    [{ choices: 7 }],
    [{ choices: {} }],
    [{ choices: [null] }],
    [{ choices: ['x'] }],
    [{ choices: [[]] }],
  ])('leaves out of %j what is no choice, and says so', (event) => {
    expect(typesOf(lastOf([event]))).toContain('malformed-event')
  })

  it.each([[{}], [{ choices: null }], [{ choices: [] }], [{ object: 'chat.completion.chunk', created: 1 }]])(
    'has nothing to say of %j',
    (event) => {
      expect(lastOf([event])).toEqual([])
    },
  )
})

describe('identity', () => {
  it('is said once; the first id and model stay', () => {
    const events = [
      { id: '', model: null },
      { id: 'r1' },
      { id: 'r1', model: 'm' },
      { id: 'r2', model: 'n' },
      { id: '', model: '' },
    ]
    expect(signalsOf(events).map(typesOf)).toEqual([
      [],
      ['identify'],
      ['identify'],
      ['id-changed', 'model-changed'],
      [],
    ])
    expect(signalsOf(events)[2]).toEqual([{ type: 'identify', model: 'm' }])
  })
})

describe('usage', () => {
  const usageOf = (events: readonly unknown[]) =>
    signalsOf(events).flatMap((said) =>
      said.flatMap((signal) => (signal.type === 'usage' ? [signal.usage.raw] : [])),
    )

  it('is merged field by field; null erases nothing, and a repetition is nothing new', () => {
    expect(
      usageOf([
        { usage: { prompt_tokens: 1, completion_tokens: 1 } },
        { usage: null },
        { usage: { prompt_tokens: null, completion_tokens: 2 } },
        { usage: { completion_tokens: 2 } },
      ]),
    ).toEqual([
      { prompt_tokens: 1, completion_tokens: 1 },
      { prompt_tokens: 1, completion_tokens: 2 },
    ])
  })

  it('is read where vendors put it, until the usual place has one', () => {
    expect(
      usageOf([
        { x_groq: { usage: { prompt_tokens: 1 } } },
        { choices: [{ index: 0, delta: {}, usage: { completion_tokens: 2 } }] },
        { usage: { prompt_tokens: 5 } },
        { x_groq: { usage: { prompt_tokens: 9 } } },
      ]),
    ).toEqual([{ prompt_tokens: 1 }, { prompt_tokens: 1, completion_tokens: 2 }, { prompt_tokens: 5 }])
  })

  it('brings the provider’s price', () => {
    expect(lastOf([{ usage: { cost: 1e-7 } }])).toMatchObject([
      { type: 'usage', cost: { totalCost: '0.0000001' } },
    ])
  })

  it.each([[{}], [[]], ['x'], [7]])('is none in %j', (usage) => {
    expect(usageOf([{ usage }])).toEqual([])
  })
})

describe('metadata', () => {
  it('is said when it is new', () => {
    const event = (value: unknown) => ({ system_fingerprint: value, obfuscation: 'x' })
    expect(signalsOf([event('a'), event('a'), event(null), event('b')]).map(typesOf)).toEqual([
      ['metadata'],
      [],
      [],
      ['metadata'],
    ])
  })

  it('is nothing new where an object comes again', () => {
    const event = (total: number) => ({ timings: { total } })
    expect(signalsOf([event(1), event(1), event(2)]).map(typesOf)).toEqual([['metadata'], [], ['metadata']])
  })

  it('is no usage, wherever a vendor puts it', () => {
    expect(typesOf(lastOf([chunk({ index: 0, usage: { prompt_tokens: 1 } })]))).toEqual(['usage', 'choice'])
  })
})

describe('sources', () => {
  it('that each event repeats count once', () => {
    const said = signalsOf([
      { citations: ['a', 'b'] },
      { citations: ['a', 'b', 'c'] },
      { citations: ['a', 'b', 'c'] },
    ])
    expect(said).toMatchObject([
      [
        { type: 'part', part: 0, content: { type: 'source', url: 'a' } },
        { type: 'part', part: 1, content: { type: 'source', url: 'b' } },
      ],
      [{ type: 'part', part: 2, content: { type: 'source', url: 'c' } }],
      [],
    ])
  })
})

describe('token probabilities', () => {
  it('are those of the text, of the refusal and of the reasoning', () => {
    const logprobs = { content: [{ token: 'a' }], refusal: null, reasoning_content: [{ token: 'b' }] }
    expect(lastOf([chunk({ index: 1, logprobs })])).toContainEqual({
      type: 'logprobs',
      choice: 1,
      content: [{ token: 'a' }],
      refusal: [],
      reasoning: [{ token: 'b' }],
    })
  })

  it.each([null, {}, { content: null }, { content: [], refusal: [] }])('are none in %j', (logprobs) => {
    expect(typesOf(lastOf([chunk({ index: 0, logprobs })]))).toEqual(['choice'])
  })

  it('of another shape are kept as metadata of the choice', () => {
    expect(lastOf([chunk({ index: 0, logprobs: [-0.5] })])).toContainEqual({
      type: 'metadata',
      scope: 'choice',
      metadata: { logprobs: [-0.5] },
    })
  })
})

describe('the cursor', () => {
  it('stays itself where an event says nothing', () => {
    const [known] = translate(initialCursor({}), chunk({ index: 0, delta: {} }) as ChatCompletionEvent)
    for (const event of [
      chunk({ index: 0, delta: {} }),
      chunk({ index: 0 }),
      { choices: [] },
      { usage: {} },
    ]) {
      expect(translate(known, event as ChatCompletionEvent)[0]).toBe(known)
    }
  })
})

describe('choices', () => {
  it('have the index they bring, else their place', () => {
    const said = lastOf([
      { choices: [{ delta: { content: 'a' } }, { index: null, delta: { content: 'b' } }] },
    ])
    expect(said).toEqual([
      { type: 'choice', choice: 0 },
      { type: 'text-delta', part: 0, text: 'a' },
      { type: 'choice', choice: 1 },
      { type: 'text-delta', part: 1, choice: 1, text: 'b' },
    ])
  })

  it.each([-1, 1.5, '0', {}])('take their place for the index %j', (index) => {
    expect(lastOf([chunk({ index, delta: {} })])).toEqual([{ type: 'choice', choice: 0 }])
  })
})

describe('parts', () => {
  it('end when one of another kind opens; calls stay open', () => {
    const said = signalsOf([
      text('a'),
      delta({ reasoning: 'b' }),
      calls({ index: 0, id: 'c', function: { name: 'f' } }),
      text('d'),
    ])
    expect(said.map(typesOf)).toEqual([
      ['choice', 'text-delta'],
      ['part-end', 'reasoning-delta'],
      ['part-end', 'tool-call-delta'],
      ['text-delta'],
    ])
  })

  it('are details of reasoning: each its own, told apart by type, index and id', () => {
    const detail = (fields: Readonly<Record<string, unknown>>) => delta({ reasoning_details: [fields] })
    const said = signalsOf([
      detail({ type: 'reasoning.text', index: 0, text: 'a' }),
      detail({ type: 'reasoning.text', index: 0, text: 'b', id: 'late' }),
      detail({ type: 'reasoning.text', index: 0, text: 'b', id: 'late' }),
      detail({ type: 'reasoning.text', index: 0, signature: 's' }),
      detail({ type: 'reasoning.summary', index: 1, summary: 'c' }),
      detail({ type: 'reasoning.encrypted', index: 2, data: 'd' }),
    ])
    expect(
      said.map((signals) =>
        signals.flatMap((signal) => ('part' in signal ? [[signal.type, signal.part]] : [])),
      ),
    ).toEqual([
      [
        ['reasoning-delta', 0],
        ['reasoning-mark', 0],
      ],
      [
        ['reasoning-delta', 0],
        ['reasoning-mark', 0],
      ],
      [['reasoning-delta', 0]],
      [['reasoning-mark', 0]],
      [
        ['part-end', 0],
        ['reasoning-delta', 1],
        ['reasoning-mark', 1],
      ],
      [
        ['part-end', 1],
        ['reasoning-mark', 2],
      ],
    ])
  })

  it('are reasoning once, though the fields of one delta mirror each other', () => {
    const mirrored = {
      reasoning: 'long',
      reasoning_content: 'lo',
      reasoning_details: [{ type: 'reasoning.text', text: 'long' }],
    }
    expect(lastOf([delta({ reasoning: 'long', reasoning_content: 'lo' })])).toContainEqual({
      type: 'reasoning-delta',
      part: 0,
      kind: 'content',
      text: 'long',
    })
    expect(lastOf([delta(mirrored)]).filter(({ type }) => type === 'reasoning-delta')).toHaveLength(1)
  })

  it('are the pieces of a content list', () => {
    const content = [
      'a',
      { type: 'text', text: 'b' },
      { type: 'output_text', text: 'b' },
      { type: 'thinking', thinking: [{ type: 'text', text: 'c' }, 'd'] },
      { type: 'reasoning', text: 'e' },
      { type: 'refusal', refusal: 'f' },
      { type: 'image_url', image_url: 'g' },
      { type: 'hologram' },
      7,
      '',
      { type: 'text', text: '' },
    ]
    const said = lastOf([delta({ content })]).flatMap((signal): readonly unknown[] =>
      'text' in signal ? [[signal.type, signal.text]] : signal.type === 'part' ? [signal.content.type] : [],
    )
    expect(said).toEqual([
      ['text-delta', 'a'],
      ['text-delta', 'b'],
      ['text-delta', 'b'],
      ['reasoning-delta', 'cd'],
      ['reasoning-delta', 'e'],
      ['refusal-delta', 'f'],
      'file',
      'unknown',
      'unknown',
    ])
  })

  it.each([
    { type: 'text', text: 7 },
    { type: 'output_text', text: { value: 'a' } },
    { type: 'refusal', refusal: ['a'] },
  ])('are kept as they are where their text is none: %j', (piece) => {
    expect(lastOf([delta({ content: [piece] })])).toContainEqual({
      type: 'part',
      part: 0,
      content: { type: 'unknown', raw: piece },
    })
  })

  it('say nothing where their text is null', () => {
    const content = [
      { type: 'text', text: null },
      { type: 'refusal', refusal: null },
    ]
    expect(lastOf([delta({ content })]).filter((signal) => 'part' in signal)).toEqual([])
  })

  it('are text of the legacy endpoint', () => {
    expect(lastOf([chunk({ index: 0, text: 'a' })])).toContainEqual({
      type: 'text-delta',
      part: 0,
      text: 'a',
    })
  })
})

describe('sound', () => {
  it('is one part, whatever comes between its pieces', () => {
    const said = signalsOf([
      delta({ audio: { id: 'a', data: 'x' } }),
      text('b'),
      delta({ audio: { data: 'y' } }),
    ])
    expect(said.flat().flatMap((signal) => (signal.type === 'audio-delta' ? [signal.part] : []))).toEqual([
      0, 0,
    ])
  })

  it.each([null, '', {}, { id: '', data: '', transcript: '' }, { data: 7 }])('is none in %j', (audio) => {
    expect(typesOf(lastOf([delta({ audio })]))).toEqual(['choice'])
  })
})

describe('a finish reason', () => {
  it.each([null, undefined, ''])('%j is none', (reason) => {
    expect(lastOf([text('a'), chunk({ index: 0, delta: {}, finish_reason: reason })])).toEqual([])
  })

  it('that is no text is left out', () => {
    expect(typesOf(lastOf([text('a'), finish(7)]))).toEqual(['malformed-event'])
  })

  it('may come again, and before more content, which is odd', () => {
    expect(signalsOf([finish('stop'), finish('length'), text('a')]).map(typesOf)).toEqual([
      ['choice', 'finish'],
      ['finish', 'finish-reason-repeated'],
      ['text-delta', 'content-after-finish'],
    ])
  })
})

describe('an error', () => {
  it.each<[string, unknown]>([
    ['an object', { error: { message: 'why' } }],
    ['text', { error: 'why' }],
    ['in a choice', { choices: [{ index: 0, delta: {}, error: { message: 'why' } }] }],
    ['as text in a choice', { choices: [{ index: 0, delta: {}, error: 'why' }] }],
    ['an event that is one', { object: 'error', message: 'why' }],
    ['an event of that type', { type: 'error', message: 'why' }],
  ])('is read: %s', (_, event) => {
    expect(lastOf([event]).at(-1)).toMatchObject({ type: 'failure', error: { message: 'why' } })
  })

  it.each([null, false, undefined])('%j is none', (error) => {
    expect(lastOf([{ error }])).toEqual([])
  })

  it.each([null, '', 7])('%j in a choice is none', (error) => {
    expect(typesOf(lastOf([chunk({ index: 0, error })]))).toEqual(['choice'])
  })
})
