import { isRecord } from '../../../src/data'
import type { Evidence, Reason } from './oracle'

type Fields = Readonly<Record<string, unknown>>

/** Why what the `openai` package puts together from the events of a response may differ from ours. */
export const accumulatorReasons: readonly Reason[] = [
  {
    code: 'unknown-event-type',
    aspects: ['sdk-fails'],
    right: 'ours',
    why: 'An event is of a type that the SDK does not know, and it fails on the first one. What such events tell comes once more with the end of their item.',
    holds: ({ events }, { sdk }) =>
      events.some((event) => sdk === `Unhandled response stream event: ${JSON.stringify(event)}`),
  },
  {
    code: 'output-gap',
    aspects: ['sdk-fails'],
    right: 'ours',
    why: 'The output indexes do not count from 0 without gaps. The SDK uses them as places in an array and fails on the hole; an index is but a key.',
    holds: ({ events }, { sdk }) => {
      const indexes = ofType(events, 'response.output_item.added').map((event) => event['output_index'])
      return indexes.some(
        (index) => sdk === `missing output at index ${String(index)}` && Number(index) >= indexes.length,
      )
    },
  },
  {
    code: 'no-status',
    aspects: ['finish'],
    right: 'ours',
    why: 'The last response has no status. The event that carries it says how it ended.',
    holds: ({ events }, { ours, sdk }) => {
      const end = lastOf(events)
      return sdk === null && !('status' in responseOf(end)) && end['type'] === `response.${String(ours)}`
    },
  },
  {
    code: 'no-end',
    aspects: ['we-fail', 'finish'],
    right: 'ours',
    why: 'No event ends the response: the connection was cut. The SDK gives what there is as a response with the status `in_progress`; we say that it is incomplete.',
    holds: ({ events, ours }) =>
      !END.test(String(lastOf(events)['type'])) &&
      ours.head.phase.type === 'failed' &&
      ours.head.phase.error.code === 'incomplete-stream',
  },
  {
    code: 'failed-response',
    aspects: ['we-fail', 'text'],
    right: 'ours',
    why: 'The response failed. The SDK gives it as a response with the status `failed`, as empty as the server sends it; we give the error, with the text that came before it.',
    holds: ({ events }, { aspect, sdk }) =>
      lastOf(events)['type'] === 'response.failed' && (aspect === 'we-fail' || sdk === ''),
  },
]

/** The same, where the response is the one that the last event brings. */
export const openaiResponsesReasons: readonly Reason[] = [
  ...accumulatorReasons,
  {
    code: 'empty-output',
    aspects: ['text', 'refusal', 'calls'],
    right: 'ours',
    why: 'The last event has `output: []`. The SDK takes it for the whole response, and all that was streamed is lost.',
    holds: ({ events }, { sdk }) => {
      const { output } = responseOf(lastOf(events))
      return (
        Array.isArray(output) &&
        output.length === 0 &&
        (sdk === '' || (Array.isArray(sdk) && sdk.length === 0))
      )
    },
  },
]

const END = /^response\.(?:completed|incomplete|failed)$/

const lastOf = (events: Evidence['events']): Fields => {
  const last = events.at(-1)
  return isRecord(last) ? last : {}
}

const responseOf = ({ response }: Fields): Fields => (isRecord(response) ? response : {})

const ofType = (events: Evidence['events'], type: string): readonly Fields[] =>
  events.filter(isRecord).filter((event) => event['type'] === type)
