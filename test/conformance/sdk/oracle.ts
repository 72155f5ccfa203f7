import type * as E from 'fp-ts/Either'
import type { CollectorState, LlmResponse, Provider } from '../../../src'
import type { Stream } from '../streams'

/** An official SDK as a second reader of the bytes that we fold. */
export interface Oracle {
  /** The API's folder in the corpus. */
  readonly api: string
  /** What reads the bytes, in words: the package and its call. */
  readonly name: string
  /** The dialects of the fixtures that it can read. */
  readonly providers: readonly Provider[]
  readonly read: (stream: Stream) => Promise<SdkReading>
  /** What a response says beside, in the words of the SDK answer's `more`. */
  readonly tellMore?: (response: LlmResponse) => unknown
  /** Why the two may differ. */
  readonly reasons: readonly Reason[]
}

/** What an official SDK makes of the bytes of one stream. */
export interface SdkReading {
  /** The events as the SDK's own reader gives them, up to the end or to what it fails on. */
  readonly events: readonly unknown[]
  /** What it accumulates from them, or what its events add up to where it does not accumulate; or why it gives nothing. */
  readonly result: E.Either<SdkFailure, Answer>
}

export interface SdkFailure {
  /** The provider reported an error, and the SDK passes it on. */
  readonly reported: boolean
  readonly message: string
}

/** What both say of one stream, in the same terms. */
export interface Answer {
  readonly text: string
  readonly refusal: string
  readonly calls: readonly Call[]
  readonly finish: string | null
  readonly usage: Counts
  /** What the SDK says beside: whole blocks, say. Compared where the oracle has it. */
  readonly more?: unknown
}

interface Call {
  /** Null where the wire has none, so that it was made up. */
  readonly id: string | null
  readonly name: string
  readonly arguments: string
}

interface Counts {
  readonly prompt: number | null
  readonly completion: number | null
  readonly total: number | null
}

/** Where the two differ: in a field, or in whether there is an answer at all. */
export type Aspect = keyof Answer | 'sdk-fails' | 'we-fail' | 'other-failure'

export interface Disagreement {
  readonly aspect: Aspect
  readonly ours: unknown
  readonly sdk: unknown
}

/** Everything a reason may be proved from. */
export interface Evidence {
  readonly bytes: string
  readonly events: readonly unknown[]
  readonly sdk: SdkReading['result']
  readonly ours: CollectorState
}

/** A known cause of a difference from the official SDK. */
export interface Reason {
  readonly code: string
  /** What it can make different. */
  readonly aspects: readonly Aspect[]
  /** Whose reading is right, as we argue it in docs/conformance.md. */
  readonly right: 'ours' | 'judgement'
  readonly why: string
  /** Proves from the stream itself that this is the cause. */
  readonly holds: (evidence: Evidence, disagreement: Disagreement) => boolean
}
