import type { FinishKind, FinishReason } from '../../frames'

/**
 * The words that Chat Completions servers are seen to use, OpenAI's own first. Gateways pass on the words of the providers behind them.
 *
 * @see https://platform.openai.com/docs/api-reference/chat-streaming
 */
const KINDS: ReadonlyMap<string, FinishKind> = new Map([
  ['stop', 'stop'],
  ['tool_calls', 'tool-calls'],
  ['function_call', 'tool-calls'],
  ['length', 'length'],
  ['content_filter', 'content-filter'],
  ['eos', 'stop'],
  ['eos_token', 'stop'],
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['completed', 'stop'],
  ['complete', 'stop'],
  ['tool_use', 'tool-calls'],
  ['tool_call', 'tool-calls'],
  ['max_tokens', 'length'],
  ['max_output_tokens', 'length'],
  ['model_length', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['safety', 'content-filter'],
  ['recitation', 'content-filter'],
  ['sensitive', 'content-filter'],
  ['guardrail_intervened', 'content-filter'],
  ['content_filtered', 'content-filter'],
  ['refusal', 'refusal'],
  ['pause_turn', 'pause'],
  ['error', 'error'],
  ['network_error', 'error'],
  ['malformed_function_call', 'error'],
])

/** Reads a finish reason in any case; a word we do not know is `other`. */
export const finishReason = (raw: string): FinishReason => ({
  kind: KINDS.get(raw.toLowerCase()) ?? 'other',
  raw,
})
