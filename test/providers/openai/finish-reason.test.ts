import { describe, expect, it } from 'vitest'
import type { FinishKind } from '../../../src'
import { finishReason } from '../../../src/providers/openai/finish-reason'

const WORDS: { readonly [K in Exclude<FinishKind, 'unknown'>]: readonly string[] } = {
  stop: [
    'stop',
    'eos',
    'eos_token',
    'end_turn',
    'stop_sequence',
    'complete',
    'completed',
    'finish',
    'finished',
  ],
  'tool-calls': ['tool_calls', 'function_call', 'tool_use', 'tool_call'],
  length: ['length', 'max_tokens', 'max_output_tokens', 'model_length', 'model_context_window_exceeded'],
  'content-filter': [
    'content_filter',
    'content_filtered',
    'safety',
    'recitation',
    'blocklist',
    'prohibited_content',
    'spii',
    'image_safety',
    'image_prohibited_content',
    'image_recitation',
    'sensitive',
    'guardrail_intervened',
    'error_toxic',
  ],
  refusal: ['refusal'],
  pause: ['pause_turn', 'compaction'],
  error: [
    'error',
    'network_error',
    'insufficient_system_resource',
    'malformed_function_call',
    'malformed_response',
    'unexpected_tool_call',
    'too_many_tool_calls',
    'missing_thought_signature',
    'malformed_model_output',
    'malformed_tool_use',
    'timeout',
  ],
  other: ['abort', 'stop ', 'toString', '__proto__', '\ud83d'],
}

describe.each(Object.entries(WORDS))('the kind %s', (kind, words) => {
  it.each(words)('is meant by %s', (raw) => {
    expect(finishReason(raw)).toStrictEqual({ kind, raw })
  })
})

describe('finishReason', () => {
  it.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['Tool_Calls', 'tool-calls'],
    ['PROHIBITED_CONTENT', 'content-filter'],
  ])('reads %s in any case, and keeps the word as it came', (raw, kind) => {
    expect(finishReason(raw)).toStrictEqual({ kind, raw })
  })
})
