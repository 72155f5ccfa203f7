// The Q ids number the catalogue of server quirks that the project keeps.
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { collect, initial, snapshot } from '../../src'
import { callsOf, chunkOf, codesOf, framesOfType } from '../support/fold'
import {
  blockDelta,
  blockStart,
  blockStop,
  ending,
  inputDelta,
  messageDelta,
  messageStart,
  messageStop,
  signatureDelta,
  textBlock,
  textDelta,
  thinkingDelta,
  toolBlock,
} from '../support/messages'
import { payLaws } from '../support/pay-laws'

const fold = (events: readonly unknown[]) => payLaws('anthropic', [messageStart(), ...events])

const contentOf = (events: readonly unknown[]) => fold(events).response.message.content

const add = { id: 't0', name: 'add', arguments: '{"a":1}', input: { a: 1 } }

describe('the end of a Messages stream', () => {
  it('Q52: an error in the middle fails the stream, as the status it would have had, and what came is kept', () => {
    const error = { type: 'overloaded_error', message: 'Overloaded' }
    const { result } = fold([...textBlock(0, 'Hel').slice(0, -1), { type: 'error', error }])
    expect(result).toMatchObject({
      left: {
        code: 'provider-error',
        message: 'Overloaded',
        error: { code: 'overloaded_error', status: 529, retryable: true, raw: { type: 'error', error } },
        partial: { text: 'Hel' },
      },
    })
  })

  it('Q53: without a stop reason and without `message_stop` it is incomplete, and no call of it runs', () => {
    const { result, response } = fold(toolBlock(0, ['{"a":1}']))
    expect(result).toMatchObject({ left: { code: 'incomplete-stream' } })
    expect(callsOf(response)).toMatchObject([{ id: 't0', error: 'incomplete' }])
  })

  it.each([
    ['a stop reason', [messageDelta({ stop_reason: 'tool_use' })]],
    ['`message_stop`', [messageStop]],
    ['the end mark of a gateway', ['[DONE]']],
  ])('Q53: %s is evidence of the end', (_, last) => {
    const { result, response } = fold([...toolBlock(0, ['{"a":1}']), ...last])
    expect(E.isRight(result)).toBe(true)
    expect(callsOf(response)).toEqual([add])
  })

  it('Q54: a ping changes nothing, and an event of an unknown type nothing of the message', () => {
    const unknown = { type: 'something_new', x: 1 }
    const plain = fold([...textBlock(0, 'a', 'b'), ...ending()]).response
    const { response } = fold([
      { type: 'ping' },
      ...textBlock(0, 'a', 'b').flatMap((event) => [{ type: 'ping' }, event, unknown]),
      ...ending(),
    ])
    expect(response).toEqual({
      ...plain,
      metadata: { something_new: { x: 1 } },
      issues: [expect.objectContaining({ code: 'unknown-event', count: 4 })],
    })
    const state = collect(initial('anthropic'), chunkOf('anthropic', messageStart()))
    expect(collect(state, chunkOf('anthropic', { type: 'ping' })), 'a sign of life, and no news').toBe(state)
  })
})

