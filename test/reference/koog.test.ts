/**
 * The tests of Koog's streaming API, told over in our words: T numbers name them. Koog's frames come from a builder that is called with
 * deltas; ours come from chunks of Chat Completions, so that a call "of id a at index 0" is a chunk with that entry. `docs/koog.md` lists where we
 * part from Koog, and why; here such a test has a comment that starts with "Koog:". T numbers of other providers and of the rooms above are
 * not here.
 */
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import {
  type AssistantMessage,
  closeWithFrames,
  collect,
  collectText,
  collectWithFrames,
  type Frame,
  initial,
  requireEnd,
  snapshot,
  textOnly,
  toAssistantMessage,
  toFrames,
  toReasoning,
  toToolCalls,
} from '../../src'
import { arriving, itemsOf } from '../frames/arriving'
import { calls, delta, finish, text } from '../support/chat'
import { callsOf, chunkOf, codesOf, framesOfType } from '../support/fold'
import { payLaws } from '../support/pay-laws'

const stream = (...events: readonly unknown[]) => payLaws('openai', events)

/** What is said, in order: no start, no issues, and of completes and the end just that they came. */
const outline = (frames: readonly Frame[]): readonly string[] =>
  frames.flatMap((frame) => {
    if (frame.type === 'start' || frame.type === 'issue') return []
    return 'part' in frame ? [`${frame.type} ${frame.part}`] : [frame.type]
  })

const said = (frames: readonly Frame[]): readonly Frame[] =>
  frames.filter(({ type }) => type !== 'start' && type !== 'issue')

const entry = (index: number | null, id: string | null, name: string | null, args: string | null) => ({
  ...(index !== null && { index }),
  ...(id !== null && { id }),
  function: { ...(name !== null && { name }), ...(args !== null && { arguments: args }) },
})

/** A chunk with one entry of `tool_calls`. */
const call = (...fields: Parameters<typeof entry>) => calls(entry(...fields))

const reasoning = (said: string) => delta({ reasoning_content: said })

const detail = (...details: readonly unknown[]) => delta({ reasoning_details: details })

const stop = finish('stop')

const ended = { kind: 'stop', raw: 'stop' } as const

