/**
 * Something odd that was tolerated: what it is and what was done about it. An oddity of one part or choice that comes again
 * is counted on the issue that stands.
 */
export interface Issue {
  readonly code: IssueCode
  /** One plain sentence: what came and what was done. */
  readonly message: string
  /** The part it concerns; absent when it concerns the stream. */
  readonly part?: number
  /** The choice it concerns; absent for choice 0 and for the stream. */
  readonly choice?: number
  /** How often it was met. */
  readonly count: number
}

export type IssueCode =
  // tool calls
  | 'tool-call-index-missing'
  | 'tool-call-index-invalid'
  | 'tool-call-index-reused'
  | 'tool-call-id-missing'
  | 'tool-call-id-misplaced'
  | 'tool-call-id-changed'
  | 'tool-call-id-blank'
  | 'duplicate-tool-call-id'
  | 'tool-call-name-missing'
  | 'tool-call-name-blank'
  | 'tool-call-name-late'
  | 'tool-call-name-repeated'
  | 'tool-call-name-changed'
  | 'tool-call-name-split'
  | 'tool-call-arguments-object'
  | 'tool-call-arguments-null'
  | 'tool-call-malformed'
  | 'tool-call-arguments-text'
  | 'tool-call-path-invalid'
  | 'tool-call-path-revisited'
  | 'tool-call-unended'
  // the response
  | 'cumulative-delta'
  | 'not-cumulative'
  | 'whole-message'
  | 'orphan-think-tag'
  | 'finish-reason-missing'
  | 'finish-reason-number'
  | 'finish-reason-repeated'
  | 'finish-reason-mismatch'
  | 'content-after-finish'
  | 'final-value-differs'
  | 'item-unannounced'
  | 'item-id-changed'
  | 'content-index-unannounced'
  | 'output-order'
  | 'id-changed'
  | 'model-changed'
  | 'message-restarted'
  | 'block-index-reused'
  | 'block-not-open'
  | 'block-not-stopped'
  | 'step-not-started'
  // the stream
  | 'malformed-event'
  | 'unknown-event'
  | 'provider-mismatch'
  | 'event-after-end'
  | 'undecodable-event'
  | 'connection-lost'
  | 'cut-after-finish'
  | 'misfit-frame'