describe('the input of calls', () => {
  it.each([
    ['no fragment', {}, [], '', {}],
    ['one empty fragment', {}, [''], '', {}],
    ['blank fragments', {}, ['', ' '], ' ', {}],
    ['all of it in the start', { a: 1 }, [], '{"a":1}', { a: 1 }],
    ['all of it in the start, and an empty fragment', { a: 1 }, [''], '{"a":1}', { a: 1 }],
    ['its text in the start', '{"a":1}', [], '{"a":1}', { a: 1 }],
    ['an empty text in the start', '', [], '', {}],
    ['null in the start', null, [], '', {}],
    ['fragments', {}, ['', '{"a"', ':1}'], '{"a":1}', { a: 1 }],
  ])('Q55: %s', (_, input, fragments, text, value) => {
    const { response } = fold([...toolBlock(0, fragments, { input }), ...ending('tool_use')])
    expect(callsOf(response)).toEqual([{ ...add, arguments: text, input: value }])
    expect(codesOf(response)).toEqual([])
  })

  it('Q55: fragments count where the start has an input too', () => {
    const { response } = fold([...toolBlock(0, ['{"a":1}'], { input: { b: 2 } }), ...ending('tool_use')])
    expect(callsOf(response)).toEqual([add])
    expect(codesOf(response)).toEqual(['tool-call-arguments-object'])
  })

  it('Q55: an input that is no object is no input', () => {
    const { response } = fold([...toolBlock(0, [], { input: [1] }), ...ending('tool_use')])
    expect(callsOf(response)).toEqual([{ id: 't0', name: 'add', arguments: '[1]', error: 'not-an-object' }])
  })

  it('Q56: the part that goes back has the input that is run', () => {
    const { response } = fold([
      ...toolBlock(0, ['{"a"', ':1}']),
      ...toolBlock(1, ['{"query"', ':"x"}'], { type: 'server_tool_use', name: 'web_search' }),
      ...ending('tool_use'),
    ])
    expect(response.message.content).toMatchObject([
      { type: 'tool-call', input: { right: { a: 1 } } },
      { type: 'server-tool-call', input: { query: 'x' } },
    ])
    expect(response.message.content[0]).toBe(response.toolCalls[0])
  })

  it('Q70: arguments that are no JSON are an error of their call, and of nothing else', () => {
    const { result, response } = fold([
      ...toolBlock(0, ['{"a": 1,']),
      ...toolBlock(1, ['{"b":2}']),
      ...ending('tool_use'),
    ])
    expect(E.isRight(result)).toBe(true)
    expect(callsOf(response)).toEqual([
      { id: 't0', name: 'add', arguments: '{"a": 1,', error: 'invalid-json' },
      { id: 't1', name: 'add', arguments: '{"b":2}', input: { b: 2 } },
    ])
  })
})

describe('thinking', () => {
  const thinking = (fields = {}) => blockStart(0, { type: 'thinking', thinking: '', ...fields })

  it.each([
    ['in the start', [thinking({ signature: 'S' }), thinkingDelta(0, 'hm')]],
    ['in a delta of its own', [thinking(), thinkingDelta(0, 'hm'), signatureDelta(0, 'S')]],
    ['beside the thinking', [thinking(), thinkingDelta(0, 'hm', { signature: 'S' })]],
    [
      'twice: the last one counts',
      [thinking({ signature: 'R' }), thinkingDelta(0, 'hm'), signatureDelta(0, 'S')],
    ],
    [
      'before an empty one',
      [thinking(), thinkingDelta(0, 'hm'), signatureDelta(0, 'S'), signatureDelta(0, '')],
    ],
  ])('Q57: a signature %s', (_, events) => {
    expect(contentOf([...events, blockStop(0), ...ending()])).toEqual([
      { type: 'reasoning', content: ['hm'], summary: [], signature: 'S' },
    ])
  })

  it('Q57: a signature is shown once its block has stopped, and not before', () => {
    const events = [messageStart(), thinking(), thinkingDelta(0, 'hm'), signatureDelta(0, 'S')]
    const open = events.reduce(
      (state, event) => collect(state, chunkOf('anthropic', event)),
      initial('anthropic'),
    )
    expect(snapshot(open).message.content).toEqual([{ type: 'reasoning', content: ['hm'], summary: [] }])
    const stopped = collect(open, chunkOf('anthropic', blockStop(0)))
    expect(snapshot(stopped).message.content).toMatchObject([{ signature: 'S' }])
  })

  it('Q58: blocks keep their borders, and one without text keeps its signature', () => {
    const second = { type: 'thinking', thinking: '', signature: '' }
    const { response } = fold([
      thinking({ signature: '' }),
      signatureDelta(0, 'S0'),
      blockStop(0),
      blockStart(1, second),
      thinkingDelta(1, 'b'),
      signatureDelta(1, 'S1'),
      blockStop(1),
      ...ending(),
    ])
    expect(response.message.content).toEqual([
      { type: 'reasoning', content: [], summary: [], signature: 'S0' },
      { type: 'reasoning', content: ['b'], summary: [], signature: 'S1' },
    ])
    expect(response.reasoning).toBe('b')
  })

  it('Q59: redacted thinking is in its start, and stays in its place', () => {
    const { response } = fold([
      ...textBlock(0, 'a'),
      blockStart(1, { type: 'redacted_thinking', data: 'OPAQUE' }),
      blockStop(1),
      ...textBlock(2, 'b'),
      ...ending(),
    ])
    expect(response.message.content).toEqual([
      { type: 'text', text: 'a' },
      { type: 'reasoning', content: [], summary: [], encrypted: 'OPAQUE' },
      { type: 'text', text: 'b' },
    ])
    expect(response).not.toHaveProperty('reasoning')
  })
})

