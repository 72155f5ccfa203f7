import * as E from 'fp-ts/Either'
import { isRecord } from '../data'
import type { Provider } from '../frames'
import { memberFrames } from './bedrock'
import { isCohereAnswer } from './cohere'
import { requirePiece } from './decoder'
import { eventStreamBody } from './event-stream-body'
import type { Piece, Sink } from './framing'
import { google, isGenerateContent, isInteraction } from './google'
import { errorIn, type Fields } from './json'

/** A recording that gives no evidence of a dialect we know. */
export interface CannotTell {
  readonly code: 'cannot-tell'
  readonly message: string
}

/** What the beginning of a recording shows. */
interface Evidence {
  readonly events: readonly unknown[]
  readonly comments: readonly string[]
  /** It is a page of markup. */
  readonly isPage: boolean
}

interface Recogniser {
  readonly provider: Provider
  readonly recognises: (evidence: Evidence) => boolean
}

/** In order: a dialect that adds to another stands before it. */
const recognisers: readonly Recogniser[] = [
  { provider: 'bedrock-invoke', recognises: ({ events }) => events.some(isChunk) },
  { provider: 'bedrock', recognises: ({ events }) => events.some(isConverseEvent) },
  { provider: 'anthropic', recognises: ({ events }) => events.some(isMessagesEvent) },
  { provider: 'google', recognises: ({ events }) => events.some(isGenerateContent) },
  { provider: 'google-interactions', recognises: ({ events }) => events.some(isInteraction) },
  { provider: 'openai-responses', recognises: ({ events }) => events.some(isResponsesEvent) },
  {
    provider: 'openrouter',
    recognises: ({ events, comments }) =>
      comments.some((comment) => comment.startsWith('OPENROUTER')) || events.some(isOpenRouterEvent),
  },
  { provider: 'mistral', recognises: ({ events }) => events.some(isMistralChunk) },
  { provider: 'ollama', recognises: ({ events }) => events.some(isOllamaLine) },
  { provider: 'cohere', recognises: ({ events }) => events.some(isCohereEvent) },
  {
    provider: 'openai',
    recognises: ({ events }) =>
      events.some(isChatCompletion) || (events.includes('[DONE]') && events.every(isEndOrError)),
  },
]

/** A chunk of any model's own bytes, not yet unwrapped. */
const isChunk = (event: unknown): boolean =>
  isRecord(event) && isRecord(event['chunk']) && typeof event['chunk']['bytes'] === 'string'

const isConverseEvent = (event: unknown): boolean =>
  isRecord(event) && (CONVERSE_MEMBERS.some((name) => isRecord(event[name])) || isConverseAnswer(event))

/** The whole answer, which was not streamed. */
const isConverseAnswer = ({ output }: Fields): boolean => isRecord(output) && isRecord(output['message'])

const CONVERSE_MEMBERS = [
  'messageStart',
  'contentBlockStart',
  'contentBlockDelta',
  'contentBlockStop',
  'messageStop',
] as const

/** Pings and errors say nothing: other dialects have their like. */
const isMessagesEvent = (event: unknown): boolean => {
  if (!isRecord(event)) return false
  switch (event['type']) {
    case 'message_start':
      return isRecord(event['message'])
    case 'content_block_start':
      return isRecord(event['content_block'])
    case 'content_block_delta':
      return isRecord(event['delta'])
    case 'message':
      return event['role'] === 'assistant' && Array.isArray(event['content'])
    default:
      return false
  }
}

/** An event of it, or a whole answer, which the framing has made an event. */
const isResponsesEvent = (event: unknown): boolean =>
  isRecord(event) && (textIn(event, 'type').startsWith('response.') || event['object'] === 'response')

const isOpenRouterEvent = (event: unknown): boolean =>
  isRecord(event) &&
  textIn(event, 'provider') !== '' &&
  (textIn(event, 'id').startsWith('gen-') || hasNativeFinishReason(event['choices']))

const hasNativeFinishReason = (choices: unknown): boolean =>
  Array.isArray(choices) && choices.some((choice) => isRecord(choice) && 'native_finish_reason' in choice)