describe('frames of a stream', () => {
  it('T1 text gets its deltas, one complete and the end', () => {
    expect(stream(text('Hello'), text(' World'), stop).frames).toStrictEqual([
      { type: 'start', provider: 'openai' },
      { type: 'text-delta', part: 0, text: 'Hello' },
      { type: 'text-delta', part: 0, text: ' World' },
      { type: 'text-complete', part: 0, text: 'Hello World' },
      { type: 'end', finishReason: ended },
    ])
  })

  it('T2 reasoning gets one complete with its joined content', () => {
    expect(said(stream(reasoning('think'), reasoning('ing'), stop).frames)).toStrictEqual([
      { type: 'reasoning-delta', part: 0, kind: 'content', text: 'think' },
      { type: 'reasoning-delta', part: 0, kind: 'content', text: 'ing' },
      { type: 'reasoning-complete', part: 0, content: ['thinking'], summary: [] },
      { type: 'end', finishReason: ended },
    ])
  })

  const summary = (said: string, more = {}) => ({ type: 'reasoning.summary', summary: said, ...more })
  const content = (said: string, more = {}) => ({ type: 'reasoning.text', text: said, ...more })

  it('T3 a summary of reasoning stands apart from its content', () => {
    const { frames } = stream(detail(summary('in ')), detail(summary('short')), stop)
    expect(said(frames)).toMatchObject([
      { type: 'reasoning-delta', part: 0, kind: 'summary', text: 'in ' },
      { type: 'reasoning-delta', part: 0, kind: 'summary', text: 'short' },
      { type: 'reasoning-complete', part: 0, content: [], summary: ['in short'] },
      { type: 'end' },
    ])
  })

  // Koog: one complete holds both. On this wire they are two details, which go back to the provider as two.
  it('T4 content and summary are two parts, each with its complete, and read as one reasoning', () => {
    const { frames, response } = stream(
      detail(content('a')),
      detail(content('b')),
      detail(summary('c')),
      detail(summary('d')),
      stop,
    )
    expect(framesOfType(frames, 'reasoning-complete')).toMatchObject([
      { part: 0, content: ['ab'], summary: [] },
      { part: 1, content: [], summary: ['cd'] },
    ])
    expect(response.reasoning).toBe('abcd')
  })

  it('T5 the id of reasoning is on its complete', () => {
    const { frames } = stream(
      detail(content('a', { id: 'r1' })),
      detail(content('b', { id: 'r1' })),
      detail(summary('c', { id: 'r1' })),
      stop,
    )
    expect(framesOfType(frames, 'reasoning-complete')).toMatchObject([
      { content: ['ab'], extra: { id: 'r1' } },
      { summary: ['c'], extra: { id: 'r1' } },
    ])
  })

  // Koog: what is pending at a missing end is dropped. Ours is completed, marked as incomplete, and the last word is an error.
  it('T6 a call has only deltas while the stream is open, and none is lost when it ends too early', () => {
    const { frames, result } = stream(call(0, 'a', 'f', null), call(0, null, null, '{"x":'))
    expect(outline(frames)).toEqual([
      'tool-call-delta 0',
      'tool-call-delta 0',
      'tool-call-complete 0',
      'error',
    ])
    expect(framesOfType(frames, 'tool-call-complete')).toMatchObject([
      { arguments: '{"x":', input: { left: { code: 'incomplete' } } },
    ])
    expect(result).toMatchObject({ left: { code: 'incomplete-stream' } })
  })

  it('T7 a finish reason alone is an end and nothing else', () => {
    const { frames, result } = stream(stop)
    expect(said(frames)).toStrictEqual([{ type: 'end', finishReason: ended }])
    expect(result).toMatchObject({ right: { text: '', finishReason: ended } })
  })

  it('T8 arguments without id and index go on with the call', () => {
    const { response } = stream(
      call(0, 'a', 'f', null),
      call(null, null, null, '{"x"'),
      call(null, null, null, ':1}'),
      stop,
    )
    expect(callsOf(response)).toEqual([{ id: 'a', name: 'f', arguments: '{"x":1}', input: { x: 1 } }])
    expect(codesOf(response)).toContain('tool-call-index-missing')
  })

  it('T9 an empty id is none: the delta carries no id, and the call goes on', () => {
    const { frames, response } = stream(call(0, 'a', 'f', '{"x"'), call(0, '', null, ':1}'), stop)
    expect(framesOfType(frames, 'tool-call-delta')).toStrictEqual([
      { type: 'tool-call-delta', part: 0, id: 'a', name: 'f', arguments: '{"x"' },
      { type: 'tool-call-delta', part: 0, arguments: ':1}' },
    ])
    expect(callsOf(response)).toEqual([{ id: 'a', name: 'f', arguments: '{"x":1}', input: { x: 1 } }])
  })

  // Koog (one generation of it): the second call completes the first. Ours end with the stream, since any call may still go on.
  it('T10 two calls one after the other get two completes, both before the end', () => {
    const { frames } = stream(call(0, 'a', 'f', '{}'), call(1, 'b', 'g', '{}'), finish('tool_calls'))
    expect(outline(frames)).toEqual([
      'tool-call-delta 0',
      'tool-call-delta 1',
      'tool-call-complete 0',
      'tool-call-complete 1',
      'end',
    ])
  })

  it('T11 an id repeated on every chunk is one call', () => {
    const { frames, response } = stream(
      call(0, 'a', 'f', '{"x"'),
      call(0, 'a', null, ':'),
      call(0, 'a', null, '1}'),
      finish('tool_calls'),
    )
    expect(framesOfType(frames, 'tool-call-complete')).toHaveLength(1)
    expect(callsOf(response)).toEqual([{ id: 'a', name: 'f', arguments: '{"x":1}', input: { x: 1 } }])
    expect(response.issues).toEqual([])
  })

  it('T12 two calls with repeated ids are two', () => {
    const { response } = stream(
      call(0, 'a', 'f', '{"x"'),
      call(0, 'a', null, ':1}'),
      call(1, 'b', 'g', '{"y"'),
      call(1, 'b', null, ':2}'),
      finish('tool_calls'),
    )
    expect(callsOf(response)).toEqual([
      { id: 'a', name: 'f', arguments: '{"x":1}', input: { x: 1 } },
      { id: 'b', name: 'g', arguments: '{"y":2}', input: { y: 2 } },
    ])
  })

  // Koog: throws. Ours is a call without a name, with issues.
  it('T13 arguments of no call are kept as a nameless call', () => {
    const { frames, response } = stream(call(null, null, null, '{"x":1}'), stop)
    expect(framesOfType(frames, 'tool-call-complete')).toMatchObject([
      { id: 'call_0', name: '', arguments: '{"x":1}', synthesizedId: true },
    ])
    expect(codesOf(response)).toEqual(
      expect.arrayContaining(['tool-call-index-missing', 'tool-call-id-missing', 'tool-call-name-missing']),
    )
  })

  // Koog: throws in its older builds. Ours is a call of its own, as its index says.
  it('T14 a delta without an id at another index is another call', () => {
    const { response } = stream(
      call(0, 'a', 'f', '{"x"'),
      call(1, null, null, '{}'),
      call(0, null, null, ':1}'),
      finish('tool_calls'),
    )
    expect(callsOf(response)).toEqual([
      { id: 'a', name: 'f', arguments: '{"x":1}', input: { x: 1 } },
      { id: 'call_1', name: '', arguments: '{}', input: {} },
    ])
    expect(codesOf(response)).toContain('tool-call-name-missing')
  })

  // Koog: text completes the call. Servers send text between the arguments of a call, so that ours ends with the stream.
  it('T15 text after a call has its delta before the complete of the call', () => {
    const { frames } = stream(call(0, 'a', 'f', '{}'), text('so'), stop)
    expect(outline(frames)).toEqual([
      'tool-call-delta 0',
      'text-delta 1',
      'tool-call-complete 0',
      'text-complete 1',
      'end',
    ])
  })

  // Koog: reasoning completes the call; as T15.
  it('T16 reasoning after a call has its delta before the complete of the call', () => {
    const { frames } = stream(call(0, 'a', 'f', '{}'), reasoning('so'), stop)
    expect(outline(frames)).toEqual([
      'tool-call-delta 0',
      'reasoning-delta 1',
      'tool-call-complete 0',
      'reasoning-complete 1',
      'end',
    ])
  })

  it('T17 another id of reasoning completes the first before its own delta', () => {
    const { frames } = stream(detail(content('a', { id: 'r1' })), detail(content('b', { id: 'r2' })), stop)
    expect(outline(frames)).toEqual([
      'reasoning-delta 0',
      'reasoning-complete 0',
      'reasoning-delta 1',
      'reasoning-complete 1',
      'end',
    ])
  })

  // Koog: each change of kind completes what was before. So it is with text and reasoning; calls complete at the end, as T15.
  it('T18 each change of kind completes exactly the text or reasoning before it, and the end the calls', () => {
    const { frames, response } = stream(
      text('a'),
      call(0, 'c0', 'f', '{}'),
      text('b'),
      detail(content('r')),
      detail(summary('s')),
      call(1, 'c1', 'g', '{}'),
      detail(content('t')),
      detail(summary('u')),
      text('c'),
      finish('tool_calls'),
    )
    expect(outline(frames)).toEqual([
      'text-delta 0',
      'text-complete 0',
      'tool-call-delta 1',
      'text-delta 2',
      'text-complete 2',
      'reasoning-delta 3',
      'reasoning-complete 3',
      'reasoning-delta 4',
      'reasoning-complete 4',
      'tool-call-delta 5',
      'reasoning-delta 6',
      'reasoning-complete 6',
      'reasoning-delta 7',
      'reasoning-complete 7',
      'text-delta 8',
      'tool-call-complete 1',
      'tool-call-complete 5',
      'text-complete 8',
      'end',
    ])
    expect([response.text, response.reasoning]).toEqual(['abc', 'rstu'])
  })

  // Koog: passes the delta on, without content. It says nothing, so that we tell nothing.
  it('T19 null arguments in the middle are no delta, and the call is whole', () => {
    const nothing = calls({ index: 0, function: { arguments: null } })
    const { frames, response } = stream(call(0, 'a', 'f', '{"x"'), nothing, call(0, null, null, ':1}'), stop)
    expect(framesOfType(frames, 'tool-call-delta').map((frame) => frame.arguments)).toEqual(['{"x"', ':1}'])
    expect(callsOf(response)).toMatchObject([{ arguments: '{"x":1}', input: { x: 1 } }])
  })

  // Koog: passes "stop" on. Ours says what it was, tool calls, and keeps the word.
  it('T20 a call and a plain stop are delta, complete, and an end for tool calls', () => {
    const { frames, response } = stream(call(0, 'a', 'f', '{}'), stop)
    expect(said(frames)).toStrictEqual([
      { type: 'tool-call-delta', part: 0, id: 'a', name: 'f', arguments: '{}' },
      {
        type: 'tool-call-complete',
        part: 0,
        id: 'a',
        name: 'f',
        arguments: '{}',
        input: E.right({}),
        kind: 'function',
      },
      { type: 'end', finishReason: { kind: 'tool-calls', raw: 'stop' } },
    ])
    expect(codesOf(response)).toEqual(['finish-reason-mismatch'])
  })

  // Koog: a builder that may be called from any context. Ours is called from none: the state is plain data that may move between any two chunks.
  it('T21 each chunk may be folded somewhere else, from the JSON of the state', () => {
    const events = [text('a'), call(0, 'c', 'f', '{'), call(0, null, null, '}'), text('b'), stop]
    let state = initial('openai')
    const frames: Frame[] = []
    const moved = <T>(value: T): T => JSON.parse(JSON.stringify(value))
    for (const event of events) {
      const [next, more] = collectWithFrames(moved(state), chunkOf('openai', moved(event)))
      state = next
      frames.push(...more)
    }
    expect([...frames, ...closeWithFrames(moved(state))[1]]).toStrictEqual(stream(...events).frames)
  })

  it('T22 interleaved calls, told apart by index alone, are whole, and complete before the end', () => {
    const { frames, response } = stream(
      call(0, 'a', 'f', ''),
      call(1, 'b', 'g', ''),
      call(0, null, null, '{"x"'),
      call(1, null, null, '{"y"'),
      call(0, null, null, ':1}'),
      call(1, null, null, ':2}'),
      finish('tool_calls'),
    )
    expect(callsOf(response)).toEqual([
      { id: 'a', name: 'f', arguments: '{"x":1}', input: { x: 1 } },
      { id: 'b', name: 'g', arguments: '{"y":2}', input: { y: 2 } },
    ])
    expect(outline(frames).slice(-3)).toEqual(['tool-call-complete 0', 'tool-call-complete 1', 'end'])
    expect(response.issues).toEqual([])
  })

  it('T23 an id that comes after arguments is the id of the call', () => {
    const { frames, response } = stream(
      call(0, null, 'f', '{"x"'),
      call(0, 'late', null, ':1}'),
      finish('tool_calls'),
    )
    expect(framesOfType(frames, 'tool-call-complete')).toHaveLength(1)
    expect(callsOf(response)).toEqual([{ id: 'late', name: 'f', arguments: '{"x":1}', input: { x: 1 } }])
  })

  it('T24 interleaved calls, told apart by id alone, are whole and in order of first appearance', () => {
    const { response } = stream(
      call(null, 'b', 'g', '{"y"'),
      call(null, 'a', 'f', '{"x"'),
      call(null, 'b', null, ':2}'),
      call(null, 'a', null, ':1}'),
      finish('tool_calls'),
    )
    expect(callsOf(response)).toEqual([
      { id: 'b', name: 'g', arguments: '{"y":2}', input: { y: 2 } },
      { id: 'a', name: 'f', arguments: '{"x":1}', input: { x: 1 } },
    ])
  })

  it('T25 name and index may come late, and arguments without either follow', () => {
    const { frames, response } = stream(
      call(null, 'a', null, '{"x"'),
      call(0, 'a', 'f', ':'),
      call(null, null, null, '1}'),
      finish('tool_calls'),
    )
    expect(framesOfType(frames, 'tool-call-complete')).toHaveLength(1)
    expect(callsOf(response)).toEqual([{ id: 'a', name: 'f', arguments: '{"x":1}', input: { x: 1 } }])
  })

  // Koog: each boundary completes the pending calls. Ours has one boundary, the end; T15 and T16 for the others, T30 for the explicit flush.
  it.each([
    ['text', text('so')],
    ['reasoning', reasoning('so')],
    ['nothing', delta({})],
  ])('T26 calls before %s complete in order of first appearance, and then nothing is left', (_, boundary) => {
    const { frames, state } = stream(
      call(1, 'b', 'g', '{}'),
      call(0, 'a', 'f', '{}'),
      boundary,
      finish('tool_calls'),
    )
    expect(framesOfType(frames, 'tool-call-complete').map(({ id }) => id)).toEqual(['b', 'a'])
    expect(closeWithFrames(state)).toStrictEqual([state, []])
  })

  // Koog: throws, since it cannot be known whose the arguments are. Ours are the last call's, with an issue.
  it('T27 arguments without id and index go to the last of two calls', () => {
    const { response } = stream(
      call(0, 'a', 'f', '{}'),
      call(1, 'b', 'g', '{"y"'),
      call(null, null, null, ':2}'),
      finish('tool_calls'),
    )
    expect(callsOf(response)).toMatchObject([
      { id: 'a', input: {} },
      { id: 'b', input: { y: 2 } },
    ])
    expect(codesOf(response)).toEqual(['tool-call-index-missing'])
  })

  // Koog: throws at each. Ours trust the index, keep the first id, and leave an issue.
  it.each([
    ['the id of the second call at the index of the first', call(0, 'b', null, '}'), ['a {}', 'b {']],
    ['the id of the first call at the index of the second', call(1, 'a', null, '}'), ['a {', 'b {}']],
    ['an unknown id at the index of the first', call(0, 'c', null, '}'), ['a {}', 'b {']],
    ['the id of the first call at an unknown index', call(2, 'a', null, '}'), ['a {', 'b {', 'a_2 }']],
  ])('T28 %s goes where the index says', (_, odd, expected) => {
    const { response } = stream(call(0, 'a', 'f', '{'), call(1, 'b', 'g', '{'), odd, finish('tool_calls'))
    expect(response.toolCalls.map(({ id, arguments: args }) => `${id} ${args}`)).toEqual(expected)
    expect(codesOf(response)).toContain(
      expected.length === 2 ? 'tool-call-id-changed' : 'duplicate-tool-call-id',
    )
  })

  // Koog: the arguments become "{}". Ours stay as received, and the input is {}.
  it('T29 a call without name and arguments has the name "" and the input {}', () => {
    const { response } = stream(call(0, 'a', null, null), finish('tool_calls'))
    expect(callsOf(response)).toEqual([{ id: 'a', name: '', arguments: '', input: {} }])
    expect(codesOf(response)).toEqual(['tool-call-name-missing'])
  })

  // Koog: a flush completes what is pending. Ours needs none: a snapshot shows it at any time, and breaking off completes it.
  it('T30 two open calls are seen without an end, and completed without an end when the stream breaks off', () => {
    const open = [call(0, 'a', 'f', '{'), call(1, 'b', 'g', '{}')]
      .map((event) => chunkOf('openai', event))
      .reduce(collect, initial('openai'))
    expect(callsOf(snapshot(open))).toEqual([
      { id: 'a', name: 'f', arguments: '{', error: 'incomplete' },
      { id: 'b', name: 'g', arguments: '{}', error: 'incomplete' },
    ])
    expect(outline(closeWithFrames(open, 'aborted')[1])).toEqual([
      'tool-call-complete 0',
      'tool-call-complete 1',
      'error',
    ])
  })

  it.each([
    ['after', [content('hm', { index: 0 }), content('', { index: 0, signature: 's' })]],
    ['before', [content('', { index: 0, signature: 's' }), content('hm', { index: 0 })]],
  ])('T31 a signature that comes %s its reasoning is on the complete and is no delta', (_, details) => {
    const { frames } = stream(...details.map((one) => detail(one)), stop)
    expect(outline(frames)).toEqual(['reasoning-delta 0', 'reasoning-complete 0', 'end'])
    expect(framesOfType(frames, 'reasoning-complete')).toMatchObject([{ content: ['hm'], signature: 's' }])
  })

  it('T64 reasoning_content is a reasoning part of the message, by its deltas and its complete', () => {
    const { frames, response } = stream(reasoning('hm'), stop)
    expect(outline(frames)).toEqual(['reasoning-delta 0', 'reasoning-complete 0', 'end'])
    expect(response.message.content).toStrictEqual([{ type: 'reasoning', content: ['hm'], summary: [] }])
    expect(toAssistantMessage(frames)).toStrictEqual(response.message)
  })
})

