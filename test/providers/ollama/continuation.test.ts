import { describe, expect, it } from 'vitest'
import { continuation } from '../../../src/providers/ollama/continuation'
import type { OllamaEvent } from '../../../src/providers/ollama/events'
import { translate } from '../../../src/providers/ollama/translate'
import { type ChatCursor, initialCursor } from '../../../src/providers/openai/cursor'

const line = (message: unknown, more: object = {}) =>
  ({ model: 'm', created_at: 't', message, done: false, ...more }) as OllamaEvent // a server may send anything

const cursorAfter = (...events: readonly OllamaEvent[]): ChatCursor =>
  events.reduce<ChatCursor>((cursor, event) => translate(cursor, event)[0], initialCursor({}))

const inText = cursorAfter(line({ role: 'assistant', content: 'a' }))
const inThinking = cursorAfter(line({ role: 'assistant', content: '', thinking: 'a' }))

describe('the short way of Ollama', () => {
  it.each([
    ['text', inText, line({ role: 'assistant', content: 'x' }), 'text-delta'],
    ['thinking', inThinking, line({ role: 'assistant', content: '', thinking: 'x' }), 'reasoning-delta'],
    [
      'text, with fields that say nothing',
      inText,
      line({ content: 'x', thinking: null, tool_calls: null }, { done_reason: null, logprobs: null }),
      'text-delta',
    ],
  ])('is taken for the next fragment of the open %s', (_, cursor, next, type) => {
    expect(continuation(cursor, next)).toEqual({ type, part: 0, choice: 0, text: 'x' })
  })

  it.each([
    ['the first line', initialCursor({}), line({ content: 'x' })],
    [
      'the first line with a model',
      cursorAfter(line({ content: 'a' }, { model: null })),
      line({ content: 'x' }),
    ],
    ['the last line', inText, line({ content: 'x' }, { done: true })],
    ['a part that is not open', inThinking, line({ content: 'x' })],
    ['a call', inText, line({ content: '', tool_calls: [{ index: 0, function: { name: 'f' } }] })],
    [
      'a call after another, each of which is whole',
      cursorAfter(line({ tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{' } }] })),
      line({ tool_calls: [{ index: 0, function: { arguments: '}' } }] }),
    ],
    ['both text and thinking', inText, line({ content: 'x', thinking: 'y' })],
    ['another field of the message', inText, line({ content: 'x', tool_name: 't' })],
    ['another field of the line', inText, line({ content: 'x' }, { remote_host: 'h' })],
    ['an error', inText, line({ content: 'x' }, { error: 'why' })],
    ['no message', inText, line(null)],
    ['no object', inText, null as unknown as OllamaEvent],
  ])('is not taken for %s', (_, cursor, event) => {
    expect(continuation(cursor, event)).toBeUndefined()
  })
})
