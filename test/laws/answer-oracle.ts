import * as E from 'fp-ts/Either'
import type { Chunk, Provider, WireEvent } from '../../src'
import type { Oracle } from '../../src/testing'
import { encodeRecording } from '../../src/wire'
import { answerOf } from '../conformance/disagreements'
import type { Answer, Oracle as Sdk } from '../conformance/sdk/oracle'

/** The SDK that reads an API's recordings, as the oracle of law 8. */
export const answerOracle = <P extends Provider>(provider: P, sdk: Sdk): Oracle<P, Answer> => ({
  accumulate: async (events: readonly WireEvent<P>[]) => {
    const chunks = events.map((event) => ({ provider, event }) as Chunk<P>) // tag and event belong together
    const { result } = await sdk.read({ file: '', provider, bytes: () => encodeRecording(provider, chunks) })
    return E.isRight(result) ? result.right : null
  },
  tell: answerOf,
})
