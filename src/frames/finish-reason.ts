/** Why a response ended. `other`: a reason we do not know. `unknown`: the provider gave none. */
export type FinishKind =
  | 'stop'
  | 'tool-calls'
  | 'length'
  | 'content-filter'
  | 'refusal'
  | 'pause'
  | 'error'
  | 'other'
  | 'unknown'

export interface FinishReason {
  readonly kind: FinishKind
  /** The provider's word: the last non-empty one. Absent when it gave none. */
  readonly raw?: string
}