/** What Koog's two generations make of odd deltas, each differently and mostly broken, and what we make of them. */
describe('the behaviour table', () => {
  it('interleaved calls whose arguments have no id are two whole calls', () => {
    const { response } = stream(
      calls(entry(0, 'a', 'f', ''), entry(1, 'b', 'g', '')),
      calls(entry(0, null, null, '{"x":1}'), entry(1, null, null, '{"y":2}')),
      finish('tool_calls'),
    )
    expect(callsOf(response)).toMatchObject([
      { id: 'a', input: { x: 1 } },
      { id: 'b', input: { y: 2 } },
    ])
  })

  it('a late id makes one whole call with that id', () => {
    const { response } = stream(call(0, null, 's', '{"x"'), call(0, 'c1', null, ':1}'), finish('tool_calls'))
    expect(callsOf(response)).toEqual([{ id: 'c1', name: 's', arguments: '{"x":1}', input: { x: 1 } }])
  })

  it('arguments without id and index after a call at index 0 are appended to it', () => {
    const { response } = stream(call(0, 'a', 'f', '{"x"'), call(null, null, null, ':1}'), stop)
    expect(callsOf(response)).toMatchObject([{ id: 'a', input: { x: 1 } }])
  })

  // Koog: the empty text breaks the call in two. Ours is no news: no frame, no part, no boundary.
  it('an empty text between the arguments of a call changes nothing', () => {
    const { frames, response } = stream(
      call(0, 'a', 'f', '{'),
      text(''),
      call(0, null, null, '}'),
      finish('tool_calls'),
    )
    expect(outline(frames)).toEqual(['tool-call-delta 0', 'tool-call-delta 0', 'tool-call-complete 0', 'end'])
    expect(callsOf(response)).toEqual([{ id: 'a', name: 'f', arguments: '{}', input: {} }])
  })

  it('a new id and name at an index in use is a second call', () => {
    const { response } = stream(call(0, 'a', 'f', '{"x":1}'), call(0, 'b', 'g', '{"y":2}'), stop)
    expect(callsOf(response)).toMatchObject([
      { id: 'a', name: 'f', input: { x: 1 } },
      { id: 'b', name: 'g', input: { y: 2 } },
    ])
    expect(codesOf(response)).toContain('tool-call-index-reused')
  })

  // Koog: one call with both objects glued together.
  it('a new name without ids at an index whose call is whole is a second call', () => {
    const { response } = stream(call(0, null, 's', '{"a":1}'), call(0, null, 't', '{"b":2}'), stop)
    expect(callsOf(response)).toEqual([
      { id: 'call_0', name: 's', arguments: '{"a":1}', input: { a: 1 } },
      { id: 'call_1', name: 't', arguments: '{"b":2}', input: { b: 2 } },
    ])
  })

  // Koog: the complete holds "", which does not parse.
  it.each(['', ' ', null])('a tool without parameters, called with %j, has the input {}', (args) => {
    const { response } = stream(call(0, 'a', 'now', args), finish('tool_calls'))
    expect(callsOf(response)).toEqual([{ id: 'a', name: 'now', arguments: args ?? '', input: {} }])
    expect(response.issues).toEqual([])
  })
})