const isChatCompletion = (event: unknown): boolean => {
  if (!isRecord(event)) return false
  if (textIn(event, 'object').startsWith('chat.completion')) return true
  const choices = event['choices']
  return Array.isArray(choices) && choices.some((choice) => isRecord(choice) && isRecord(choice['delta']))
}

/** Its padding, or its form of ids together with one of its own models: it imitates Chat Completions in all else. */
const isMistralChunk = (event: unknown): boolean =>
  isRecord(event) &&
  textIn(event, 'object') === 'chat.completion.chunk' &&
  (textIn(event, 'p') !== '' ||
    (/^[\da-f]{32}$/.test(textIn(event, 'id')) && MISTRAL_MODELS.test(textIn(event, 'model'))))

const MISTRAL_MODELS =
  /^(?:open-)?(?:mistral|ministral|mixtral|magistral|codestral|devstral|voxtral|pixtral)-/

const isOllamaLine = (event: unknown): boolean =>
  isRecord(event) && typeof event['done'] === 'boolean' && isRecord(event['message'])

/** An event of it, or a whole answer. */
const isCohereEvent = (event: unknown): boolean =>
  isCohereAnswer(event) ||
  (isRecord(event) &&
    isRecord(event['delta']) &&
    /^(?:message-(?:start|end)|content-(?:start|delta)|tool-plan-delta|tool-call-(?:start|delta)|citation-start)$/.test(
      textIn(event, 'type'),
    ))

/** Streams of other dialects may end in the same mark, after events of their own. */
const isEndOrError = (event: unknown): boolean =>
  event === '[DONE]' || (isRecord(event) && errorIn(event) !== undefined)

const textIn = (event: Fields, key: string): string => {
  const value = event[key]
  return typeof value === 'string' ? value : ''
}

/**
 * Which dialect a recording is in, by its first events. A recording that does not say is a `Left`, never a guess.
 *
 * ```ts
 * detect('data: {"object":"chat.completion.chunk","choices":[]}\n\n') // Right('openai')
 * detect('') // Left({ code: 'cannot-tell', message: 'The recording is empty.' })
 * ```
 *
 * @throws TypeError for a recording that is neither text nor bytes.
 */
export const detect = (recording: Piece): E.Either<CannotTell, Provider> => {
  const piece = requirePiece(recording)
  const evidence = evidenceOf(piece)
  const found = recognisers.find(({ recognises }) => recognises(evidence))
  return found === undefined
    ? E.left({ code: 'cannot-tell', message: reasonOf(piece, evidence) })
    : E.right(found.provider)
}

/** Enough to see what a dialect's events look like, past its first keep-alives. */
const ENOUGH_EVENTS = 16
const SLICE = 16_384

const evidenceOf = (piece: Piece): Evidence => {
  const events: unknown[] = []
  const comments: string[] = []
  let isPage = false
  const sink: Sink = {
    event: (json) => void events.push(json),
    fault: ({ code }) => {
      if (code === 'html-page') isPage = true
    },
    comment: (text) => void comments.push(text),
  }
  const framing = eventStreamBody(() => memberFrames(sink), google, sink)
  for (let start = 0; start < piece.length && events.length < ENOUGH_EVENTS; start += SLICE) {
    framing.push(piece.slice(start, start + SLICE))
  }
  framing.end()
  return { events, comments, isPage }
}

const reasonOf = (piece: Piece, { events, comments, isPage }: Evidence): string => {
  if (piece.length === 0) return 'The recording is empty.'
  if (isPage) return 'The recording is a page of markup, not a stream.'
  if (isBinary(piece)) return 'The recording is binary: no text was found in it.'
  if (events.length > 0) return 'The recording has events, but of no dialect that is known here.'
  return comments.length > 0
    ? 'The recording has nothing but comments.'
    : 'The recording holds no event that could be read.'
}

const isBinary = (piece: Piece): boolean =>
  typeof piece === 'string' ? piece.includes('\0') : piece.includes(0)
