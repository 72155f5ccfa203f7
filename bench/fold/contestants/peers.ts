import OpenAI from 'openai'
import { ChatCompletionStream } from 'openai/lib/ChatCompletionStream'
import type { ChatCompletionChunk } from '../../../src'
import type { Contestant } from '../../measure'
import { bodyOf } from '../body'
import { type Stream, weigh } from '../streams'

export const OPENAI_STREAM = 'openai ChatCompletionStream'
export const OPENAI_STRICT = 'openai ChatCompletionStream, strict tools'
export const OPENAI_CLIENT = 'openai client .stream() (HTTP)'

/** The SDK's stream class, given decoded events by a client that only hands them out. */
export const openaiStream = (events: readonly ChatCompletionChunk[]): Contestant => ({
  name: OPENAI_STREAM,
  run: () =>
    weighAnswer(
      ChatCompletionStream.createChatCompletion(clientThatGives(events), { model: '', messages: [] }),
    ),
})

/** The same with strict tools, for which the class parses the arguments so far at every delta. */
export const openaiStrictStream = (
  events: readonly ChatCompletionChunk[],
  { answer }: Pick<Stream, 'answer'>,
): Contestant => ({
  name: OPENAI_STRICT,
  isQuadratic: true,
  run: () =>
    weighAnswer(
      ChatCompletionStream.createChatCompletion(clientThatGives(events), {
        model: '',
        messages: [],
        tools: [...new Set(answer.toolCalls.map((call) => call.name))].map((name) => ({
          type: 'function',
          function: { name, strict: true, parameters: { type: 'object', properties: {} } },
        })),
      }),
    ),
})

/** The SDK as it is used, over a fetch that answers with the recorded bytes. */
export const openaiClient = (reads: readonly Uint8Array[]): Contestant => ({
  name: OPENAI_CLIENT,
  run: () => {
    const client = new OpenAI({
      apiKey: 'none',
      baseURL: 'http://localhost/v1',
      maxRetries: 0,
      fetch: async () => new Response(bodyOf(reads), { headers: { 'content-type': 'text/event-stream' } }),
    })
    return weighAnswer(client.chat.completions.stream({ model: '', messages: [] }))
  },
})

const weighAnswer = async (stream: ChatCompletionStream<null>): Promise<number> => {
  const { message } = (await stream.finalChatCompletion()).choices[0] ?? {}
  return weigh(message?.content ?? '', message?.tool_calls?.map(argumentsOf) ?? [])
}

const argumentsOf = (call: OpenAI.ChatCompletionMessageToolCall): string =>
  call.type === 'function' ? call.function.arguments : ''

const clientThatGives = (events: readonly ChatCompletionChunk[]): OpenAI => {
  const create = async () => {
    const iterator = events[Symbol.iterator]()
    return {
      controller: new AbortController(),
      [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve(iterator.next()) }),
    }
  }
  return { chat: { completions: { create } } } as unknown as OpenAI // all of a client that the class asks for
}
