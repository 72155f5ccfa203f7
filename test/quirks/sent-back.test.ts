// The Q ids number the catalogue of server quirks that the project keeps; here are those that a server takes ill only in the next request.
import { describe, expect, it } from 'vitest'
import type { Message, Provider } from '../../src'
import { toProviderMessages } from '../../src/request'
import * as bedrock from '../support/bedrock'
import { calls, delta, finish } from '../support/chat'
import { foldWith } from '../support/fold'
import { candidate, parts } from '../support/gemini'
import {
  blockStart,
  blockStop,
  ending,
  messageStart,
  signatureDelta,
  textBlock,
  thinkingDelta,
  toolBlock,
} from '../support/messages'
import * as responses from '../support/responses'

/** What a stream folds to as it goes back, with a result for each of its calls. */
const sentBack = (provider: Provider, events: readonly unknown[]): readonly unknown[] => {
  const { message, toolCalls } = foldWith(provider, events).response
  const results = toolCalls.map(({ id }): Message => ({ role: 'tool', toolCallId: id, content: 'ok' }))
  return toProviderMessages(provider)([message, ...results])
}

describe('a turn of Chat Completions that goes back', () => {
  const add = { index: 0, id: 'c1', function: { name: 'add', arguments: '{}' } }
  const sent = { id: 'c1', type: 'function', function: { name: 'add', arguments: '{}' } }
  const result = { role: 'tool', tool_call_id: 'c1', content: 'ok' }

  it('Q18: has ids that were made, each on its call and on the result of that call', () => {
    const [turn, ...results] = sentBack('openai', [
      calls({ index: 0, function: { name: 'add', arguments: '{}' } }),
      calls({ index: 1, function: { name: 'sub', arguments: '{}' } }),
      finish('tool_calls'),
    ])
    expect(turn).toMatchObject({ tool_calls: [{ id: 'call_0' }, { id: 'call_1' }] })
    expect(results).toMatchObject([{ tool_call_id: 'call_0' }, { tool_call_id: 'call_1' }])
  })

  it('Q20: has the thought signature that stood beside the call', () => {
    const signed = { extra_content: { google: { thought_signature: 'sigA' } } }
    expect(sentBack('openai', [calls({ ...add, ...signed }), finish('tool_calls')])).toEqual([
      { role: 'assistant', content: null, tool_calls: [{ ...sent, ...signed }] },
      result,
    ])
  })

  it('Q40: has the fragments of a reasoning detail as the one entry that they are', () => {
    const detail = { type: 'reasoning.text', index: 0 }
    expect(
      sentBack('openrouter', [
        delta({ reasoning_details: [{ ...detail, text: 'a' }] }),
        delta({ reasoning_details: [{ ...detail, text: 'b', signature: 's1' }] }),
        calls(add),
        finish('tool_calls'),
      ]),
    ).toEqual([
      {
        role: 'assistant',
        content: null,
        reasoning_details: [{ ...detail, text: 'ab', signature: 's1' }],
        tool_calls: [sent],
      },
      result,
    ])
  })

  it.each([
    ['empty', { reasoning_content: '' }, { reasoning_content: '' }],
    ['absent', {}, {}],
    ['null, which says nothing', { reasoning_content: null }, {}],
    ['there', { reasoning_content: 'hm' }, { reasoning_content: 'hm' }],
  ])('Q46: has its reasoning where it was %s', (_what, fields, back) => {
    expect(sentBack('openai', [delta(fields), calls(add), finish('tool_calls')])).toEqual([
      { role: 'assistant', content: null, tool_calls: [sent], ...back },
      result,
    ])
  })

  it('Q104: has the argument text that was received, whatever its numbers', () => {
    const text = '{"id":12345678901234567890}'
    const big = { ...add, function: { name: 'add', arguments: text } }
    expect(sentBack('openai', [calls(big), finish('tool_calls')])[0]).toMatchObject({
      tool_calls: [{ function: { arguments: text } }],
    })
  })

  it('Q107: has U+FFFD for half a surrogate pair', () => {
    const body = JSON.stringify(sentBack('openai', [delta({ content: 'a\ud83d' }), finish('stop')]))
    expect(JSON.parse(body)).toMatchObject([{ content: 'a\ufffd' }])
  })
})

