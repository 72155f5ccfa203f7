import { isRecord } from '../../../src/data'
import type { Reason } from './oracle'

/** Why the events of `@google/genai`, added up, may differ from us. */
export const googleInteractionsReasons: readonly Reason[] = [
  {
    code: 'older-revision',
    aspects: ['sdk-fails'],
    right: 'ours',
    why: 'The events are those of the older revision (`content.delta`, `interaction.complete`), which this release of the SDK passes on but has no types for.',
    holds: ({ events }) =>
      events.length > 0 &&
      events.every(
        (event) =>
          isRecord(event) &&
          /^(?:content\.|interaction\.(?:start|complete)$)/.test(String(event['event_type'])),
      ),
  },
]
