import * as E from 'fp-ts/Either'
import { isRecord } from '../../../src/data'
import { responseOf } from '../digest'
import type { Reason } from './oracle'

/** Why the accumulator of the `openai` package may differ from us. */
export const openaiChatReasons: readonly Reason[] = [
  {
    code: 'end-mark-without-finish-reason',
    aspects: ['sdk-fails'],
    right: 'judgement',
    why: 'The server says [DONE] but no finish reason. The SDK gives nothing; we take the end mark as evidence of the end, and leave the finish reason unknown.',
    holds: ({ events, bytes }, { sdk }) => {
      const choice = choiceNamed(sdk, 'missing finish_reason for choice')
      return (
        choice !== undefined &&
        bytes.includes('data: [DONE]') &&
        !entriesOf(events, choice).some((entry) => Boolean(entry['finish_reason']))
      )
    },
  },
  {
    code: 'no-role',
    aspects: ['sdk-fails'],
    right: 'ours',
    why: 'No delta has a role. A streamed answer has no other role than the assistant.',
    holds: ({ events }, { sdk }) => {
      const choice = choiceNamed(sdk, 'missing role for choice')
      return choice !== undefined && !deltasOf(events, choice).some((delta) => Boolean(delta['role']))
    },
  },
  {
    code: 'index-hole',
    aspects: ['sdk-fails'],
    right: 'ours',
    why: 'The indexes of the tool calls do not count from 0 without gaps. The SDK uses them as places in an array and fails on the holes; an index is but a key.',
    holds: ({ events }, { sdk }) => {
      const indexes = new Set(callsOf(events).map((call) => call['index']))
      return (
        isText(sdk) &&
        sdk.startsWith('Cannot read properties of undefined') &&
        Array.from({ length: indexes.size }, (_, position) => position).some(
          (position) => !indexes.has(position),
        )
      )
    },
  },
  {
    code: 'message-beside-delta',
    aspects: ['text', 'sdk-fails'],
    right: 'ours',
    why: 'The choice has a `message` beside its `delta`. The SDK puts it in place of what it has accumulated, so that text is lost or doubled and calls vanish.',
    holds: ({ events }, { aspect, sdk }) =>
      aspect === 'text'
        ? entriesOf(events, 0).some((entry) => 'message' in entry) && sdk === textWithMessages(events)
        : sdk === 'no tool call snapshot' && hasCallOverwritten(events),
  },
  {
    code: 'usage-elsewhere',
    aspects: ['usage'],
    right: 'ours',
    why: 'The counts stand in a place of the vendor’s own, `x_groq.usage`, which the SDK does not read.',
    holds: ({ events }, { sdk }) =>
      isRecord(sdk) &&
      Object.values(sdk).every((count) => count === null) &&
      !events.some((event) => isRecord(event) && isRecord(event['usage'])) &&
      events.some(
        (event) => isRecord(event) && isRecord(event['x_groq']) && isRecord(event['x_groq']['usage']),
      ),
  },
  {
    code: 'reasoning-outside-completion',
    aspects: ['usage'],
    right: 'ours',
    why: 'The total is the sum of prompt, completion and reasoning tokens: the server counts reasoning apart. The SDK keeps its numbers; we have one convention for all, with reasoning within the output, and keep the numbers in `usage.raw`.',
    holds: ({ ours }, disagreement) => {
      const usage = responseOf(ours).usage
      const reasoning = usage?.reasoningTokens ?? 0
      const { sdk } = disagreement
      return (
        isRecord(sdk) &&
        reasoning > 0 &&
        sdk['prompt'] === usage?.inputTokens &&
        sdk['total'] === Number(sdk['prompt']) + Number(sdk['completion']) + reasoning &&
        usage?.outputTokens === Number(sdk['completion']) + reasoning &&
        usage.raw['completion_tokens'] === sdk['completion']
      )
    },
  },
  {
    code: 'custom-tool-call',
    aspects: ['sdk-fails'],
    right: 'ours',
    why: 'A call of a custom tool has `custom` in place of `function`. The SDK accumulates functions only, and fails.',
    holds: ({ events }, { sdk }) =>
      isText(sdk) &&
      /^missing choices\[\d+\]\.tool_calls\[\d+\]\.function\.name/.test(sdk) &&
      callsOf(events).some((call) => isRecord(call['custom'])),
  },
  {
    code: 'unterminated-event',
    aspects: ['usage'],
    right: 'judgement',
    why: 'The stream ends within its last event: there is no blank line behind it. The specification drops such an event and the SDK does too; we read it if its JSON is whole.',
    holds: ({ bytes, ours }, { sdk }) => {
      const last = /\ndata: ?([^\r\n]+)$/.exec(bytes)?.[1]
      const raw = responseOf(ours).usage?.raw
      return (
        last !== undefined &&
        raw !== undefined &&
        last.includes(`"usage":${JSON.stringify(raw)}`) &&
        isRecord(sdk) &&
        Object.values(sdk).every((count) => count === null)
      )
    },
  },
  {
    code: 'error-field',
    aspects: ['other-failure'],
    right: 'ours',
    why: 'The error comes in a line of its own, `error: {…}`, which is no field of server-sent events. The SDK skips it and misses the finish reason; we report the provider’s error.',
    holds: ({ bytes, sdk }) => /^error: *\{/m.test(bytes) && E.isLeft(sdk) && !sdk.left.reported,
  },
]

type Fields = Readonly<Record<string, unknown>>

const isText = (value: unknown): value is string => typeof value === 'string'

/** The choice that a message of the SDK names. */
const choiceNamed = (message: unknown, start: string): number | undefined => {
  const rest = isText(message) && message.startsWith(start) ? message.slice(start.length).trim() : ''
  return /^\d+$/.test(rest) ? Number(rest) : undefined
}

/** The entries of `choices` of one choice, or of all. */
const entriesOf = (events: readonly unknown[], choice?: number): readonly Fields[] =>
  events
    .flatMap((event) => (isRecord(event) && Array.isArray(event['choices']) ? event['choices'] : []))
    .filter(isRecord)
    .filter((entry) => choice === undefined || entry['index'] === choice)

const deltasOf = (events: readonly unknown[], choice?: number): readonly Fields[] =>
  entriesOf(events, choice)
    .map((entry) => entry['delta'])
    .filter(isRecord)

const callsOf = (events: readonly unknown[]): readonly Fields[] => deltasOf(events).flatMap(callsIn)

const callsIn = ({ tool_calls }: Fields): readonly Fields[] =>
  Array.isArray(tool_calls) ? tool_calls.filter(isRecord) : []

/** The text of choice 0 if each `message` takes the place of all before it, and the deltas go on from there. */
const textWithMessages = (events: readonly unknown[]): string =>
  entriesOf(events, 0).reduce((text, entry) => {
    const { message, delta } = entry
    const base = 'message' in entry ? textIn(message) : text
    return base + textIn(delta)
  }, '')

const textIn = (holder: unknown): string =>
  isRecord(holder) && isText(holder['content']) ? holder['content'] : ''

/** Whether a `message` without calls comes with or after a delta that has some. */
const hasCallOverwritten = (events: readonly unknown[]): boolean => {
  const entries = entriesOf(events)
  const first = entries.findIndex((entry) => isRecord(entry['delta']) && callsIn(entry['delta']).length > 0)
  return (
    first >= 0 &&
    entries.slice(first).some(({ message }) => isRecord(message) && callsIn(message).length === 0)
  )
}
