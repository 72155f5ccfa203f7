import * as E from 'fp-ts/Either'
import { type ChatResponse, Ollama, type ToolCall } from 'ollama'
import { failureOf } from './failure'
import { eventStreamResponse } from './http'
import type { Answer, Oracle, SdkReading } from './oracle'

export const ollamaChat: Oracle = {
  api: 'ollama-chat',
  name: 'the lines that `client.chat({ stream: true })` of `ollama` gives, added up,',
  providers: ['ollama'],
  read: async ({ bytes }) => read(bytes()),
  reasons: [],
}

const read = async (bytes: Uint8Array): Promise<SdkReading> => {
  const events: ChatResponse[] = []
  const client = new Ollama({ fetch: async () => eventStreamResponse(bytes) })
  try {
    for await (const event of await client.chat({ model: 'any', messages: [], stream: true }))
      events.push(event)
    return { events, result: E.right(sumOf(events)) }
  } catch (error) {
    const isCut = error instanceof Error && error.message.startsWith('Did not receive done')
    return { events, result: E.left(failureOf(error, !isCut)) }
  }
}

const sumOf = (events: readonly ChatResponse[]): Answer => {
  const last = events.at(-1)
  const prompt = last?.prompt_eval_count ?? null
  const completion = last?.eval_count ?? null
  return {
    text: events.map(({ message }) => message.content).join(''),
    refusal: '',
    calls: events.flatMap(({ message }) => message.tool_calls ?? []).map(callOf),
    finish: last?.done_reason ?? null,
    usage: { prompt, completion, total: prompt === null || completion === null ? null : prompt + completion },
  }
}

/** The type knows no id, but what the server sends passes. */
const callOf = (call: ToolCall & { readonly id?: string }) => ({
  id: call.id ?? null,
  name: call.function.name,
  arguments: JSON.stringify(call.function.arguments),
})
