import { describe, expect, it } from 'vitest'
import type { ProviderOptions } from '../../../src'
import type { Signal } from '../../../src/frames'
import { initialCursor } from '../../../src/providers/openai/cursor'
import type { ChatCompletionEvent } from '../../../src/providers/openai/events'
import { finish as finishCursor } from '../../../src/providers/openai/finish'
import { translate } from '../../../src/providers/openai/translate'
import { calls, chunk, delta, finish, text } from '../../support/chat'
import { typesOf } from '../../support/fold'

/** What is left to say after the events. */
const left = (events: readonly unknown[], options: ProviderOptions = {}): readonly Signal[] =>
  finishCursor(
    events.reduce<ReturnType<typeof initialCursor>>(
      (cursor, event) => translate(cursor, event as ChatCompletionEvent)[0], // what a server sends may be anything
      initialCursor(options),
    ),
  )

const whole = (message: unknown, more: object = {}) => chunk({ index: 0, message, ...more })

describe('at the end of the stream', () => {
  it('nothing is left of a stream that said nothing', () => {
    expect(left([])).toEqual([])
    expect(left([{ id: 'r1' }, finish('stop')])).toEqual([])
  })

  it('each open part ends, in order of appearance', () => {
    const events = [
      calls({ index: 0, id: 'a', function: { name: 'f' } }),
      delta({ audio: { data: 'x' } }),
      calls({ index: 1, id: 'b', function: { name: 'g' } }),
      text('a'),
    ]
    expect(left(events)).toEqual([0, 1, 2, 3].map((part) => ({ type: 'part-end', part })))
  })

  it('parts that ended before do not end again', () => {
    expect(left([delta({ reasoning: 'a' }), text('b')])).toEqual([{ type: 'part-end', part: 1 }])
  })

  it('the parts of each choice end, those of the choice first met before the others’', () => {
    const events = [
      chunk({ index: 1, delta: { content: 'a' } }),
      chunk({ index: 0, delta: { content: 'b' } }),
    ]
    expect(left(events)).toEqual([
      { type: 'part-end', part: 0 },
      { type: 'part-end', part: 1 },
    ])
  })

  it('ids that never came are made, and the calls told before they end', () => {
    expect(typesOf(left([calls({ index: 0, function: { name: 'f', arguments: '{}' } })]))).toEqual([
      'tool-call-id-missing',
      'tool-call-delta',
      'part-end',
    ])
  })

  it('calls without a name get the next numbers, over all choices', () => {
    const nameless = (index: number) =>
      chunk({ index, delta: { tool_calls: [{ index: 0, id: `c${index}`, function: { arguments: '{}' } }] } })
    const parts = left([text('a'), nameless(0), nameless(1)]).flatMap((signal) =>
      signal.type === 'part-end' ? [signal.part] : [],
    )
    expect(parts).toEqual([0, 1, 2])
  })
})

describe('text that is held back as the beginning of a tag', () => {
  it('is said, and opens a part where none is open', () => {
    expect(left([text('a<th')], { thinkTags: true })).toEqual([
      { type: 'text-delta', part: 0, text: '<th' },
      { type: 'part-end', part: 0 },
    ])
    expect(left([text('<th')], { thinkTags: true })).toEqual([
      { type: 'text-delta', part: 0, text: '<th' },
      { type: 'part-end', part: 0 },
    ])
  })

  it('is reasoning within a block', () => {
    expect(left([text('<think>a</th')], { thinkTags: true })).toEqual([
      { type: 'reasoning-delta', part: 0, kind: 'content', text: '</th' },
      { type: 'part-end', part: 0 },
    ])
  })
})

describe('a whole message', () => {
  it('counts where no delta had content, and that is odd', () => {
    const message = {
      content: 'a',
      tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }],
      extra: 1,
    }
    expect(left([whole(message)])).toMatchObject([
      { type: 'issue', issue: { code: 'whole-message' } },
      { type: 'text-delta', part: 0, text: 'a' },
      { type: 'part-end', part: 0 },
      { type: 'tool-call-delta', part: 1, id: 'c', name: 'f', arguments: '{}' },
      { type: 'metadata', scope: 'message', metadata: { extra: 1 } },
      { type: 'part-end', part: 1 },
    ])
  })

  it('has calls that are told apart by their place, whatever index they bring', () => {
    const call = (name: string) => ({ function: { name, arguments: '{}' } })
    const said = left([whole({ tool_calls: [call('f'), call('f'), null, { ...call('g'), index: 0 }] })])
    expect(
      said.flatMap((signal) => (signal.type === 'tool-call-delta' && signal.name ? [signal.name] : [])),
    ).toEqual(['f', 'f', 'g'])
    expect(typesOf(said)).not.toContain('tool-call-index-missing')
  })

  it('is the last one that came', () => {
    expect(left([whole({ content: 'a' }), whole({ content: 'b' })])).toContainEqual({
      type: 'text-delta',
      part: 0,
      text: 'b',
    })
  })

  it.each<[string, readonly unknown[]]>([
    ['deltas came before', [text('a'), whole({ content: 'b' })]],
    ['deltas came after', [whole({ content: 'b' }), text('a')]],
    ['a delta came with it', [whole({ content: 'b' }, { delta: { content: 'a' } })]],
  ])('does not count where %s', (_, events) => {
    expect(left(events)).toEqual([{ type: 'part-end', part: 0 }])
  })

  it.each<[string, unknown]>([
    ['sound', delta({ audio: { data: 'x' } })],
    ['a picture', delta({ images: [{ url: 'u' }] })],
    ['a call', calls({ index: 0, id: 'c', function: { name: 'f' } })],
  ])('does not count where a delta had %s', (_, event) => {
    expect(typesOf(left([event, whole({ content: 'b' })]))).not.toContain('text-delta')
  })

  it('counts beside deltas that have nothing', () => {
    expect(typesOf(left([delta({ role: 'assistant', content: '' }), whole({ content: 'b' })]))).toEqual([
      'whole-message',
      'text-delta',
      'part-end',
    ])
  })

  it.each([null, 'text', [], 7])('is none where it is %j', (message) => {
    expect(left([whole(message)])).toEqual([])
  })
})

describe('a reasoning field that came empty', () => {
  it.each(['reasoning', 'reasoning_content'])('goes back with the message: %s', (field) => {
    expect(left([delta({ [field]: '' }), text('a')])).toContainEqual({
      type: 'metadata',
      scope: 'message',
      metadata: { [field]: '' },
    })
  })

  it('says its choice', () => {
    expect(left([chunk({ index: 2, delta: { reasoning: '' } })])).toEqual([
      { type: 'metadata', scope: 'message', choice: 2, metadata: { reasoning: '' } },
    ])
  })

  it('goes back under the name under which it came first', () => {
    expect(left([delta({ reasoning: '' }), delta({ reasoning_content: '' })])).toEqual([
      { type: 'metadata', scope: 'message', metadata: { reasoning: '' } },
    ])
  })

  it.each<[string, readonly unknown[]]>([
    ['in the same field', [delta({ reasoning: '' }), delta({ reasoning: 'a' })]],
    ['before the text', [delta({ reasoning: '' }), delta({ reasoning: 'a' }), text('b')]],
    ['in tags', [delta({ reasoning: '' }), text('<think>a</think>b')]],
    ['before a closing tag that nothing opened', [delta({ reasoning: '' }), text('a'), text('</think>b')]],
  ])('says nothing where reasoning came after all: %s', (_, events) => {
    expect(typesOf(left(events, { thinkTags: true }))).toEqual(['part-end'])
  })
})
