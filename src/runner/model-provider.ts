import type { Conversation } from '../frames'
import { type RequestSettings, toRequest } from '../request'
import type { Model, ModelRequest } from '../transport'
import type { CallSettings, ProviderObject } from './provider'

/**
 * A model of `chunkfold/transport` as the provider of a runner. The request has the selection's tools, its answer's schema as the response format where
 * there are no tools, and the stage's limit on output tokens, each unless the settings say so themselves. What is measured is the body that goes over
 * the wire.
 *
 * ```ts
 * const runner = new ModelRunner({ provider: modelProvider(fetchModel({ provider: 'openai', apiKey }), { model: 'gpt-4.1' }) })
 * ```
 */
export const modelProvider = (model: Model, settings: RequestSettings): ProviderObject => ({
  stream: (messages, { signal, ...call }) => model.stream(requestOf(settings, messages, call), { signal }),
  body: (messages, call) => {
    const request = requestOf(settings, messages, call)
    return toRequest(model.provider)(request.conversation, request.tools ?? [], request.settings)
  },
})

const requestOf = (
  settings: RequestSettings,
  conversation: Conversation,
  { stageId, maxOutputTokens, tools, answerSchema }: CallSettings,
): ModelRequest => {
  const untold = tools.find(({ parameters }) => parameters === undefined)
  if (untold !== undefined) {
    const message = `The schema of the tool ${untold.name} has no JSON Schema to tell the model.`
    throw new TypeError(`${message} Valibot's get one from toStandardJsonSchema of @valibot/to-json-schema.`)
  }
  const isStructured = answerSchema !== undefined && tools.length === 0
  return {
    conversation,
    tools,
    settings: {
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      ...(isStructured && { responseFormat: { name: stageId ?? 'answer', schema: answerSchema } }),
      ...settings,
    },
  }
}