describe('helpers over frames', () => {
  const hello: Frame = { type: 'text-delta', part: 0, text: 'Hello' }
  const helloWhole: Frame = { type: 'text-complete', part: 0, text: 'Hello' }
  const end: Frame = { type: 'end', finishReason: ended }
  const thought = {
    content: ['first', 'second'],
    summary: ['short'],
    encrypted: 'secret',
  } as const
  const asked = {
    id: 'a',
    name: 'f',
    arguments: '{"x":1}',
    input: E.right({ x: 1 }),
    kind: 'function',
  } as const
  const message = (...content: AssistantMessage['content']): AssistantMessage => ({
    role: 'assistant',
    content,
  })

  it('T32 requireEnd lets frames with an end pass', async () => {
    expect(requireEnd([hello, end])).toStrictEqual(E.right([hello, end]))
    expect(await itemsOf(requireEnd(arriving([hello, end])))).toStrictEqual([E.right(hello), E.right(end)])
  })

  // Koog: throws. Ours is a Left, here and in T34.
  it('T33 requireEnd finds frames without an end incomplete', async () => {
    expect(requireEnd([hello])).toMatchObject({ left: { code: 'incomplete-stream' } })
    expect(await itemsOf(requireEnd(arriving([hello])))).toMatchObject([
      { right: hello },
      { left: { code: 'incomplete-stream' } },
    ])
  })

  it('T34 requireEnd finds no frames at all incomplete', async () => {
    expect(requireEnd([])).toMatchObject({ left: { code: 'incomplete-stream' } })
    expect(await itemsOf(requireEnd(arriving([])))).toMatchObject([{ left: { code: 'incomplete-stream' } }])
  })

  // Koog: of two collections of one flow, only the first was checked.
  it('T33 requireEnd checks every iteration of one stream', async () => {
    const judged = requireEnd(arriving([hello]))
    const first = await itemsOf(judged)
    expect(first).toHaveLength(2)
    expect(await itemsOf(judged)).toStrictEqual(first)
  })

  it('T35 requireEnd passes on what the source throws, the same object', async () => {
    const fault = new Error('the network is gone')
    const broken = (async function* (): AsyncGenerator<Frame> {
      yield hello
      throw fault
    })()
    await expect(itemsOf(requireEnd(broken))).rejects.toBe(fault)
  })

  it('T36 requireEnd changes nothing of deltas, completes and end', async () => {
    const frames = [hello, helloWhole, end]
    expect(requireEnd(frames)).toStrictEqual(E.right(frames))
    expect(await itemsOf(requireEnd(arriving(frames)))).toStrictEqual(frames.map((frame) => E.right(frame)))
  })

  it('T37 a message with text is a delta and a complete', () => {
    expect(toFrames(message({ type: 'text', text: 'Hello' })).slice(0, -1)).toStrictEqual([hello, helloWhole])
  })

  // Koog: one complete, the parts joined by a line break, in some versions. Ours keeps parts apart, as its latest does.
  it('T38 a message with two texts is two deltas and two completes', () => {
    const two = message({ type: 'text', text: 'Hello' }, { type: 'text', text: 'World' })
    expect(outline(toFrames(two))).toEqual([
      'text-delta 0',
      'text-complete 0',
      'text-delta 1',
      'text-complete 1',
      'end',
    ])
    expect(collectText(toFrames(two))).toBe('HelloWorld')
  })

  it('T39 reasoning is a delta a section, a delta a summary, and a complete with what is encrypted', () => {
    expect(toFrames(message({ type: 'reasoning', ...thought })).slice(0, -1)).toStrictEqual([
      { type: 'reasoning-delta', part: 0, kind: 'content', text: 'first' },
      { type: 'reasoning-delta', part: 0, kind: 'content', newSection: true, text: 'second' },
      { type: 'reasoning-delta', part: 0, kind: 'summary', text: 'short' },
      { type: 'reasoning-complete', part: 0, ...thought },
    ])
  })

  it('T40 a call is a delta and a complete', () => {
    expect(toFrames(message({ type: 'tool-call', ...asked })).slice(0, -1)).toStrictEqual([
      { type: 'tool-call-delta', part: 0, id: 'a', name: 'f', arguments: '{"x":1}' },
      { type: 'tool-call-complete', part: 0, ...asked },
    ])
  })

  // Koog: a list of three messages. Ours is one message with three parts.
  it('T41 three parts are numbered 0, 1, 2 and have one end', () => {
    const frames = toFrames(
      message(
        { type: 'reasoning', ...thought },
        { type: 'text', text: 'Hello' },
        { type: 'tool-call', ...asked },
      ),
    )
    expect([...new Set(frames.flatMap((frame) => ('part' in frame ? [frame.part] : [])))]).toEqual([0, 1, 2])
    expect(framesOfType(frames, 'end')).toHaveLength(1)
    expect(frames.at(-1)?.type).toBe('end')
  })

  // Koog: the message holds the finish reason. Ours stands on the end, and in the response.
  it('T42 frames are a message with the text of the complete', () => {
    expect(toAssistantMessage([helloWhole, end])).toStrictEqual(message({ type: 'text', text: 'Hello' }))
    expect(collectText([helloWhole, end])).toBe('Hello')
  })

  it('T43 of deltas and their complete only the complete counts', () => {
    const frames = [hello, helloWhole, end]
    expect(toAssistantMessage(frames)).toStrictEqual(message({ type: 'text', text: 'Hello' }))
    expect(collectText(frames)).toBe('Hello')
    expect([...textOnly(frames)]).toEqual(['Hello'])
  })

  it('T44 frames are reasoning with its sections, its summary and what is encrypted', () => {
    const frames: readonly Frame[] = [{ type: 'reasoning-complete', part: 0, ...thought }, end]
    expect(toAssistantMessage(frames)).toStrictEqual(message({ type: 'reasoning', ...thought }))
    expect(toReasoning(frames)).toBe('firstsecondshort')
  })

  it('T45 frames are a tool call', () => {
    expect(toToolCalls([{ type: 'tool-call-complete', part: 0, ...asked }, end])).toStrictEqual([
      { type: 'tool-call', ...asked },
    ])
  })

  // Koog: a call with broken arguments makes this throw, and the whole reply is lost.
  it('T45 frames are a tool call whatever its arguments', () => {
    const input = E.left({ code: 'invalid-json', message: 'why' } as const)
    expect(
      toToolCalls([{ type: 'tool-call-complete', part: 0, ...asked, arguments: '{', input }]),
    ).toStrictEqual([{ type: 'tool-call', ...asked, arguments: '{', input }])
  })

  it('T46 mixed frames are parts in stream order', () => {
    const frames: readonly Frame[] = [
      { type: 'reasoning-complete', part: 0, ...thought },
      { type: 'tool-call-complete', part: 1, ...asked },
      { type: 'text-complete', part: 2, text: 'Hello' },
      end,
    ]
    expect(toAssistantMessage(frames).content.map(({ type }) => type)).toEqual([
      'reasoning',
      'tool-call',
      'text',
    ])
  })

  // Koog: two texts give null. Ours is the message, however many parts it has.
  it('T47 there is a message where there is text', () => {
    expect(toAssistantMessage([helloWhole, { type: 'text-complete', part: 1, text: '!' }])).toStrictEqual(
      message({ type: 'text', text: 'Hello' }, { type: 'text', text: '!' }),
    )
  })

  // Koog: null. Ours is the message that asks for the tool, with no text.
  it('T48 a call alone is a message without text', () => {
    const frames: readonly Frame[] = [{ type: 'tool-call-complete', part: 0, ...asked }, end]
    expect(toAssistantMessage(frames)).toStrictEqual(message({ type: 'tool-call', ...asked }))
    expect(collectText(frames)).toBe('')
  })

  it('T49 there is reasoning where it is visible', () => {
    expect(toReasoning([{ type: 'reasoning-delta', part: 0, kind: 'content', text: 'hm' }])).toBe('hm')
  })

  it('T50 there is no reasoning where there is only text', () => {
    expect(toReasoning([hello, helloWhole, end])).toBeUndefined()
  })

  // Koog: an empty list. Ours is a message without parts.
  it('T51 no frames are a message without parts', () => {
    expect(toAssistantMessage([])).toStrictEqual(message())
    expect([collectText([]), toReasoning([]), toToolCalls([])]).toEqual(['', undefined, []])
  })
})
