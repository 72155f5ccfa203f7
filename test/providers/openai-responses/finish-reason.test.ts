import { describe, expect, it } from 'vitest'
import { finishReason } from '../../../src/providers/openai-responses/finish-reason'

describe('finishReason', () => {
  it.each([
    [{ status: 'completed' }, 'completed', false, { kind: 'stop', raw: 'completed' }],
    [{ status: 'completed' }, 'completed', true, { kind: 'tool-calls', raw: 'completed' }],
    [{}, 'completed', false, { kind: 'stop', raw: 'completed' }],
    [{ status: null }, 'done', true, { kind: 'tool-calls', raw: 'done' }],
    [{ status: 'incomplete' }, 'incomplete', false, { kind: 'other', raw: 'incomplete' }],
    [
      { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
      'incomplete',
      true,
      { kind: 'length', raw: 'max_output_tokens' },
    ],
    [
      { incomplete_details: { reason: 'content_filter' } },
      'incomplete',
      false,
      { kind: 'content-filter', raw: 'content_filter' },
    ],
    [
      { status: 'completed', incomplete_details: { reason: 'max_tokens' } },
      'completed',
      false,
      { kind: 'stop', raw: 'completed' },
    ],
    [{ status: 'failed' }, 'failed', true, { kind: 'error', raw: 'failed' }],
    [{ status: 'cancelled' }, 'cancelled', false, { kind: 'other', raw: 'cancelled' }],
    [{ status: 'constructor' }, 'completed', false, { kind: 'other', raw: 'constructor' }],
  ] as const)('reads %j of `response.%s`, with calls: %s', (response, word, hasCalls, reason) => {
    expect(finishReason(response, word, hasCalls)).toEqual(reason)
  })
})
