import * as E from 'fp-ts/Either'
import type OpenAI from 'openai'
import { openaiChatReasons } from './openai-chat-reasons'
import { eventsOf, openAiClient, openAiFailure } from './openai-client'
import type { Answer, Oracle, SdkFailure } from './oracle'

export const openaiChat: Oracle = {
  api: 'openai-chat',
  name: '`client.chat.completions.stream(…).finalChatCompletion()` of `openai`',
  providers: ['openai', 'openrouter'],
  read: async ({ bytes }) => {
    const body = bytes()
    const text = new TextDecoder().decode(body)
    const completion = await accumulateWithSdk(body)
    return {
      events: await eventsOf(() => openAiClient(body).chat.completions.create({ ...REQUEST, stream: true })),
      result: E.isLeft(completion) ? completion : E.right(answerOf(completion.right, text)),
    }
  },
  reasons: openaiChatReasons,
}

const REQUEST = { model: 'any', messages: [] }

export const accumulateWithSdk = async (
  bytes: Uint8Array,
): Promise<E.Either<SdkFailure, OpenAI.Chat.ChatCompletion>> => {
  try {
    return E.right(await openAiClient(bytes).chat.completions.stream(REQUEST).finalChatCompletion())
  } catch (error) {
    return E.left(openAiFailure(error))
  }
}

const answerOf = (completion: OpenAI.Chat.ChatCompletion, bytes: string): Answer => {
  const choice = completion.choices.find((one) => one !== undefined)
  const message = choice?.message
  const legacy = message?.function_call
  return {
    text: message?.content ?? '',
    refusal: message?.refusal ?? '',
    calls: [
      ...(message?.tool_calls ?? []).map((call) => ({
        id: bytes.includes(JSON.stringify(call.id)) ? call.id : null,
        name: call.type === 'function' ? call.function.name : call.custom.name,
        arguments: call.type === 'function' ? call.function.arguments : call.custom.input,
      })),
      ...(legacy ? [{ id: null, name: legacy.name, arguments: legacy.arguments }] : []),
    ],
    finish: choice?.finish_reason ?? null,
    usage: {
      prompt: completion.usage?.prompt_tokens ?? null,
      completion: completion.usage?.completion_tokens ?? null,
      total: completion.usage?.total_tokens ?? null,
    },
  }
}
