import type { Argued } from './argued'

const CUT_BY_LENGTH =
  'The output ended by `length` right after the call was opened, before any argument: the arguments are missing, not empty, and the call must not run.'

const FAILED_STREAM =
  'The stream ended with an error, so no call of it is known to be whole, whatever its text looks like; the text itself is equal.'

const file = {
  cutByLength:
    'openai-chat/deepseek--rig-deepseek-truncation_matrix-agent_streaming_empty_arguments_on_length_are_not_invoked.sse',
  failedStream:
    'openai-chat/openrouter--req_llm-openrouter-google_gemini_2_5_flash_lite-object_streaming.sse',
}

export const openaiChat: readonly Argued[] = [
  { file: file.cutByLength, field: 'toolCalls.argsSha256', why: CUT_BY_LENGTH },
  { file: file.cutByLength, field: 'toolCalls.argsValid', why: CUT_BY_LENGTH },
  { file: file.failedStream, field: 'toolCalls.argsSha256', why: FAILED_STREAM },
  { file: file.failedStream, field: 'toolCalls.argsValid', why: FAILED_STREAM },
]
