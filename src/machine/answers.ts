import type { ToolMessage } from '../frames'
import type { CallStatus, ToolContent } from './frame'

/** Why a call has no result of its tool. */
export type ToolErrorCode =
  | 'unknown-tool'
  | 'invalid-arguments'
  | 'repeated-call'
  | 'execution-failed'
  | 'timed-out'
  | 'rejected'
  | 'interrupted'
  | 'cancelled'
  | 'skipped'

/** What became of a call without a result. */
export interface CallFailure {
  readonly error: ToolErrorCode
  readonly status: Exclude<CallStatus, 'succeeded'>
  readonly content: string
}

/** What the model is told, by what went wrong: a fixed beginning, and the details in brackets. */
const BEGINNINGS: { readonly [C in ToolErrorCode]: string } = {
  'unknown-tool': 'Error: unknown tool',
  'invalid-arguments': 'Error: invalid arguments',
  'repeated-call': 'Error: repeated call',
  'execution-failed': 'Error: execution failed',
  'timed-out': 'Error: execution failed',
  rejected: 'Error: rejected',
  interrupted: 'Error: interrupted',
  cancelled: 'Error: cancelled',
  skipped: 'Error: skipped',
}

/** @param details in words; '' for none. The full stop of a sentence goes: it stands in brackets */
export const failedWith = (error: ToolErrorCode, details: string): CallFailure => {
  const words = details.replace(/\.$/, '')
  return {
    error,
    status: error === 'cancelled' || error === 'skipped' ? error : 'failed',
    content: words === '' ? BEGINNINGS[error] : `${BEGINNINGS[error]} (${words})`,
  }
}

export const unknownTool = (name: string, known: readonly string[]): CallFailure =>
  failedWith(
    'unknown-tool',
    known.length === 0
      ? `there is no "${name}", and no other`
      : `there is no "${name}"; the tools are ${known.map((one) => `"${one}"`).join(', ')}`,
  )

export const timedOutAfter = (milliseconds: number): CallFailure =>
  failedWith('timed-out', `timed out after ${milliseconds} ms`)

export const REPEATED = failedWith(
  'repeated-call',
  'the same call, with the same id, was made before in this message',
)

export const CANCELLED = failedWith('cancelled', 'the run was stopped before there was a result')

export const INTERRUPTED = failedWith(
  'interrupted',
  'the run broke off while the tool was at work; whether it took effect is not known',
)

/** A call's result, as it stands in the history. */
export const toolMessage = (id: string, status: CallStatus, content: ToolContent): ToolMessage => ({
  role: 'tool',
  toolCallId: id,
  content,
  ...(status !== 'succeeded' && { isError: true }),
})
