import { describe, expect, it } from 'vitest'
import type { ProviderOptions } from '../../../src'
import type { Continuation, Signal } from '../../../src/frames'
import { continuation } from '../../../src/providers/openai/continuation'
import { type ChatCursor, initialCursor } from '../../../src/providers/openai/cursor'
import type { ChatCompletionEvent } from '../../../src/providers/openai/events'
import { translate } from '../../../src/providers/openai/translate'
import type { Fields } from '../../../src/providers/shared/fields'
import { difference } from '../../../src/testing/data'
import { calls, chunk, delta, finish, text } from '../../support/chat'

const wire = (event: unknown) => event as ChatCompletionEvent // what a server sends may be anything

const after = (events: readonly unknown[], options: ProviderOptions = {}): ChatCursor =>
  events.reduce<ChatCursor>((cursor, event) => translate(cursor, wire(event))[0], initialCursor(options))

const short = (events: readonly unknown[], event: unknown, options: ProviderOptions = {}) =>
  continuation(after(events, options), wire(event))

const opened = {
  text: [text('a')],
  refusal: [delta({ refusal: 'a' })],
  reasoning: [delta({ reasoning_content: 'a' })],
  call: [calls({ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '{' } })],
}

const next = {
  text: { content: 'x' },
  refusal: { refusal: 'x' },
  reasoning: { reasoning_content: 'x' },
  call: { tool_calls: [{ index: 0, function: { arguments: 'x' } }] },
}

const said: { readonly [K in keyof typeof next]: Continuation } = {
  text: { type: 'text-delta', part: 0, choice: 0, text: 'x' },
  refusal: { type: 'refusal-delta', part: 0, choice: 0, text: 'x' },
  reasoning: { type: 'reasoning-delta', part: 0, choice: 0, text: 'x' },
  call: { type: 'tool-call-delta', part: 0, choice: 0, text: 'x' },
}

const KINDS = ['text', 'refusal', 'reasoning', 'call'] as const

describe('the short way is taken', () => {
  it.each(KINDS)('for the next fragment of an open part: %s', (kind) => {
    expect(short(opened[kind], delta(next[kind]))).toStrictEqual(said[kind])
  })

  it.each(KINDS)('with what servers repeat beside it: %s', (kind) => {
    const envelope = {
      id: 'r1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      system_fingerprint: 'fp',
      service_tier: 'default',
      provider: 'P',
      usage: null,
      obfuscation: 'abc',
    }
    const first = opened[kind].map((event) => ({ ...envelope, ...event }))
    const choice = { index: 0, logprobs: null, finish_reason: null, native_finish_reason: null }
    const role = { role: 'assistant', function_call: null, ...(kind !== 'text' && { content: '' }) }
    expect(
      short(first, { ...envelope, choices: [{ ...choice, delta: { ...role, ...next[kind] } }] }),
    ).toEqual(said[kind])
  })

  it('for any open call, whichever came last', () => {
    const open = [
      calls({ index: 0, id: 'c', function: { name: 'f', arguments: '{' } }),
      calls({ index: 1, id: 'd', function: { name: 'g', arguments: '{' } }),
    ]
    const fragment = (index: number) => calls({ index, function: { arguments: 'x' } })
    expect(short(open, fragment(0))).toEqual({ ...said.call, part: 0 })
    expect(short(open, fragment(1))).toEqual({ ...said.call, part: 1 })
  })

  it('for the first fragment of a call, which moves the cursor: its arguments have begun', () => {
    const named = [calls({ index: 0, id: 'c', function: { name: 'f', arguments: '' } })]
    expect(short(named, delta(next.call))).toMatchObject({
      ...said.call,
      cursor: { lanes: [{ calls: { calls: { root: [{ id: 'c', begun: true }] } } }] },
    })
    const blank = calls({ index: 0, function: { arguments: ' ' } })
    expect(short(named, blank), 'blank text begins nothing').toEqual({ ...said.call, text: ' ' })
  })

  it('for the call’s own id and type, repeated', () => {
    const entry = { index: 0, id: 'c', type: 'function', function: { name: null, arguments: 'x' } }
    expect(short(opened.call, calls(entry))).toEqual(said.call)
  })

  it('for each choice', () => {
    const two = [text('a'), chunk({ index: 1, delta: { content: 'b' } })]
    expect(short(two, chunk({ index: 1, delta: { content: 'x' } }))).toEqual({
      ...said.text,
      part: 1,
      choice: 1,
    })
    expect(short(two, chunk({ delta: { content: 'x' } })), 'without an index: the first').toEqual(said.text)
  })

  it.each(['reasoning', 'reasoning_content', 'reasoning_text', 'thinking'])('for %s', (field) => {
    expect(short([delta({ [field]: 'a' })], delta({ [field]: 'x' }))).toEqual(said.reasoning)
  })

  it('past a finish reason that is empty', () => {
    expect(short(opened.text, delta({ content: 'x' }, ''))).toEqual(said.text)
  })
})

