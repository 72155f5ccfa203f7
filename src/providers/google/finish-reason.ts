import type { FinishKind, FinishReason } from '../../frames'

/**
 * The reasons of generateContent, those that its older endpoints send as numbers among them.
 *
 * @see https://ai.google.dev/api/generate-content#FinishReason
 */
const WORDS: readonly (readonly [FinishKind, ...words: readonly string[]])[] = [
  ['stop', 'STOP', '1'],
  ['length', 'MAX_TOKENS', '2'],
  [
    'content-filter',
    'SAFETY',
    'RECITATION',
    'BLOCKLIST',
    'PROHIBITED_CONTENT',
    'SPII',
    'MODEL_ARMOR',
    'IMAGE_SAFETY',
    'IMAGE_PROHIBITED_CONTENT',
    'IMAGE_RECITATION',
    '3',
    '4',
  ],
  ['pause', 'CONTINUATION'],
  [
    'error',
    'MALFORMED_FUNCTION_CALL',
    'MALFORMED_RESPONSE',
    'UNEXPECTED_TOOL_CALL',
    'TOO_MANY_TOOL_CALLS',
    'MISSING_THOUGHT_SIGNATURE',
  ],
]

/** Those that say that there is none yet. */
const NONE: readonly string[] = ['', 'FINISH_REASON_UNSPECIFIED', '0']

/** Reads a finish reason; a plain stop after calls asks for their results. A word we do not know is `other`; undefined where it says nothing. */
export const finishReason = (raw: string, hasCalls: boolean): FinishReason | undefined => {
  if (NONE.includes(raw)) return undefined
  const kind = WORDS.find(([, ...words]) => words.includes(raw))?.[0] ?? 'other'
  return { kind: kind === 'stop' && hasCalls ? 'tool-calls' : kind, raw }
}
