import * as E from 'fp-ts/Either'
import { accumulateResponse } from 'openai/lib/responses/ResponseAccumulator'
import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses'
import type { Stream } from '../streams'
import { eventsOf, openAiClient, openAiFailure } from './openai-client'
import { accumulatorReasons, openaiResponsesReasons } from './openai-responses-reasons'
import type { Answer, Oracle, SdkFailure, SdkReading } from './oracle'

/** What the SDK gives: the response of the last event, as the server put it together. */
export const openaiResponses: Oracle = {
  api: 'openai-responses',
  name: '`client.responses.stream(…).finalResponse()` of `openai`',
  providers: ['openai-responses'],
  read: async ({ bytes }) => {
    const response = await finalResponse(bytes())
    return {
      events: await streamed(bytes()),
      result: E.isLeft(response) ? response : E.right(answerOf(response.right, response.right)),
    }
  },
  reasons: openaiResponsesReasons,
}

/** What the SDK puts together from everything before the last event, which gives the status and the usage. */
export const openaiResponsesDeltas: Oracle = {
  api: 'openai-responses',
  name: '`accumulateResponse` of `openai`, without the last event',
  providers: ['openai-responses'],
  read: async (stream) => accumulated(await streamed(stream.bytes()), stream),
  reasons: accumulatorReasons,
}

const accumulated = async (events: readonly ResponseStreamEvent[], stream: Stream): Promise<SdkReading> => {
  const last = events.at(-1)
  const end = last !== undefined && isEnd(last) ? last.response : undefined
  if (end === undefined || end.status === 'failed') {
    const { result } = await openaiResponses.read(stream) // there is nothing to add up to: what the SDK says of it stands
    return { events, result }
  }
  try {
    const response = events
      .slice(0, -1)
      .reduce<Response | undefined>((snapshot, event) => accumulateResponse(event, snapshot), undefined)
    return {
      events,
      result: response === undefined ? E.left(openAiFailure('no event')) : E.right(answerOf(response, end)),
    }
  } catch (error) {
    return { events, result: E.left(openAiFailure(error)) }
  }
}

const isEnd = (event: ResponseStreamEvent) =>
  event.type === 'response.completed' ||
  event.type === 'response.incomplete' ||
  event.type === 'response.failed'

const REQUEST = { model: 'any', input: [] }

const streamed = (bytes: Uint8Array): Promise<readonly ResponseStreamEvent[]> =>
  eventsOf(() => openAiClient(bytes).responses.create({ ...REQUEST, stream: true }))

export const finalResponse = async (bytes: Uint8Array): Promise<E.Either<SdkFailure, Response>> => {
  try {
    return E.right(await openAiClient(bytes).responses.stream(REQUEST).finalResponse())
  } catch (error) {
    return E.left(openAiFailure(error))
  }
}

const answerOf = ({ output }: Response, end: Response): Answer => {
  const content = output.flatMap((item) => (item.type === 'message' ? item.content : []))
  return {
    text: content.map((piece) => (piece.type === 'output_text' ? piece.text : '')).join(''),
    refusal: content.map((piece) => (piece.type === 'refusal' ? piece.refusal : '')).join(''),
    calls: output.flatMap((item) => {
      if (item.type === 'function_call')
        return [{ id: item.call_id, name: item.name, arguments: item.arguments }]
      return item.type === 'custom_tool_call'
        ? [{ id: item.call_id, name: item.name, arguments: item.input }]
        : []
    }),
    finish: end.incomplete_details?.reason ?? end.status ?? null,
    usage: {
      prompt: end.usage?.input_tokens ?? null,
      completion: end.usage?.output_tokens ?? null,
      total: end.usage?.total_tokens ?? null,
    },
  }
}
