import type { Argued } from './argued'

const CUT_BY_LENGTH =
  'The output ended by `length` in the very event that opened the call, before any argument: the arguments are missing, not empty, and the call must not run.'

const file = 'mistral-chat/mistral--rig-mistral-tool_truncation_matrix-streaming_ministral_3b_low_agent.sse'

export const mistralChat: readonly Argued[] = [
  { file, field: 'toolCalls.argsSha256', why: CUT_BY_LENGTH },
  { file, field: 'toolCalls.argsValid', why: CUT_BY_LENGTH },
]
