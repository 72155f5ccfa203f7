import type { Group } from '../group'
import { type JsonDocument, nestedDocument, recordsDocument, stringDocument, wideDocument } from './documents'
import { OURS, WHOLE } from './ours'
import { JSONRIVER, PEERS } from './peers'
import { contestantOf, weigh } from './reader'

export const TOPICS = ['string', 'records', 'nested', 'wide'] as const

export type Topic = (typeof TOPICS)[number]

const KINDS: Readonly<
  Record<Topic, { readonly title: string; readonly make: (length: number) => JsonDocument }>
> = {
  string: { title: 'one long string', make: stringDocument },
  records: { title: 'records', make: recordsDocument },
  nested: { title: 'deep nesting', make: nestedDocument },
  wide: { title: 'a wide list', make: wideDocument },
}

/** One table for each kind of document. */
export const groupsOf = (quick: boolean): readonly Group<Topic>[] => {
  const lengths = [1_000, 10_000, 100_000, ...(quick ? [] : [1_000_000])]
  return TOPICS.map((topic) => ({
    topic,
    title: KINDS[topic].title,
    floors: [WHOLE, JSONRIVER],
    heats: lengths.map((length) => () => {
      const document = KINDS[topic].make(length)
      return {
        label: document.label,
        chunks: document.fragments.length,
        proof: weigh(document.value),
        contestants: [...OURS, ...PEERS].map((reader) => contestantOf(document, reader)),
      }
    }),
  }))
}