describe('blocks', () => {
  it('Q61: tools of the provider are never the client’s to run, and their results stay in order', () => {
    const result = {
      type: 'web_search_tool_result',
      tool_use_id: 's1',
      content: [{ type: 'web_search_result', url: 'https://e.example' }],
    }
    const { response } = fold([
      ...toolBlock(0, ['{"query":', '"x"}'], { type: 'server_tool_use', id: 's1', name: 'web_search' }),
      blockStart(1, result),
      ...ending(),
    ])
    expect(response.toolCalls).toEqual([])
    expect(response.message.content).toEqual([
      {
        type: 'server-tool-call',
        id: 's1',
        name: 'web_search',
        input: { query: 'x' },
        raw: { type: 'server_tool_use' },
      },
      { type: 'server-tool-result', id: 's1', output: result.content, raw: result },
    ])
    expect(response.finishReason.kind).toBe('stop')
  })

  it('Q61: a result that is never stopped stands before what follows it', () => {
    const result = { type: 'web_search_tool_result', tool_use_id: 's1', content: [] }
    const { response, frames } = fold([
      ...toolBlock(0, ['{}'], { type: 'server_tool_use', id: 's1', name: 'web_search' }),
      blockStart(1, result),
      ...toolBlock(2, ['{"a":1}']),
      ...textBlock(3, 'a'),
      ...ending('tool_use'),
    ])
    expect(response.message.content.map(({ type }) => type)).toEqual([
      'server-tool-call',
      'server-tool-result',
      'tool-call',
      'text',
    ])
    expect(frames.filter((frame) => 'part' in frame && frame.part === 1)).toHaveLength(1)
    expect(codesOf(response)).toEqual(['block-not-stopped'])
  })

  it('Q61: a result may be an error object', () => {
    const content = { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' }
    const raw = { type: 'web_search_tool_result', tool_use_id: 's1', content }
    expect(contentOf([blockStart(0, raw), blockStop(0), ...ending()])).toEqual([
      { type: 'server-tool-result', id: 's1', output: content, raw },
    ])
  })

  it.each([
    ['no list', {}, []],
    ['null', { citations: null }, []],
    ['an empty list', { citations: [] }, []],
    ['some', { citations: [{ cited_text: 'z' }] }, [{ cited_text: 'z' }]],
  ])('Q62: citations come in deltas, to a start with %s', (_, fields, before) => {
    const citation = { type: 'char_location', cited_text: 'a', document_index: 0 }
    const { response, frames } = fold([
      blockStart(0, { type: 'text', text: '', ...fields }),
      blockDelta(0, { type: 'citations_delta', citation }),
      textDelta(0, 'a'),
      blockStop(0),
      ...ending(),
    ])
    expect(response.message.content).toEqual([{ type: 'text', text: 'a', citations: [...before, citation] }])
    expect(framesOfType(frames, 'citation')).toHaveLength(before.length + 1)
  })

  it('Q67: blocks take turns and leave gaps: a delta goes to its index', () => {
    const { response } = fold([
      blockStart(0, { type: 'text', text: '' }),
      blockStart(2, { type: 'tool_use', id: 't1', name: 'add', input: {} }),
      textDelta(0, 'a'),
      inputDelta(2, '{"a"'),
      textDelta(0, 'b'),
      inputDelta(2, ':1}'),
      blockStop(2),
      blockStop(0),
      ...ending('tool_use'),
    ])
    expect(response.text).toBe('ab')
    expect(callsOf(response)).toEqual([{ ...add, id: 't1' }])
    expect(codesOf(response)).toEqual([])
  })

  it('Q67: text for no open block opens one, and any other orphan is kept as it came', () => {
    const orphan = { type: 'input_json_delta', partial_json: '{"a":1}' }
    const { response } = fold([
      ...textBlock(0, 'a'),
      textDelta(7, 'b'),
      textDelta(7, 'c'),
      blockDelta(8, orphan),
      textDelta(0, 'late'),
      ...ending(),
    ])
    expect(response.message.content).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'bc' },
      { type: 'unknown', raw: orphan },
      { type: 'text', text: 'late' },
    ])
    expect(codesOf(response)).toEqual(['block-not-open', 'block-not-stopped'])
  })

  it('Q71: a compaction grows by what its deltas have, and null says nothing', () => {
    const { response } = fold([
      blockStart(0, { type: 'compaction', content: null, encrypted_content: null }),
      blockDelta(0, { type: 'compaction_delta', content: 'su', encrypted_content: 'E1' }),
      blockDelta(0, { type: 'compaction_delta', content: 'm', encrypted_content: 'E1' }),
      blockDelta(0, { type: 'compaction_delta', content: null, encrypted_content: null }),
      blockStop(0),
      ...textBlock(1, 'a'),
      ...ending(),
    ])
    expect(response.message.content).toEqual([
      { type: 'unknown', raw: { type: 'compaction', content: 'sum', encrypted_content: 'E1' } },
      { type: 'text', text: 'a' },
    ])
    expect(response.text, 'a summary is no answer').toBe('a')
  })

  it('Q72: a blank text is recorded as it came', () => {
    const { response } = fold([
      ...textBlock(0),
      ...textBlock(1, '\n\n'),
      ...toolBlock(2, ['{"a":1}']),
      ...ending('tool_use'),
    ])
    expect(response.message.content).toMatchObject([
      { type: 'text', text: '' },
      { type: 'text', text: '\n\n' },
      { type: 'tool-call' },
    ])
    expect(response.finishReason.kind).toBe('tool-calls')
  })
})

