import { describe, expect, it } from 'vitest'
import { finishReason } from '../../../src/providers/openai/finish-reason'

describe('a stop reason of ConverseStream', () => {
  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['tool_use', 'tool-calls'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['content_filtered', 'content-filter'],
    ['guardrail_intervened', 'content-filter'],
    ['malformed_model_output', 'error'],
    ['malformed_tool_use', 'error'],
    ['moon_phase', 'other'],
  ])('%s is %s', (raw, kind) => {
    expect(finishReason(raw)).toEqual({ kind, raw })
  })
})
