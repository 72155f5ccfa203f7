import { HTTPClient, Mistral } from '@mistralai/mistralai'
import type { CompletionChunk, ToolCall } from '@mistralai/mistralai/models/components/index.js'
import * as E from 'fp-ts/Either'
import { isRecord } from '../../../src/data'
import { responseOf } from '../digest'
import { eventStreamResponse } from './http'
import type { Answer, Oracle, SdkReading } from './oracle'

export const mistralChat: Oracle = {
  api: 'mistral-chat',
  name: 'the chunks that `client.chat.stream(…)` of `@mistralai/mistralai` gives, added up,',
  providers: ['mistral'],
  read: async ({ bytes }) => read(bytes()),
  reasons: [
    {
      code: 'audio-outside-prompt',
      aspects: ['usage'],
      right: 'ours',
      why: 'The total is the sum of prompt, completion and heard audio: the server counts audio apart. The SDK keeps its numbers; our input holds all that was read, and `usage.raw` the numbers.',
      holds: ({ ours }, { sdk }) => {
        const { usage } = responseOf(ours)
        const details = usage?.raw['prompt_tokens_details']
        const audio = isRecord(details) ? Number(details['audio_tokens']) : 0
        return (
          isRecord(sdk) &&
          audio > 0 &&
          sdk['total'] === Number(sdk['prompt']) + Number(sdk['completion']) + audio &&
          usage?.inputTokens === Number(sdk['prompt']) + audio &&
          usage.raw['prompt_tokens'] === sdk['prompt']
        )
      },
    },
  ],
}

/** The chunks of a stream, as the SDK gives them. */
export const mistralSdkChunks = async function* (bytes: Uint8Array): AsyncGenerator<CompletionChunk> {
  const httpClient = new HTTPClient({ fetcher: async () => eventStreamResponse(bytes) })
  const client = new Mistral({ apiKey: 'none', httpClient, retryConfig: { strategy: 'none' } })
  for await (const event of await client.chat.stream({ model: 'any', messages: [] })) yield event.data
}

const read = async (bytes: Uint8Array): Promise<SdkReading> => {
  const events: CompletionChunk[] = []
  try {
    for await (const chunk of mistralSdkChunks(bytes)) events.push(chunk)
  } catch (error) {
    return { events, result: E.left({ reported: false, message: String(error) }) }
  }
  const sum = sumOf(events)
  return {
    events,
    result: sum.finish === null ? E.left({ reported: false, message: 'no finish reason' }) : E.right(sum),
  }
}

/** Of choice 0. */
const sumOf = (chunks: readonly CompletionChunk[]): Answer => {
  const choices = chunks.flatMap((chunk) => chunk.choices).filter(({ index }) => index === 0)
  const usage = chunks.findLast((chunk) => chunk.usage !== undefined)?.usage
  return {
    text: choices.map(({ delta }) => textIn(delta.content)).join(''),
    refusal: '',
    calls: callsOf(choices.flatMap(({ delta }) => delta.toolCalls ?? [])),
    finish: choices.findLast(({ finishReason }) => finishReason !== null)?.finishReason ?? null,
    usage: {
      prompt: usage?.promptTokens ?? null,
      completion: usage?.completionTokens ?? null,
      total: usage?.totalTokens ?? null,
    },
  }
}

const textIn = (content: CompletionChunk['choices'][number]['delta']['content']): string =>
  Array.isArray(content)
    ? content.map((piece) => (piece.type === 'text' && 'text' in piece ? String(piece.text) : '')).join('')
    : (content ?? '')

/** A further id starts a call; an entry without one, for which the SDK gives the word `null`, goes on with the call of its index. */
const callsOf = (entries: readonly ToolCall[]): Answer['calls'] => {
  const calls: { id: string; index: number; name: string; arguments: string }[] = []
  for (const { id = 'null', index = 0, function: body } of entries) {
    const text = typeof body.arguments === 'string' ? body.arguments : JSON.stringify(body.arguments)
    const known = calls.findLast((call) => (id === 'null' ? call.index === index : call.id === id))
    if (known === undefined) calls.push({ id, index, name: body.name, arguments: text })
    else known.arguments += text
  }
  return calls.map(({ id, name, arguments: text }) => ({
    id: id === 'null' ? null : id,
    name,
    arguments: text,
  }))
}
