import * as E from 'fp-ts/Either'
import type { AssistantMessage, Conversation, LlmResponse, ToolCallPart } from '../frames'
import { CANCELLED, type CallFailure, toolMessage } from './answers'
import { type Draft, tagged, tell, withRun } from './draft'
import { recordToolCalls } from './record'
import type { DoneCall } from './state'

/**
 * The message as it may stand behind the conversation: a call whose id is in use there gets another one. Some servers count their ids anew in each turn.
 */
export const withFreshIds = (conversation: Conversation, message: AssistantMessage): AssistantMessage => {
  const taken = idsIn(conversation)
  if (!callsIn(message).some(({ id }) => taken.has(id))) return message
  const own = new Set(callsIn(message).map(({ id }) => id))
  return {
    ...message,
    content: message.content.map((part) => {
      if (part.type !== 'tool-call' || !taken.has(part.id)) return part
      const id = freshId(part.id, (one) => taken.has(one) || own.has(one))
      own.add(id)
      return { ...part, id }
    }),
  }
}

const idsIn = (conversation: Conversation): ReadonlySet<string> => {
  const ids = new Set<string>()
  for (const message of conversation) {
    if (message.role === 'assistant') for (const { id } of callsIn(message)) ids.add(id)
  }
  return ids
}

const freshId = (id: string, isTaken: (id: string) => boolean): string => {
  let number = 2
  while (isTaken(`${id}_${number}`)) number++
  return `${id}_${number}`
}

export const callsIn = ({ content }: AssistantMessage): readonly ToolCallPart[] =>
  content.filter((part) => part.type === 'tool-call')

/** The turn's calls are answered: their results stand behind its message, in the order of the calls. */
export const withResults = (draft: Draft, calls: readonly DoneCall[]): Draft => {
  const results = calls.map(({ part, status, content }) => toolMessage(part.id, status, content))
  return recordToolCalls(withRun(draft, { messages: [...draft.run.messages, ...results] }), calls)
}

/** The reader hears that a call is answered. */
export const tellEnd = (draft: Draft, { part, status, content }: DoneCall): Draft =>
  tell(
    draft,
    tagged({ type: 'tool-end', id: part.id, name: part.name, status, content }, draft.run.iteration),
  )

/**
 * A response that broke off stands in the history as far as it can be sent back: calls that did not come to their end are left out, and those that did are
 * answered as cancelled.
 */
export const withPartialMessage = (draft: Draft, { message }: LlmResponse): Draft => {
  const { messages } = draft.run
  const content = message.content.filter(
    (part) => !(part.type === 'tool-call' && E.isLeft(part.input) && part.input.left.code === 'incomplete'),
  )
  if (content.length === 0) return draft
  const kept = withFreshIds(messages, { ...message, content })
  const calls = unrunCalls(callsIn(kept), CANCELLED)
  const told = calls.reduce(tellEnd, withRun(draft, { messages: [...messages, kept] }))
  return calls.length === 0 ? told : withResults(told, calls)
}

/** Calls that all got the same answer in place of a result. */
export const unrunCalls = (parts: readonly ToolCallPart[], failure: CallFailure): readonly DoneCall[] =>
  parts.map((part, position) => unrun({ position, part, repairs: 0 }, failure))

/** A call that got an answer in place of a result, with the input as the model gave it, where it could be read. */
export const unrun = (
  { position, part, repairs }: Pick<DoneCall, 'position' | 'part' | 'repairs'>,
  failure: CallFailure,
): DoneCall => ({
  position,
  part,
  repairs,
  stage: 'done',
  ...(E.isRight(part.input) && { input: part.input.right }),
  ...failure,
})