describe('the short way is not taken', () => {
  it.each<[string, readonly unknown[], unknown, ProviderOptions?]>([
    ['before any event', [], text('x')],
    ['for the end mark', opened.text, '[DONE]'],
    ['for null', opened.text, null],
    ['for no choice', opened.text, { choices: [] }],
    ['for null choices', opened.text, { choices: null }],
    ['for two choices', opened.text, { choices: [{ delta: { content: 'x' } }, { delta: { content: 'y' } }] }],
    ['for a choice that is no object', opened.text, { choices: ['x'] }],
    ['for a choice that is new', opened.text, chunk({ index: 1, delta: { content: 'x' } })],
    ['for a finish reason', opened.text, delta({ content: 'x' }, 'stop')],
    ['after a finish reason', [...opened.text, finish('stop')], text('x')],
    ['for an empty delta', opened.text, delta({})],
    ['for an empty fragment', opened.text, text('')],
    ['for a delta that is no object', opened.text, chunk({ index: 0, delta: 'x' })],
    ['for another kind than is open', opened.text, delta(next.refusal)],
    ['for text that a call closed', [...opened.text, ...opened.call], text('x')],
    ['for two fragments at once', opened.text, delta({ content: 'x', refusal: 'y' })],
    ['for reasoning under two names', opened.reasoning, delta({ reasoning: 'x', reasoning_content: 'x' })],
    [
      'for a reasoning field that is blank for the first time',
      opened.text,
      delta({ content: 'x', reasoning: '' }),
    ],
    [
      'for plain reasoning after a detail',
      [delta({ reasoning_details: [{ type: 'reasoning.text', text: 'a' }] })],
      delta(next.reasoning),
    ],
    ['for text that may hold tags', opened.text, text('x'), { thinkTags: true }],
    ['for text that is sent cumulatively', opened.text, text('ax'), { cumulative: true }],
    ['for arguments that are sent cumulatively', opened.call, delta(next.call), { cumulative: true }],
    ['for two entries', opened.call, calls({ index: 0, function: { arguments: 'x' } }, { index: 0 })],
    ['for a call’s other id', opened.call, calls({ index: 0, id: 'd', function: { arguments: 'x' } })],
    ['for a call’s name', opened.call, calls({ index: 0, function: { name: 'f', arguments: 'x' } })],
    ['for a call’s other field', opened.call, calls({ index: 0, extra: 1, function: { arguments: 'x' } })],
    [
      'for another field of the function',
      opened.call,
      calls({ index: 0, function: { extra: 1, arguments: 'x' } }),
    ],
    ['for another type', opened.call, calls({ index: 0, type: 'custom', function: { arguments: 'x' } })],
    ['for arguments that are no text', opened.call, calls({ index: 0, function: { arguments: { a: 1 } } })],
    ['for a call that is new', opened.call, calls({ index: 1, function: { arguments: 'x' } })],
    ['for a call without an index', opened.call, calls({ function: { arguments: 'x' } })],
    [
      'for a call without an id',
      [calls({ index: 0, function: { name: 'f', arguments: '{' } })],
      delta(next.call),
    ],
    [
      'for a call without a name',
      [calls({ index: 0, id: 'c', function: { arguments: '{' } })],
      delta(next.call),
    ],
    [
      'once an index was used twice',
      [...opened.call, calls({ index: 0, id: 'd', function: { name: 'g', arguments: '{' } })],
      delta(next.call),
    ],
  ])('%s', (_, events, event, options) => {
    expect(short(events, event, options)).toBeUndefined()
  })
})

// One more field beside a fragment: the short way is not taken, or says all that the long way says.

