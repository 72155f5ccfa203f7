import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { finalize } from '../../src'
import { decodeRecording, detect, foldRecording, readResponse } from '../../src/wire'
import { anthropic } from '../../src/wire/anthropic'
import { ending, messageStart, textBlock } from '../support/messages'
import { sse } from './support'

describe('an error told beside the events', () => {
  const error = { type: 'overloaded_error', message: 'Overloaded' }

  it.each([
    [
      { type: 'error', error },
      { type: 'error', error },
    ],
    [{ error }, { error }],
    [
      { type: 'error', message: 'm' },
      { type: 'error', message: 'm' },
    ],
    [error, { type: 'error', error }],
    ['m', { type: 'error', error: 'm' }],
    [null, { type: 'error', error: null }],
  ])('%j is the event %j', (said, event) => {
    expect(anthropic.errorEvent(said)).toEqual(event)
  })

  it('is read by the name of its event', () => {
    const body = `event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`
    expect(decodeRecording('anthropic', body)).toEqual([
      E.right({ provider: 'anthropic', event: { type: 'error', error } }),
    ])
  })
})

describe('JSON outside the framing', () => {
  it.each([{ error: { message: 'm' } }, { type: 'message', content: [] }, '[DONE]'])(
    '%j is an event as it is',
    (json) => {
      expect(anthropic.strayEvent(json)).toBe(json)
    },
  )

  it('is an error where it complains', () => {
    expect(anthropic.strayEvent({ message: 'Unauthorized' })).toEqual({
      type: 'error',
      error: { message: 'Unauthorized' },
    })
  })

  it.each([{}, { type: 'ping' }, { error: null }, 'text', 42, null, []])('%j means nothing', (json) => {
    expect(anthropic.strayEvent(json)).toBeUndefined()
  })
})

describe('a recording of the Messages API', () => {
  const events = [messageStart(), { type: 'ping' }, ...textBlock(0, 'a'), ...ending()]
  const lines = (all: readonly unknown[]) => all.map((event) => `${JSON.stringify(event)}\n`).join('')

  it.each([
    ['its events', sse(...events)],
    ['decoded events, one a line', lines(events)],
    ['a stream that starts late', sse(...events.slice(2))],
    ['one that starts with a delta', sse(...events.slice(3))],
    ['the comments of a gateway', `: OPENROUTER PROCESSING\n\n${sse(...events)}`],
    ['the end mark of a gateway', `${sse(...events)}data: [DONE]\n\n`],
    ['a whole message', JSON.stringify({ type: 'message', role: 'assistant', content: [] })],
  ])('is told by %s', (_, body) => {
    expect(detect(body)).toEqual(E.right('anthropic'))
  })

  it.each([
    { type: 'ping' },
    { type: 'message_stop' },
    { type: 'error', error: { type: 'api_error' } },
    { type: 'message_start' },
    { type: 'content_block_start', index: 0 },
    { type: 'content_block_delta', delta: 'text' },
    { type: 'message', role: 'user', content: [] },
    { type: 'message', role: 'assistant', content: 'text' },
    ['content_block_start'],
  ])('is not told by %j', (event) => {
    expect(E.isLeft(detect(sse(event)))).toBe(true)
  })
})

describe('a message that was not streamed', () => {
  const message = {
    type: 'message',
    role: 'assistant',
    id: 'm1',
    content: [
      { type: 'text', text: 'a' },
      { type: 'tool_use', id: 't', name: 'add', input: { a: 1 } },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 1, output_tokens: 2 },
  }
  const folded = {
    id: 'm1',
    text: 'a',
    toolCalls: [{ id: 't', input: E.right({ a: 1 }) }],
    finishReason: { kind: 'tool-calls' },
    usage: { totalTokens: 3 },
    issues: [{ code: 'whole-message', count: 1 }],
  }

  it('is a response', async () => {
    for (const text of [JSON.stringify(message), JSON.stringify(message, null, 2)]) {
      expect(finalize(foldRecording('anthropic', text))).toMatchObject(E.right(folded))
      const response = new Response(text, { headers: { 'content-type': 'application/json' } })
      expect(await readResponse('anthropic', response)).toMatchObject(E.right(folded))
    }
  })
})
