import * as E from 'fp-ts/Either'
import type {
  AssistantMessage,
  ContentPart,
  Conversation,
  FileInput,
  ToolCallPart,
  ToolMessage,
  UserMessage,
} from '../../frames'
import { acceptableName } from './ids'

/**
 * A conversation as providers accept it: each call has its result and each result its call, in the order of the calls, right behind the
 * message that has them; no id names two calls.
 */
export type Turn = UserMessage | AssistantTurn | ToolTurn

export interface AssistantTurn extends AssistantMessage {
  /** The calls among its content. */
  readonly calls: readonly ToolCallPart[]
}

export interface ToolTurn {
  readonly role: 'tool'
  readonly results: readonly ToolResult[]
}

export interface ToolResult {
  readonly call: ToolCallPart
  readonly message: ToolMessage
}

/**
 * Puts a conversation in order. A call without a result and a result without a call are left out: with half of a pair every provider refuses the
 * request, and with it all that follows. A call that was cut off goes back where somebody answered it: its model hears of it in no other way. An id
 * that an earlier call has is changed, on the call and on its result, and so is a name that the model made up, unless every provider takes it.
 *
 * @param tools the names of the tools on offer
 */
export const turnsOf = (conversation: Conversation, tools: ReadonlySet<string>): readonly Turn[] => {
  const turns: Turn[] = []
  const taken = new Set<string>()
  for (const [position, message] of conversation.entries()) {
    if (message.role === 'user') turns.push(message)
    if (message.role !== 'assistant') continue
    const results = resultsFor(message, answersBehind(conversation, position), taken, tools)
    const answered = new Map(results.map(({ original, call }) => [original, call]))
    const content = withoutIdleReasoning(
      message.content.map((part) => (part.type === 'tool-call' ? (answered.get(part) ?? null) : part)),
    )
    if (content.length > 0 || message.extra !== undefined) {
      turns.push({ ...message, content, calls: results.map(({ call }) => call) })
    }
    if (results.length > 0) {
      turns.push({ role: 'tool', results: results.map(({ call, result }) => ({ call, message: result })) })
    }
  }
  return turns
}

interface Answered {
  readonly original: ToolCallPart
  /** With an id of its own, and a name that is taken. */
  readonly call: ToolCallPart
  readonly result: ToolMessage
}

/** What tools said between a message and the next one of the assistant. */
const answersBehind = (conversation: Conversation, position: number): readonly ToolMessage[] => {
  const answers: ToolMessage[] = []
  for (let next = position + 1; next < conversation.length; next++) {
    const message = conversation[next]
    if (message?.role === 'assistant') break
    if (message?.role === 'tool') answers.push(message)
  }
  return answers
}

/** The calls of a message that were answered; the first answer counts. */
const resultsFor = (
  { content }: AssistantMessage,
  answers: readonly ToolMessage[],
  taken: Set<string>,
  tools: ReadonlySet<string>,
): readonly Answered[] => {
  const used = new Set<ToolMessage>()
  return content.flatMap((part) => {
    if (part.type !== 'tool-call') return []
    const answer = answers.find((message) => message.toolCallId === part.id && !used.has(message))
    if (answer === undefined) return []
    used.add(answer)
    const id = freeId(part.id, taken)
    taken.add(id)
    const name = tools.has(part.name) ? part.name : acceptableName(part.name)
    return [{ original: part, call: { ...part, id, name }, result: { ...answer, toolCallId: id } }]
  })
}

const freeId = (id: string, taken: ReadonlySet<string>): string => {
  let free = id
  for (let attempt = 2; taken.has(free); attempt++) free = `${id}_${attempt}`
  return free
}

/** Reasoning that led to nothing that is still there (null: a call that is gone) goes too: without it providers refuse it. */
const withoutIdleReasoning = (content: readonly (ContentPart | null)[]): readonly ContentPart[] =>
  content.filter(
    (part, position): part is ContentPart =>
      part !== null && (part.type !== 'reasoning' || ledTo(content, position).some((one) => one !== null)),
  )

/** What stands between a piece of reasoning, or several in a row, and the next one. */
const ledTo = (
  content: readonly (ContentPart | null)[],
  position: number,
): readonly (ContentPart | null)[] => {
  const isOther = (part: ContentPart | null): boolean => part?.type !== 'reasoning'
  const rest = content.slice(position + 1)
  const led = rest.slice(rest.findIndex(isOther))
  const end = led.findIndex((part) => !isOther(part))
  return rest.some(isOther) ? led.slice(0, end < 0 ? undefined : end) : []
}

/** What a server that keeps conversations does not have yet: all that follows the last answer. */
export const sinceAnswer = (turns: readonly Turn[]): readonly Turn[] =>
  turns.slice(turns.findLastIndex(({ role }) => role === 'assistant') + 1)

/** A call's arguments as a value, for wires that carry no text: what is no object is carried in one. */
export const inputOf = (call: ToolCallPart): object => {
  if (E.isLeft(call.input)) return { arguments: call.arguments }
  const { right } = call.input
  return typeof right === 'object' && right !== null && !Array.isArray(right) ? right : { input: right }
}

/** A result as one text; files are not among it. */
export const outputText = ({ content }: ToolMessage): string =>
  typeof content === 'string'
    ? content
    : content
        .flatMap((part) =>
          part.type === 'text' ? [part.text] : part.type === 'json' ? [JSON.stringify(part.value)] : [],
        )
        .join('\n')

export const outputFiles = ({ content }: ToolMessage): readonly FileInput[] =>
  typeof content === 'string' ? [] : content.filter((part) => part.type === 'file')

/** What is visible of the reasoning. */
export const thoughtOf = ({ content }: AssistantMessage): string =>
  content.map((part) => (part.type === 'reasoning' ? part.content.join('') : '')).join('')

/**
 * A copy whose strings are well-formed: half of a surrogate pair, which no UTF-8 can carry, becomes U+FFFD. Fields that are undefined are left
 * out.
 */
export const wellFormed = <T>(value: T): T => formed(value) as T // the same shape

const formed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(/\p{Surrogate}/gu, '\ufffd')
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(formed)
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[formed(key), formed(item)]])),
  )
}
