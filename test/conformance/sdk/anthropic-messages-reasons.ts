import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../../src/data'
import type { Evidence, Reason } from './oracle'

/** Why the accumulator of `@anthropic-ai/sdk` may differ from us. */
export const anthropicMessagesReasons: readonly Reason[] = [
  {
    code: 'end-mark',
    aspects: ['sdk-fails'],
    right: 'ours',
    why: 'A gateway ends the stream in `data: [DONE]`, behind `message_stop`. The SDK takes it for an event and fails on what is no JSON; the message is whole.',
    holds: ({ bytes }, { sdk }) =>
      isText(sdk) && sdk.includes('"[DONE]" is not valid JSON') && /^data: ?\[DONE\]$/m.test(bytes),
  },
  {
    code: 'unterminated-stop',
    aspects: ['sdk-fails'],
    right: 'judgement',
    why: 'The stream ends right after the data of `message_stop`, without the blank line that ends an event. The specification drops such an event and the SDK does too, and with it the message; we read it if its JSON is whole.',
    holds: ({ bytes, events }, { sdk }) =>
      sdk === NO_MESSAGE &&
      !has(events, 'message_stop') &&
      /\ndata: *\{"type": *"message_stop" *\}\n?$/.test(bytes),
  },
  {
    code: 'stop-reason-without-stop',
    aspects: ['sdk-fails'],
    right: 'judgement',
    why: 'There is a stop reason but no `message_stop`. The SDK gives nothing; we take the stop reason as evidence of the end.',
    holds: ({ bytes, events }, { sdk }) =>
      sdk === NO_MESSAGE &&
      !bytes.includes('message_stop') &&
      events.some(
        (event) => isRecord(event) && isRecord(event['delta']) && isText(event['delta']['stop_reason']),
      ),
  },
  {
    code: 'second-start',
    aspects: ['sdk-fails'],
    right: 'ours',
    why: 'There are two `message_start`. The SDK fails on the second; we take back what the first one said, and begin anew.',
    holds: ({ events }, { sdk }) =>
      isText(sdk) &&
      sdk.startsWith('Unexpected event order, got message_start') &&
      events.filter((event) => isRecord(event) && event['type'] === 'message_start').length > 1,
  },
  {
    code: 'lenient-arguments',
    aspects: ['calls'],
    right: 'ours',
    why: 'The arguments are no whole JSON. The SDK closes what is open and gives half of the input as if it were all; we give the text, and no input.',
    holds: ({ events }, { ours, sdk }) =>
      Array.isArray(ours) &&
      Array.isArray(sdk) &&
      ours.length === sdk.length &&
      ours.every(
        (call, n) =>
          isDeepStrictEqual(call, sdk[n]) ||
          (!isJson(call.arguments) && fragments(events).includes(call.arguments)),
      ),
  },
  {
    code: 'beta-blocks',
    aspects: ['more'],
    right: 'ours',
    why: 'Deltas of a compaction, of a call to an MCP server and of blocks that are new are not read by the SDK’s accumulator of stable blocks, which keeps the block as it started.',
    holds: ({ events }, { ours, sdk }) =>
      Array.isArray(ours) &&
      Array.isArray(sdk) &&
      ours.length === sdk.length &&
      ours.every((block, n) => isDeepStrictEqual(block, sdk[n]) || isGrownBeta(events, n, sdk[n])),
  },
]

const NO_MESSAGE = 'stream ended without producing a Message with role=assistant'

const isText = (value: unknown): value is string => typeof value === 'string'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const has = (events: Evidence['events'], type: string): boolean =>
  events.some((event) => isRecord(event) && event['type'] === type)

/** The fragments of the input of each block, joined. */
const fragments = (events: Evidence['events']): readonly string[] => {
  const texts: string[] = []
  for (const event of events) {
    if (!isRecord(event) || !isRecord(event['delta']) || typeof event['index'] !== 'number') continue
    const { partial_json: text } = event['delta']
    if (isText(text)) texts[event['index']] = (texts[event['index']] ?? '') + text
  }
  return texts
}

/** Whether the block at an index is of a kind that the accumulator does not know, had deltas, and is with the SDK as it started. */
const isGrownBeta = (events: Evidence['events'], index: number, sdk: unknown): boolean => {
  const own = events.filter(isRecord).filter((event) => event['index'] === index)
  const start = own.find((event) => event['type'] === 'content_block_start')?.['content_block']
  if (!isRecord(start) || !isText(start['type']) || !own.some((event) => 'delta' in event)) return false
  const isStable = ['text', 'thinking', 'tool_use', 'server_tool_use'].includes(start['type'])
  const { type, ...rest } = start
  const asStarted = [
    [type, Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null))],
    [type, start['id'], start['name'], start['input']],
  ]
  return !isStable && asStarted.some((block) => isDeepStrictEqual(block, sdk))
}
