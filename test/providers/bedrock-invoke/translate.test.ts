import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import type { BedrockInvokeEvent } from '../../../src'
import { initialCursor } from '../../../src/providers/bedrock-invoke/cursor'
import { continuation, translate } from '../../../src/providers/bedrock-invoke/translate'
import { delta, finish, reasoning, stop, text } from '../../support/bedrock'
import * as chat from '../../support/chat'
import { callsOf, codesOf } from '../../support/fold'
import { messageDelta, messageStart, messageStop, textBlock } from '../../support/messages'
import { payLaws } from '../../support/pay-laws'

const fold = (...events: readonly unknown[]) => payLaws('bedrock-invoke', events)

const METRICS = 'amazon-bedrock-invocationMetrics'
const metrics = { [METRICS]: { inputTokenCount: 3, outputTokenCount: 2 } }

describe('models that put out text', () => {
  it.each<[string, unknown, unknown, string]>([
    [
      'Titan',
      { outputText: 'a', index: 0, completionReason: null },
      { outputText: 'b', completionReason: 'LENGTH' },
      'LENGTH',
    ],
    ['Llama', { generation: 'a', stop_reason: null }, { generation: 'b', stop_reason: 'length' }, 'length'],
    [
      'Mistral',
      { outputs: [{ text: 'a', stop_reason: null }] },
      { outputs: [{ text: 'b', stop_reason: 'length' }] },
      'length',
    ],
    [
      'Cohere Command',
      { generations: [{ text: 'a' }] },
      { generations: [{ text: 'b', finish_reason: 'MAX_TOKENS' }] },
      'MAX_TOKENS',
    ],
    [
      'Cohere Command R',
      { event_type: 'text-generation', is_finished: false, text: 'a' },
      { event_type: 'stream-end', is_finished: true, text: 'b', finish_reason: 'MAX_TOKENS' },
      'MAX_TOKENS',
    ],
    [
      'Claude before the Messages API',
      { type: 'completion', completion: 'a', stop_reason: null },
      { type: 'completion', completion: 'b', stop_reason: 'max_tokens' },
      'max_tokens',
    ],
    [
      'DeepSeek',
      { choices: [{ text: 'a', stop_reason: null }] },
      { choices: [{ text: 'b', stop_reason: 'length' }] },
      'length',
    ],
  ])('are read: %s', (_, first, last, raw) => {
    const { response, result } = fold(first, { ...Object(last), ...metrics })
    expect(response.text).toBe('ab')
    expect(response.message.content).toEqual([{ type: 'text', text: 'ab' }])
    expect(response.finishReason).toEqual({ kind: 'length', raw })
    expect(response.usage).toEqual({
      inputTokens: 3,
      outputTokens: 2,
      totalTokens: 5,
      raw: { inputTokenCount: 3, outputTokenCount: 2 },
    })
    expect(response.metadata).toEqual(metrics)
    expect(result._tag).toBe('Right')
  })

  it('may end in words of their own', () => {
    expect(fold({ outputText: 'a', completionReason: 'FINISH' }).response.finishReason).toEqual({
      kind: 'stop',
      raw: 'FINISH',
    })
    expect(fold({ event_type: 'stream-end', finish_reason: 'COMPLETE' }).response.finishReason.kind).toBe(
      'stop',
    )
  })

  it('are cut where there is no reason', () => {
    expect(fold({ generation: 'a' }).result).toMatchObject(E.left({ code: 'incomplete-stream' }))
  })

  it('have counts of their own, which stand before the service’s', () => {
    const titan = fold(
      { outputText: 'a', inputTextTokenCount: 7, totalOutputTextTokenCount: null },
      {
        outputText: 'b',
        inputTextTokenCount: null,
        totalOutputTextTokenCount: 9,
        completionReason: 'FINISH',
        ...metrics,
      },
    )
    expect(titan.response.usage).toMatchObject({ inputTokens: 7, outputTokens: 9, totalTokens: 16 })
    expect(titan.response.metadata).toEqual(metrics)
    const llama = fold(
      { generation: 'a', prompt_token_count: 7, generation_token_count: 1 },
      { generation: 'b', prompt_token_count: null, generation_token_count: 2, stop_reason: 'stop' },
    )
    expect(llama.response.usage).toEqual({
      inputTokens: 7,
      outputTokens: 2,
      totalTokens: 9,
      raw: { prompt_token_count: 7, generation_token_count: 2 },
    })
  })

  it('add what a cache held to the service’s counts', () => {
    const counts = { inputTokenCount: 3, outputTokenCount: 2, cacheReadInputTokenCount: 4 }
    const { response } = fold({ generation: 'a', stop_reason: 'stop', [METRICS]: counts })
    expect(response.usage).toMatchObject({ inputTokens: 7, cachedInputTokens: 4, totalTokens: 9 })
  })

  it('may have calls, whole', () => {
    const { response } = fold(
      {
        event_type: 'tool-calls-generation',
        tool_calls: [{ name: 'add', parameters: { a: 1 } }, { name: 'now' }, 5],
      },
      { event_type: 'stream-end', finish_reason: 'COMPLETE' },
    )
    expect(callsOf(response)).toMatchObject([
      { name: 'add', input: { a: 1 } },
      { name: 'now', input: {} },
    ])
  })

  it('end where a guardrail puts its own words in place of theirs', () => {
    const blocked = {
      outputText: 'No.',
      totalOutputTextTokenCount: 3,
      inputTextTokenCount: 6,
      'amazon-bedrock-guardrailAction': 'INTERVENED',
    }
    const { response, result } = fold(blocked)
    expect(result._tag).toBe('Right')
    expect(response.finishReason).toEqual({ kind: 'content-filter' })
    expect(response.metadata).toMatchObject({ 'amazon-bedrock-guardrailAction': 'INTERVENED' })
    expect(fold({ ...blocked, totalOutputTextTokenCount: null }).result._tag).toBe('Left')
    expect(fold({ ...blocked, 'amazon-bedrock-guardrailAction': 'NONE' }).result._tag).toBe('Left')
    expect(fold({ ...blocked, completionReason: 'LENGTH' }).response.finishReason.kind).toBe('length')
  })
})