const EVENT_FIELDS = [
  'id',
  'object',
  'created',
  'model',
  'usage',
  'error',
  'type',
  'citations',
  'x_groq',
  'system_fingerprint',
  'service_tier',
  'provider',
  'obfuscation',
  'search_results',
  'toString',
  'constructor',
]
const CHOICE_FIELDS = [
  'index',
  'finish_reason',
  'logprobs',
  'message',
  'text',
  'error',
  'usage',
  'native_finish_reason',
  'content_filter_results',
]
const DELTA_FIELDS = [
  'role',
  'content',
  'refusal',
  'tool_calls',
  'function_call',
  'reasoning',
  'reasoning_content',
  'reasoning_text',
  'thinking',
  'reasoning_details',
  'audio',
  'images',
  'annotations',
  'name',
]
const CALL_FIELDS = ['index', 'id', 'type', 'custom', 'extra_content']
const FUNCTION_FIELDS = ['name', 'arguments', 'id', 'strict']

const VALUES: readonly unknown[] = [
  null,
  '',
  'x',
  'stop',
  'function',
  0,
  1,
  -1,
  1.5,
  true,
  false,
  [],
  ['x'],
  [{}],
  {},
  { id: 'x', content: 'x', message: 'x', url: 'x', prompt_tokens: 1, data: 'x', name: 'x', text: 'x' },
  { usage: { prompt_tokens: 1 }, content: ['x'] },
  [{ type: 'reasoning.text', text: 'x' }],
  [{ index: 0, function: { arguments: 'x' } }],
]

const isRepeated = (signal: Signal): boolean =>
  (signal.type === 'metadata' && signal.scope === 'response') ||
  (signal.type === 'issue' && (signal.issue.code === 'id-changed' || signal.issue.code === 'model-changed'))

const longForm = ({ type, part, choice, text: fragment }: Continuation): unknown => ({
  type,
  part,
  ...(choice !== 0 && { choice }),
  ...(type === 'tool-call-delta'
    ? { arguments: fragment }
    : { ...(type === 'reasoning-delta' && { kind: 'content' }), text: fragment }),
})

/** Nothing wrong: the short way leaves the event to the long way, or says the same and would leave the cursor as it is. */
const fault = (cursor: ChatCursor, event: unknown): string | undefined => {
  const taken = continuation(cursor, wire(event))
  if (taken === undefined) return undefined
  const [moved, signals] = translate(cursor, wire(event))
  return (
    difference(
      signals.filter((signal) => !isRepeated(signal)),
      [longForm(taken)],
    ) ?? difference({ ...moved, metadata: null }, { ...cursor, metadata: null })
  )
}

const beside: {
  readonly [place: string]: readonly [fields: readonly string[], add: (said: Fields, extra: Fields) => Fields]
} = {
  'the event': [EVENT_FIELDS, (fields, extra) => ({ ...delta(fields), ...extra })],
  'the choice': [CHOICE_FIELDS, (fields, extra) => chunk({ index: 0, delta: fields, ...extra })],
  'the delta': [DELTA_FIELDS, (fields, extra) => delta({ ...fields, ...extra })],
  'the call': [CALL_FIELDS, (_, extra) => calls({ index: 0, function: { arguments: 'x' }, ...extra })],
  'the function': [
    FUNCTION_FIELDS,
    (_, extra) => calls({ index: 0, function: { arguments: 'x', ...extra } }),
  ],
}

describe.each(Object.keys(beside))('a field of %s is never overlooked', (where) => {
  const [fields, add] = beside[where] ?? [[], delta]

  it.each(fields)('%s', (field) => {
    for (const kind of KINDS) {
      const known = { id: 'r1', model: 'm', system_fingerprint: 'fp', service_tier: 'd', provider: 'P' }
      for (const envelope of [{}, known]) {
        const cursor = after(opened[kind].map((event) => ({ ...envelope, ...event })))
        for (const value of VALUES) {
          const event = add(next[kind], { [field]: value })
          expect(fault(cursor, event), `${kind}: ${JSON.stringify(event)}`).toBeUndefined()
        }
      }
    }
  })
})

it('a fault is found: the short way of another cursor says something else', () => {
  const cursor = after(opened.text)
  const elsewhere = { ...cursor, lanes: cursor.lanes.map((lane) => ({ ...lane, touched: false })) }
  expect(fault(cursor, delta({ content: 'x' }))).toBeUndefined()
  expect(fault(elsewhere, delta({ content: 'x' }))).toContain('touched')
})
