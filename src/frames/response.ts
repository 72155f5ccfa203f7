import type { Json, JsonObject } from '../data'
import type { FinishReason } from './finish-reason'
import type { Issue } from './issue'
import type { ContentPart, ToolCallPart } from './part'
import type { Provider } from './provider'
import type { CostInfo, Usage } from './usage'

export interface AssistantMessage {
  readonly role: 'assistant'
  /**
   * The dialect that the message came in. What only its servers can read (signatures, encrypted reasoning, the wire's other fields) goes back to
   * them, and to nobody else. Absent of a message that the caller wrote: then all of it goes to whoever is asked.
   */
  readonly provider?: Provider
  readonly content: readonly ContentPart[]
  /** Fields of the wire's message that are no content but go back with it, such as an empty `reasoning_content`; the last value of each. */
  readonly extra?: JsonObject
}

/** What one choice says; the fields every response has, whatever the provider. */
export interface Answer {
  readonly message: AssistantMessage
  /** All text parts joined; '' when there are none. */
  readonly text: string
  /** All visible reasoning and summaries in stream order, joined. Absent when none came. */
  readonly reasoning?: string
  /** All refusal text joined; absent when the model did not refuse. */
  readonly refusal?: string
  /** The calls among the parts, in order of first appearance. */
  readonly toolCalls: readonly ToolCallPart[]
  readonly finishReason: FinishReason
  readonly logprobs?: Logprobs
  /**
   * What else the provider said, under the wire's own names, the last value of each: filter results, a native finish reason; for the response as a
   * whole also fingerprints and timings.
   */
  readonly metadata?: JsonObject
}

/** Token probabilities as the provider gives them, in stream order, for the text, the refusal and the reasoning. */
export interface Logprobs {
  readonly content?: readonly Json[]
  readonly refusal?: readonly Json[]
  readonly reasoning?: readonly Json[]
}

/** A further choice of a request with `n > 1`. */
export interface Alternative extends Answer {
  /** The choice's index on the wire. */
  readonly choice: number
}

/** A whole response, as if the call had not been streamed. JSON-safe. */
export interface LlmResponse extends Answer {
  readonly provider: Provider
  readonly id?: string
  readonly model?: string
  readonly usage?: Usage
  readonly cost?: CostInfo
  readonly alternatives?: readonly Alternative[]
  readonly issues: readonly Issue[]
}
