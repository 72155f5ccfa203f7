import { type Cohere, CohereClientV2 } from 'cohere-ai'
import * as E from 'fp-ts/Either'
import { eventStreamResponse } from './http'
import type { Answer, Oracle, SdkReading } from './oracle'

type SdkEvent = Cohere.V2ChatStreamResponse

export const cohereChat: Oracle = {
  api: 'cohere-chat',
  name: 'the events that `client.chatStream(…)` of `cohere-ai` (v2) gives, added up,',
  providers: ['cohere'],
  read: async ({ bytes }) => read(bytes()),
  reasons: [
    {
      code: 'end-mark-in-text',
      aspects: ['sdk-fails'],
      right: 'ours',
      why: 'The text quotes the end mark. The SDK ends at the first data line that has it anywhere; it is the mark only where it is all of the data.',
      holds: ({ bytes }) => {
        const found = bytes.split('\n').find((line) => line.startsWith('data:') && line.includes('[DONE]'))
        return found !== undefined && found.trim() !== 'data: [DONE]'
      },
    },
  ],
}

/** The events of a stream, as the SDK gives them. */
export const cohereSdkEvents = async function* (bytes: Uint8Array): AsyncGenerator<SdkEvent> {
  const client = new CohereClientV2({
    token: 'none',
    maxRetries: 0,
    fetch: async () => eventStreamResponse(bytes),
  })
  yield* await client.chatStream({ model: 'any', messages: [] })
}

const read = async (bytes: Uint8Array): Promise<SdkReading> => {
  const events: SdkEvent[] = []
  try {
    for await (const event of cohereSdkEvents(bytes)) events.push(event)
  } catch (error) {
    return { events, result: E.left({ reported: false, message: String(error) }) }
  }
  const end = events.find((event) => event.type === 'message-end')?.delta
  if (end === undefined)
    return { events, result: E.left({ reported: false, message: 'no end of the message' }) }
  if (end.error !== undefined) return { events, result: E.left({ reported: true, message: end.error }) }
  return { events, result: E.right(sumOf(events, end)) }
}

const sumOf = (events: readonly SdkEvent[], end: Cohere.ChatMessageEndEventDelta): Answer => {
  const counts = end.usage?.tokens ?? end.usage?.billedUnits
  const prompt = counts?.inputTokens ?? null
  const completion = counts?.outputTokens ?? null
  return {
    text: events
      .map((event) => (event.type === 'content-delta' ? (event.delta?.message?.content?.text ?? '') : ''))
      .join(''),
    refusal: '',
    calls: callsOf(events),
    finish: end.finishReason ?? null,
    usage: { prompt, completion, total: prompt === null || completion === null ? null : prompt + completion },
  }
}

const callsOf = (events: readonly SdkEvent[]): Answer['calls'] => {
  const calls = new Map<number, { id: string; name: string; arguments: string }>()
  for (const event of events) {
    if (event.type === 'tool-call-start') {
      const { id, function: body } = event.delta?.message?.toolCalls ?? { id: '' }
      calls.set(event.index ?? 0, { id, name: body?.name ?? '', arguments: body?.arguments ?? '' })
    } else if (event.type === 'tool-call-delta') {
      const call = calls.get(event.index ?? 0)
      if (call !== undefined) call.arguments += event.delta?.message?.toolCalls?.function?.arguments ?? ''
    }
  }
  return [...calls.values()]
}
