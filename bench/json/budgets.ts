import { type Finding, worst } from '../findings'
import type { Column, Result } from '../group'
import type { Topic } from './groups'
import { FED, READ, WHOLE } from './ours'
import { JSONRIVER, PEERS } from './peers'

// Told by the number of fragments, eight characters each: a document is about as long as it is called.
const isUpToHundredKilobytes = ({ chunks }: Column): boolean => chunks < 20_000
const isMegabyte = (column: Column): boolean => !isUpToHundredKilobytes(column)
const isFromTenKilobytes = ({ chunks }: Column): boolean => chunks > 1_000

export const findingsOf = (results: readonly Result<Topic>[]): readonly Finding[] => [
  ...results.flatMap(({ title, columns }) => {
    const work = `${title}: fed only / JSON.parse`
    return [
      ...worst(work, 'most', 4, columns.filter(isUpToHundredKilobytes), FED, WHOLE),
      ...worst(work, 'most', 6, columns.filter(isMegabyte), FED, WHOLE),
    ]
  }),
  ...results
    .filter(({ topic }) => topic !== 'wide') // a read copies the open containers, so that a wide one is a matter of its own
    .flatMap(({ title, columns }) => {
      const work = `${title}: read after each fragment / jsonriver`
      return [
        ...worst(work, 'most', 0.5, columns.filter(isUpToHundredKilobytes), READ, JSONRIVER),
        ...worst(work, 'most', 1.5, columns.filter(isMegabyte), READ, JSONRIVER),
        ...PEERS.filter(({ isQuadratic }) => isQuadratic === true).flatMap(({ name }) =>
          worst(
            `${title}: ${name} / read after each fragment`,
            'least',
            100,
            columns.filter(isFromTenKilobytes),
            name,
            READ,
          ),
        ),
      ]
    }),
]