describe('Nova', () => {
  it('stops a block after each fragment; its fragments are one text until something else comes', () => {
    const { response } = fold(
      { messageStart: { role: 'assistant' } },
      text(0, 'a'),
      stop(0),
      text(1, 'b'),
      stop(1),
      reasoning(2, { text: 'r' }),
      stop(2),
      text(3, 'c'),
      stop(3),
      delta(4, { citation: { title: 't' } }),
      finish('end_turn'),
    )
    expect(response.message.content).toEqual([
      { type: 'text', text: 'ab' },
      { type: 'reasoning', content: ['r'], summary: [] },
      { type: 'text', text: 'c', citations: [{ title: 't' }] },
    ])
    expect(codesOf(response)).toEqual([])
  })

  it('may have texts open beside each other, and goes on with the one that was stopped last', () => {
    const { response } = fold(
      ...[text(0, 'a'), text(1, 'b'), text(0, 'c'), stop(0), stop(1), text(2, 'd'), stop(2)],
      finish('end_turn'),
    )
    expect(response.message.content).toEqual([
      { type: 'text', text: 'ac' },
      { type: 'text', text: 'bd' },
    ])
  })

  it('has counts of its own; the service’s stand in where it has none', () => {
    const own = { metadata: { usage: { inputTokens: 9, outputTokens: 1 } }, ...metrics }
    expect(fold(text(0, 'a'), finish('end_turn'), own).response.usage).toMatchObject({ inputTokens: 9 })
    expect(fold(text(0, 'a'), { ...finish('end_turn'), ...metrics }).response.usage).toMatchObject({
      inputTokens: 3,
    })
  })
})

