import type { Json } from '../data'
import type { AssistantMessage } from './response'

/** What was said so far, oldest first, in one vocabulary for every provider. The system prompt is a setting of the request. */
export type Conversation = readonly Message[]

export type Message = UserMessage | AssistantMessage | ToolMessage

export interface UserMessage {
  readonly role: 'user'
  readonly content: string | readonly UserPart[]
}

export type UserPart = TextInput | FileInput

export interface TextInput {
  readonly type: 'text'
  readonly text: string
}

/** An image, a document or another file: where it is, or its bytes. */
export interface FileInput {
  readonly type: 'file'
  /** `image/png`, `application/pdf`. */
  readonly mediaType: string
  readonly url?: string
  /** Its bytes in base64. */
  readonly data?: string
  readonly filename?: string
}

/** What one tool call came to. It follows the assistant's message that has the call. */
export interface ToolMessage {
  readonly role: 'tool'
  readonly toolCallId: string
  readonly content: string | readonly ToolOutput[]
  /** The tool failed, or the call was refused; `content` says why. */
  readonly isError?: boolean
}

export type ToolOutput = TextInput | FileInput | JsonOutput

export interface JsonOutput {
  readonly type: 'json'
  readonly value: Json
}
