import * as E from 'fp-ts/Either'
import { isRecord, parseJson } from '../../../src/data'
import { responseOf } from '../digest'
import type { Reason } from './oracle'

/** Why the chunks of `@google/genai`, added up, may differ from us. */
export const googleGenaiReasons: readonly Reason[] = [
  {
    code: 'last-event-unended',
    aspects: ['sdk-fails'],
    right: 'judgement',
    why: 'The stream ends within its last event: there is no blank line behind it. The SDK throws; we read the event, whose JSON is whole.',
    holds: ({ bytes }, { sdk }) => {
      const last = /(?:^|\n)data: ?([^\r\n]+)(?:\r?\n)?$/.exec(bytes)?.[1]
      return sdk === INCOMPLETE && last !== undefined && E.isRight(parseJson(last))
    },
  },
  {
    code: 'unframed-error',
    aspects: ['other-failure'],
    right: 'ours',
    why: 'The error comes as bare JSON after the events. The SDK takes it for the rest of an event; we report the provider’s error.',
    holds: ({ bytes, ours }, { sdk }) => {
      const tail = parseJson(bytes.slice(bytes.search(/\n\{/) + 1))
      const { phase } = ours.head
      return (
        sdk === INCOMPLETE &&
        E.isRight(tail) &&
        isRecord(tail.right) &&
        isRecord(tail.right['error']) &&
        phase.type === 'failed' &&
        phase.error.message === tail.right['error']['message']
      )
    },
  },
  {
    code: 'finish-reason-of-a-failure',
    aspects: ['we-fail'],
    right: 'ours',
    why: 'The finish reason says that the answer failed: the model wrote a call that could not be read. The SDK passes it on as a chunk like any other.',
    holds: ({ sdk, ours }) =>
      E.isRight(sdk) &&
      sdk.right.finish === 'MALFORMED_FUNCTION_CALL' &&
      responseOf(ours).finishReason.kind === 'error',
  },
]

const INCOMPLETE = 'Incomplete JSON segment at the end'
