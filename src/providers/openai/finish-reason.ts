import type { FinishKind, FinishReason } from '../../frames'

/**
 * The words that Chat Completions servers are seen to use, OpenAI's own first. Gateways pass on the words of the providers behind them.
 *
 * @see https://platform.openai.com/docs/api-reference/chat-streaming
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
    'malformed_function_call',
    'malformed_model_output',
    'malformed_tool_use',
    'timeout',
  ],
]

/** Reads a finish reason in any case; a word we do not know is `other`. */
export const finishReason = (raw: string): FinishReason => {
  const word = raw.toLowerCase()
  return { kind: WORDS.find(([, ...words]) => words.includes(word))?.[0] ?? 'other', raw }
}
