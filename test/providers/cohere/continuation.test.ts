import { describe, expect, it } from 'vitest'
import { continuation } from '../../../src/providers/cohere/continuation'
import type { CohereEvent } from '../../../src/providers/cohere/events'
import { translate } from '../../../src/providers/cohere/translate'
import { type ChatCursor, initialCursor } from '../../../src/providers/openai/cursor'
import type { Fields } from '../../../src/providers/shared/fields'

const event = (type: string, message: Fields, more: Fields = {}) =>
  ({ type, index: 0, delta: { message }, ...more }) as CohereEvent // a server may send anything

const cursorAfter = (...events: readonly CohereEvent[]): ChatCursor => after(initialCursor({}), ...events)

const after = (cursor: ChatCursor, ...events: readonly CohereEvent[]): ChatCursor =>
  events.reduce<ChatCursor>((before, one) => translate(before, one)[0], cursor)

const text = (said: string, more: Fields = {}) => event('content-delta', { content: { text: said } }, more)
const thinking = (said: string) => event('content-delta', { content: { thinking: said } })
const plan = (said: string) => event('tool-plan-delta', { tool_plan: said })
const start = event('tool-call-start', { tool_calls: { id: 'c', function: { name: 'f', arguments: '{' } } })
const args = (said: string) => event('tool-call-delta', { tool_calls: { function: { arguments: said } } })

describe('the short way of Cohere', () => {
  it.each([
    ['text', cursorAfter(text('a')), text('x'), 'text-delta'],
    ['thinking', cursorAfter(thinking('a')), thinking('x'), 'reasoning-delta'],
    ['a plan', cursorAfter(plan('a')), plan('x'), 'reasoning-delta'],
    ['a call', cursorAfter(start), args('x'), 'tool-call-delta'],
    [
      'text, with fields that say nothing',
      cursorAfter(text('a')),
      event('content-delta', { content: { text: 'x', thinking: null }, tool_plan: null }, { logprobs: null }),
      'text-delta',
    ],
  ])('is taken for the next fragment of %s', (_, cursor, next, type) => {
    expect(continuation(cursor, next)).toEqual({ type, part: 0, choice: 0, text: 'x' })
  })

  it.each([
    ['nothing open', initialCursor({}), text('x')],
    ['thinking after a plan', cursorAfter(plan('a')), thinking('x')],
    ['a plan after thinking', cursorAfter(thinking('a')), plan('x')],
    ['text after its block ended', cursorAfter(text('a'), { type: 'content-end', index: 0 }), text('x')],
    ['text after the message ended', cursorAfter(text('a'), { type: 'message-end' }), text('x')],
    ['another field of the event', cursorAfter(text('a')), text('x', { logprobs: {} })],
    [
      'another field of the content',
      cursorAfter(text('a')),
      event('content-delta', { content: { text: 'x', type: 'text' } }),
    ],
    [
      'thinking while text is held back',
      after(initialCursor({ thinkTags: true }), thinking('a'), text('<')),
      thinking('x'),
    ],
    ['no call', cursorAfter(start), event('tool-call-delta', {})],
    ['another call', cursorAfter(start), { ...(args('x') as object), index: 1 } as CohereEvent],
    [
      'calls in a list',
      cursorAfter(start),
      event('tool-call-delta', { tool_calls: [{ function: { arguments: 'x' } }] }),
    ],
    ['another type', cursorAfter(text('a')), event('content-start', { content: { text: 'x' } })],
    ['the end mark', cursorAfter(text('a')), '[DONE]' as const],
  ])('is not taken for %s', (_, cursor, next) => {
    expect(continuation(cursor, next)).toBeUndefined()
  })
})