describe('usage and stop reasons', () => {
  it('Q63: counts merge field by field, and cached tokens are input', () => {
    const { response } = payLaws('anthropic', [
      messageStart({ usage: { input_tokens: 9, output_tokens: 1, cache_read_input_tokens: 4 } }),
      ...textBlock(0, 'a'),
      messageDelta(
        { stop_reason: 'end_turn' },
        { input_tokens: null, output_tokens: 30, cache_read_input_tokens: 4 },
      ),
      messageStop,
    ])
    expect(response.usage).toEqual({
      inputTokens: 13,
      outputTokens: 30,
      totalTokens: 43,
      cachedInputTokens: 4,
      raw: { input_tokens: 9, output_tokens: 30, cache_read_input_tokens: 4 },
    })
  })

  it('Q63: tokens that were written to the cache are input too', () => {
    const { response } = payLaws('anthropic', [
      messageStart({
        usage: {
          input_tokens: 9,
          output_tokens: 1,
          cache_read_input_tokens: 4,
          cache_creation_input_tokens: 2,
        },
      }),
      ...textBlock(0, 'a'),
      ...ending(),
    ])
    expect(response.usage).toMatchObject({ inputTokens: 15, cachedInputTokens: 4, cacheWriteTokens: 2 })
  })

  it.each([undefined, null, 'no usage', {}])('Q63: a start may have %j for usage', (usage) => {
    const { response } = payLaws('anthropic', [messageStart({ usage }), ...textBlock(0, 'a'), ...ending()])
    expect(response).not.toHaveProperty('usage')
    expect(response.text).toBe('a')
  })

  it('Q68: a paused turn is no end of the talk, and a pending tool of the provider’s no call of ours', () => {
    const { response, result } = fold([
      ...toolBlock(0, ['{"code":"1"}'], { type: 'server_tool_use', name: 'code_execution' }),
      ...ending('pause_turn'),
    ])
    expect(E.isRight(result)).toBe(true)
    expect(response.finishReason).toEqual({ kind: 'pause', raw: 'pause_turn' })
    expect(response.toolCalls).toEqual([])
  })

  it('Q69: a refusal says why, and a call that it cut off is not run', () => {
    const details = { type: 'refusal', category: 'c', explanation: 'why' }
    const { response } = fold([
      ...toolBlock(0, ['{"a":1}']),
      ...toolBlock(1, ['{"a":']).slice(0, -1),
      messageDelta({ stop_reason: 'refusal', stop_details: details }),
      messageStop,
    ])
    expect(response.finishReason).toEqual({ kind: 'refusal', raw: 'refusal' })
    expect(response.metadata).toEqual({ stop_details: details })
    expect(callsOf(response)).toMatchObject([{ input: { a: 1 } }, { error: 'incomplete' }])
  })
})
