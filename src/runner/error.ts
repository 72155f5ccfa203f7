import type { CollectError } from '../collector'
import type { LlmResponse } from '../frames'
import type { SchemaIssue } from '../standard'

/**
 * Why there is no value.
 *
 * | code | |
 * | --- | --- |
 * | `input-over-budget` | the input is longer than allowed; nothing was sent |
 * | `output-over-budget` | the model wrote more than allowed; it was stopped |
 * | `aborted` | the caller's signal stopped the call |
 * | `provider-failed` | the provider threw; `cause` is what it threw |
 * | `provider-error`, `incomplete-stream`, `empty-stream` | as of `finalize` |
 * | `refused` | the model will not answer; `text` says so |
 * | `no-selection` | text, where a call was expected |
 * | `several-selections` | more calls than one, where one was expected |
 * | `unknown-tool` | a call of a tool that was not on offer |
 * | `invalid-json` | the answer, or the arguments of the call, are no JSON; `text` is what came |
 * | `invalid-value` | the schema refuses the value; `issues` says which paths and why |
 */
export type ModelErrorCode =
  | 'input-over-budget'
  | 'output-over-budget'
  | 'aborted'
  | 'provider-failed'
  | CollectError['code']
  | 'refused'
  | 'no-selection'
  | 'several-selections'
  | 'unknown-tool'
  | 'invalid-json'
  | 'invalid-value'

/** A failure as data. */
export interface ModelFailure {
  readonly code: ModelErrorCode
  readonly message: string
  /** What the model wrote: the arguments of the call that is at fault, else the answer's text. */
  readonly text: string
  readonly issues?: readonly SchemaIssue[]
  /** Absent where nothing was sent. */
  readonly partial?: LlmResponse
  readonly cause?: unknown
}

/** What `finish` throws and `invoke` rejects with. All that was received is in it. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly code: ModelErrorCode
  /** What the model wrote: the arguments of the call that is at fault, else the answer's text. */
  readonly text: string
  /** What the schema refuses: which path, and why. Empty for every other code than `invalid-value`. */
  readonly issues: readonly SchemaIssue[]
  /** The response as far as it came; undefined where nothing was sent. */
  readonly partial: LlmResponse | undefined

  constructor({ code, message, text, issues = [], partial, cause }: ModelFailure) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.text = text
    this.issues = issues
    this.partial = partial
  }
}