describe('chat models', () => {
  it('are read as Chat Completions', () => {
    const { response } = fold(
      { ...chat.delta({ content: 'a' }), id: 'c1', model: 'gpt-oss' },
      chat.calls({ index: 0, id: 't1', function: { name: 'add', arguments: '{"a":' } }),
      chat.calls({ index: 0, function: { arguments: '1}' } }),
      { ...chat.finish('tool_calls'), ...metrics },
    )
    expect(response).toMatchObject({ id: 'c1', model: 'gpt-oss', text: 'a', usage: { inputTokens: 3 } })
    expect(callsOf(response)).toMatchObject([{ id: 't1', input: { a: 1 } }])
  })

  it('count for themselves', () => {
    const { response } = fold(chat.delta({ content: 'a' }, 'stop'), {
      choices: [],
      usage: { prompt_tokens: 9, completion_tokens: 1 },
      ...metrics,
    })
    expect(response.usage).toMatchObject({ inputTokens: 9, outputTokens: 1 })
  })

  it('may give a reason under another name', () => {
    const { response } = fold({ choices: [{ delta: { content: 'a' }, stop_reason: 'stop' }, null] })
    expect(response.finishReason).toEqual({ kind: 'stop', raw: 'stop' })
    expect(codesOf(response)).toEqual(['malformed-event'])
    const both = fold({
      choices: [{ delta: { content: 'a' }, finish_reason: 'length', stop_reason: 'stop' }],
    })
    expect(both.response.finishReason.raw, 'the usual name counts').toBe('length')
    expect(both.response.metadata, 'and what the other says is kept').toEqual({ stop_reason: 'stop' })
  })

  it('go on in the short way, which leaves the translator where the long one does', () => {
    const opening = chat.calls({ index: 0, id: 't1', function: { name: 'add', arguments: '' } })
    const first = chat.calls({ index: 0, function: { arguments: '{' } })
    const [after] = translate(initialCursor({}), opening)
    const short = continuation(after, first)
    expect(short).toMatchObject({ type: 'tool-call-delta', text: '{' })
    expect(short?.cursor).toEqual(translate(after, first)[0])
    expect(continuation(initialCursor({}), first), 'of no dialect yet').toBeUndefined()
  })
})

describe('Claude', () => {
  it('is read as the Messages API', () => {
    const { response } = fold(
      messageStart({ usage: { input_tokens: 9, output_tokens: 1 } }),
      ...textBlock(0, 'a'),
      messageDelta({ stop_reason: 'end_turn' }, { output_tokens: 2 }),
      { ...messageStop, ...metrics },
    )
    expect(response).toMatchObject({
      id: 'm1',
      text: 'a',
      usage: { inputTokens: 9, outputTokens: 2 },
      metadata: metrics,
    })
    expect(codesOf(response)).toEqual([])
  })

  it('moves nothing where an event says nothing', () => {
    const [cursor] = translate(initialCursor({}), messageStart() as BedrockInvokeEvent)
    expect(translate(cursor, { type: 'ping' })).toEqual([cursor, []])
    expect(translate(cursor, { type: 'ping' })[0]).toBe(cursor)
  })
})

describe('what is of no model', () => {
  it('is an exception of the service, wherever it comes', () => {
    const raw = { message: 'slow down' }
    const failed = E.left({ error: { code: 'throttlingException', status: 429, retryable: true, raw } })
    expect(fold({ throttlingException: raw }).result).toMatchObject(failed)
    expect(codesOf(fold({ throttlingException: raw }).response)).not.toContain('unknown-event')
    expect(fold({ generation: 'a' }, { throttlingException: raw }).result).toMatchObject(failed)
    expect(fold({ error: { message: 'gone' } }).result).toMatchObject(
      E.left({ code: 'provider-error', message: 'gone' }),
    )
  })

  it('is kept as metadata, with an issue', () => {
    const { response } = fold({ mood: 'x' }, { generation: 'a', stop_reason: 'stop' }, { tempo: 1 })
    expect(response.metadata).toEqual({ mood: 'x', tempo: 1 })
    expect(codesOf(response)).toEqual(['unknown-event'])
  })
})
