import { describe, expect, it } from 'vitest'
import { close, collect, fromCohereSdk, initial, type LlmResponse } from '../../../src'
import { responseOf } from '../../conformance/digest'
import { cohereSdkEvents } from '../../conformance/sdk/cohere-chat'
import { corpusStreams, fixtureStreams, foldBytes } from '../../conformance/streams'

/** The SDK takes the end mark for one within a text too, and gives no more. */
const LOST = 'cohere/end-mark-in-the-text.sse'

const streams = [...fixtureStreams(), ...corpusStreams()].filter(
  ({ provider, file }) => provider === 'cohere' && file !== LOST,
)

const foldSdk = async (bytes: Uint8Array): Promise<LlmResponse> => {
  let state = initial('cohere')
  for await (const event of cohereSdkEvents(bytes)) {
    state = collect(state, { provider: 'cohere', event: fromCohereSdk(event) })
  }
  return responseOf(close(state))
}

/** The end mark, which the SDK keeps to itself, is an event after the end where the message ended with an error. */
const withoutEndMark = ({ issues, ...response }: LlmResponse) => ({
  ...response,
  issues: issues.filter(({ code }) => code !== 'event-after-end'),
})

describe('the events of Cohere’s SDK', () => {
  it.each(streams.map((stream) => [stream.file, stream.bytes] as const))(
    'fold to what the bytes fold to: %s',
    async (_, bytes) => {
      const response = await foldSdk(bytes())
      expect(response).toEqual(withoutEndMark(responseOf(foldBytes('cohere', bytes()))))
    },
  )

  it('keep the names within what tools and documents said', () => {
    const event = {
      type: 'citation-start',
      delta: {
        message: {
          citations: {
            contentIndex: 1,
            sources: [
              { type: 'tool', toolOutput: { windSpeed: 3 } },
              { type: 'document', document: { pageNumber: 4 } },
            ],
          },
        },
      },
    }
    expect(fromCohereSdk(event)).toEqual({
      type: 'citation-start',
      delta: {
        message: {
          citations: {
            content_index: 1,
            sources: [
              { type: 'tool', tool_output: { windSpeed: 3 } },
              { type: 'document', document: { pageNumber: 4 } },
            ],
          },
        },
      },
    })
    expect(event.delta.message.citations).toHaveProperty('contentIndex')
  })
})