describe('a turn of the Messages API that goes back', () => {
  /** The blocks of the assistant's message. */
  const blocksOf = (...events: readonly unknown[]): unknown => {
    const [message] = sentBack('anthropic', [messageStart(), ...events])
    return message
  }
  const blocks = (...content: readonly unknown[]) => ({ role: 'assistant', content })
  const toolUseOf = (index: number) => ({ type: 'tool_use', id: `t${index}`, name: 'add', input: { a: 1 } })

  it('Q56: has the input that was run, and not the {} of the start', () => {
    expect(
      blocksOf(
        ...toolBlock(0, ['{"query"', ':"x"}'], { type: 'server_tool_use', name: 'web_search' }),
        blockStart(1, { type: 'web_search_tool_result', tool_use_id: 't0', content: [] }),
        blockStop(1),
        ...toolBlock(2, ['{"a"', ':1}']),
        ...ending('tool_use'),
      ),
    ).toEqual(
      blocks(
        { type: 'server_tool_use', id: 't0', name: 'web_search', input: { query: 'x' } },
        { type: 'web_search_tool_result', tool_use_id: 't0', content: [] },
        toolUseOf(2),
      ),
    )
  })

  it('Q58: has each thinking block that is signed, with its own signature', () => {
    expect(
      blocksOf(
        blockStart(0, { type: 'thinking', thinking: '', signature: '' }),
        signatureDelta(0, 'S0'),
        blockStop(0),
        blockStart(1, { type: 'thinking', thinking: '', signature: '' }),
        thinkingDelta(1, 'b'),
        signatureDelta(1, 'S1'),
        blockStop(1),
        ...toolBlock(2, ['{"a":1}']),
        ...ending('tool_use'),
      ),
    ).toEqual(
      blocks(
        { type: 'thinking', thinking: '', signature: 'S0' },
        { type: 'thinking', thinking: 'b', signature: 'S1' },
        toolUseOf(2),
      ),
    )
  })

  it('Q59: has redacted thinking as it came, in its place', () => {
    const redacted = { type: 'redacted_thinking', data: 'OPAQUE' }
    expect(
      blocksOf(
        ...textBlock(0, 'a'),
        blockStart(1, redacted),
        blockStop(1),
        ...toolBlock(2, ['{"a":1}']),
        ...ending('tool_use'),
      ),
    ).toEqual(blocks({ type: 'text', text: 'a' }, redacted, toolUseOf(2)))
  })

  it('Q61: has the call that the server ran and its result, side by side', () => {
    const call = { type: 'server_tool_use', id: 's1', name: 'web_search' }
    const result = {
      type: 'web_search_tool_result',
      tool_use_id: 's1',
      content: [{ type: 'web_search_result', url: 'https://e.example' }],
    }
    expect(
      blocksOf(...toolBlock(0, ['{"query":"x"}'], call), blockStart(1, result), blockStop(1), ...ending()),
    ).toEqual(blocks({ ...call, input: { query: 'x' } }, result))
  })

  it('Q68: has the open call of a paused turn as its last block, for the server to go on with', () => {
    expect(
      blocksOf(
        ...toolBlock(0, ['{"code":"1"}'], { type: 'server_tool_use', name: 'code_execution' }),
        ...ending('pause_turn'),
      ),
    ).toEqual(blocks({ type: 'server_tool_use', id: 't0', name: 'code_execution', input: { code: '1' } }))
  })

  it('Q70: has arguments that are no JSON within an object, since the API takes nothing else', () => {
    expect(blocksOf(...toolBlock(0, ['{"a": 1,']), ...ending('tool_use'))).toEqual(
      blocks({ ...toolUseOf(0), input: { arguments: '{"a": 1,' } }),
    )
  })

  it.each([
    ['an empty text', textBlock(0)],
    ['a blank text', textBlock(0, '\n\n')],
    ['a space', textBlock(0, ' ')],
  ])('Q72: has no block for %s before a call', (_what, text) => {
    expect(blocksOf(...text, ...toolBlock(1, ['{"a":1}']), ...ending('tool_use'))).toEqual(
      blocks(toolUseOf(1)),
    )
  })

  it('Q72: is left out where nothing was said', () => {
    expect(sentBack('anthropic', [messageStart(), ...ending()])).toEqual([])
  })
})

describe('a turn of generateContent that goes back', () => {
  it('Q75: has each signature beside the part that it came with', () => {
    const [turn] = sentBack('google', [
      parts(
        { functionCall: { name: 'a', args: {} }, thoughtSignature: 'S1' },
        { functionCall: { name: 'b', args: {} } },
      ),
      candidate({ content: { parts: [{ text: '', thoughtSignature: 'S2' }] }, finishReason: 'STOP' }),
    ])
    expect(turn).toEqual({
      role: 'model',
      parts: [
        { functionCall: { name: 'a', args: {} }, thoughtSignature: 'S1' },
        { functionCall: { name: 'b', args: {} } },
        { text: '', thoughtSignature: 'S2' },
      ],
    })
  })
})

describe('a turn of ConverseStream that goes back', () => {
  it('Q86: has the signature, and the redacted bytes that came', () => {
    const [turn] = sentBack('bedrock', [
      bedrock.reasoning(0, { text: 'hm' }),
      bedrock.reasoning(0, { signature: 'S' }),
      bedrock.stop(0),
      bedrock.reasoning(1, { redactedContent: 'AAEC/w==' }),
      bedrock.stop(1),
      bedrock.toolUse(2, 't1', 'now'),
      bedrock.stop(2),
      bedrock.finish('tool_use'),
    ])
    expect(turn).toEqual({
      role: 'assistant',
      content: [
        { reasoningContent: { reasoningText: { text: 'hm', signature: 'S' } } },
        { reasoningContent: { redactedContent: 'AAEC/w==' } },
        { toolUse: { toolUseId: 't1', name: 'now', input: {} } },
      ],
    })
  })
})

describe('a turn of the Responses API that goes back', () => {
  const { added, call, completed, done } = responses
  const output = { type: 'function_call_output', call_id: 'call_9', output: 'ok' }

  it('Q88: names the result by the id of the call, and the item by its own', () => {
    const item = call('fc_1', 'call_9', 'add', '{}')
    expect(sentBack('openai-responses', [done(item, 0), completed()])).toEqual([item, output])
  })

  it('Q98: has reasoning right before the call that it led to, with what was encrypted last', () => {
    const thought = (seal: string | null) => ({
      type: 'reasoning',
      id: 'rs_1',
      summary: [],
      encrypted_content: seal,
    })
    const item = call('fc_1', 'call_9', 'add', '{}')
    expect(
      sentBack('openai-responses', [
        added(thought(null), 0),
        done(thought('sealed'), 0),
        added(call('fc_1', 'call_9', 'add'), 1),
        done(item, 1),
        completed(),
      ]),
    ).toEqual([thought('sealed'), item, output])
  })
})
