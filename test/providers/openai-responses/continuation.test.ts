import { describe, expect, it } from 'vitest'
import type { ResponsesStreamEvent } from '../../../src'
import type { Continuation } from '../../../src/frames'
import { continuation } from '../../../src/providers/openai-responses/continuation'
import { initialCursor } from '../../../src/providers/openai-responses/cursor'
import { translate } from '../../../src/providers/openai-responses/translate'
import { mapAccum } from '../../../src/providers/shared/signals'
import { added, call, delta, message } from '../../support/responses'

/** What the short way makes of an event that follows others. */
const short = (events: readonly unknown[], next: unknown): Continuation | undefined => {
  const [cursor] = mapAccum(initialCursor(), events as readonly ResponsesStreamEvent[], translate) // odd ones too
  return continuation(cursor, next as ResponsesStreamEvent)
}

const at = { output_index: 0, content_index: 0 }

const text = (said: unknown, more: object = {}) => delta('output_text', 'm', said, { ...at, ...more })

const opened = [added(message('m'), 0), text('Hi')]

describe('the short way', () => {
  it.each([
    ['text', opened, text('x'), 'text-delta'],
    [
      'text with what each event has',
      opened,
      text('x', { logprobs: [], sequence_number: 4, obfuscation: 'o' }),
      'text-delta',
    ],
    ['text with null for probabilities', opened, text('x', { logprobs: null }), 'text-delta'],
    [
      'a refusal',
      [added(message('m'), 0), delta('refusal', 'm', 'No', at)],
      delta('refusal', 'm', 'x', at),
      'refusal-delta',
    ],
    [
      'reasoning',
      [added({ type: 'reasoning', id: 'r' }, 0), delta('reasoning_text', 'r', 'hm', at)],
      delta('reasoning_text', 'r', 'x', at),
      'reasoning-delta',
    ],
    [
      'a summary',
      [
        added({ type: 'reasoning', id: 'r' }, 0),
        delta('reasoning_summary_text', 'r', 'hm', { output_index: 0, summary_index: 0 }),
      ],
      delta('reasoning_summary_text', 'r', 'x', { output_index: 0, summary_index: 0 }),
      'summary-delta',
    ],
    [
      'arguments',
      [added(call('f', 'c', 'n'), 0), delta('function_call_arguments', 'f', '{', { output_index: 0 })],
      delta('function_call_arguments', 'f', 'x', { output_index: 0 }),
      'tool-call-delta',
    ],
  ])('goes on with %s', (_, events, next, type) => {
    expect(short(events, next)).toEqual({ type, part: 0, choice: 0, text: 'x' })
  })

  it.each([
    ['before the first delta', [added(message('m'), 0)], text('x')],
    ['for an empty delta', opened, text('')],
    ['for a delta that is no text', opened, text({})],
    ['for another kind of delta', opened, delta('refusal', 'm', 'x', at)],
    ['for another item', opened, delta('output_text', 'n', 'x', at)],
    ['for another place in the output', opened, text('x', { output_index: 1 })],
    ['for another piece', opened, text('x', { content_index: 1 })],
    ['where the item is not named', opened, { type: 'response.output_text.delta', ...at, delta: 'x' }],
    [
      'where the place is not told',
      opened,
      { type: 'response.output_text.delta', item_id: 'm', content_index: 0, delta: 'x' },
    ],
    ['where the type is not told', opened, { item_id: 'm', ...at, delta: 'x' }],
    ['with token probabilities', opened, text('x', { logprobs: [{ token: 'x' }] })],
    ['with probabilities that are odd', opened, text('x', { logprobs: 1 })],
    ['with a field that is not known', opened, text('x', { error: null })],
    ['after another event of the item', [...opened, added(message('m2'), 1)], text('x')],
    ['where ids rotate', [...opened, delta('output_text', 'n', 'x', at)], delta('output_text', 'n', 'x', at)],
    [
      'for a call whose name has not come',
      [delta('function_call_arguments', 'f', '{', { output_index: 0 })],
      delta('function_call_arguments', 'f', 'x', { output_index: 0 }),
    ],
    [
      'for a call that has no id',
      [added(call('f', '', 'n'), 0), delta('function_call_arguments', 'f', '{', { output_index: 0 })],
      delta('function_call_arguments', 'f', 'x', { output_index: 0 }),
    ],
    ['for what is no event', opened, null],
    ['for the end mark', opened, '[DONE]'],
  ])('is not taken %s', (_, events, next) => {
    expect(short(events, next)).toBeUndefined()
  })
})
