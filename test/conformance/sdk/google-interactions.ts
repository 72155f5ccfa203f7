import type { Interactions } from '@google/genai'
import * as E from 'fp-ts/Either'
import { failureOf } from './failure'
import { clientFor } from './google-genai'
import { googleInteractionsReasons } from './google-interactions-reasons'
import type { Answer, Oracle, SdkFailure, SdkReading } from './oracle'

type Event = Interactions.InteractionSSEEvent

export const googleInteractions: Oracle = {
  api: 'google-interactions',
  name: 'the events of `ai.interactions.create({ stream: true })` of `@google/genai`, added up',
  providers: ['google-interactions'],
  read: async ({ bytes }) => {
    const { events, failure } = await eventsWithSdk(bytes())
    return { events, result: failure === undefined ? addUp(events) : E.left(failure) }
  },
  reasons: googleInteractionsReasons,
}

interface Events {
  readonly events: readonly Event[]
  readonly failure?: SdkFailure
}

export const eventsWithSdk = async (bytes: Uint8Array): Promise<Events> => {
  const events: Event[] = []
  try {
    const stream = await clientFor(bytes).interactions.create({ model: 'any', input: 'any', stream: true })
    for await (const event of stream) events.push(event)
    return { events }
  } catch (error) {
    return { events, failure: failureOf(error, false) }
  }
}

/** What the events say: text by its deltas, calls by their starts and arguments, the status that ends the interaction. */
export const addUp = (events: readonly Event[]): SdkReading['result'] => {
  const calls = new Map<number, Answer['calls'][number]>()
  let text = ''
  let finish: string | null = null
  let usage: Answer['usage'] = { prompt: null, completion: null, total: null }
  for (const event of events) {
    switch (event.event_type) {
      case 'step.start': {
        if (event.step.type !== 'function_call') break
        const { id, name, arguments: args } = event.step
        const isBlank = Object.keys(args).length === 0
        calls.set(event.index, { id, name, arguments: isBlank ? '' : JSON.stringify(args) })
        break
      }
      case 'step.delta': {
        const { delta } = event
        const call = calls.get(event.index)
        if (delta.type === 'text') text += delta.text
        if (delta.type === 'arguments_delta' && call !== undefined)
          calls.set(event.index, { ...call, arguments: call.arguments + (delta.arguments ?? '') })
        break
      }
      case 'interaction.completed': {
        const counts = event.interaction.usage
        finish = event.interaction.status ?? null
        usage = {
          prompt: counts?.total_input_tokens ?? null,
          completion:
            counts === undefined
              ? null
              : (counts.total_output_tokens ?? 0) + (counts.total_thought_tokens ?? 0),
          total: counts?.total_tokens ?? null,
        }
        break
      }
      case 'error':
        return E.left({ reported: true, message: event.error?.message ?? '' })
    }
  }
  return finish === null
    ? E.left({ reported: false, message: 'its events have no final status' })
    : E.right({ text, refusal: '', calls: [...calls.values()], finish, usage })
}
