import type { FinishKind, FinishReason } from '../../frames'

/**
 * The words that Chat Completions servers are seen to use, OpenAI's own first. Gateways pass on the words of the providers behind them, and
 * Google's endpoint for OpenAI clients passes on those of its own API.
 *
 * @see https://platform.openai.com/docs/api-reference/chat-streaming
 * @see https://api-docs.deepseek.com/api/create-chat-completion
 * @see https://ai.google.dev/api/generate-content#FinishReason
 */
const WORDS: readonly (readonly [FinishKind, ...words: readonly string[]])[] = [
  [
    'stop',
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
  ['tool-calls', 'tool_calls', 'function_call', 'tool_use', 'tool_call'],
  ['length', 'length', 'max_tokens', 'max_output_tokens', 'model_length', 'model_context_window_exceeded'],
  [
    'content-filter',
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
  ['refusal', 'refusal'],
  ['pause', 'pause_turn', 'compaction'],
  [
    'error',
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
]

/** Reads a finish reason in any case; a word we do not know is `other`. */
export const finishReason = (raw: string): FinishReason => {
  const word = raw.toLowerCase()
  return { kind: WORDS.find((words) => words.includes(word, 1))?.[0] ?? 'other', raw }
}
