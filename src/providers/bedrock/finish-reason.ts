import type { FinishReason } from '../../frames'
import { finishReason as commonReason } from '../openai/finish-reason'

/**
 * The stop reasons of Converse are words that gateways pass on in Chat Completions too; these are not.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_MessageStopEvent.html
 */
export const finishReason = (raw: string): FinishReason =>
  raw === 'malformed_model_output' || raw === 'malformed_tool_use'
    ? { kind: 'error', raw }
    : commonReason(raw)
