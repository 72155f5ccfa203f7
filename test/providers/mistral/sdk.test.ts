import { describe, expect, it } from 'vitest'
import { collect, finalize, fromMistralSdk, initial, type LlmResponse } from '../../../src'
import { responseOf } from '../../conformance/digest'
import { mistralSdkChunks } from '../../conformance/sdk/mistral-chat'
import { corpusStreams, fixtureStreams, foldBytes } from '../../conformance/streams'

const streams = [...fixtureStreams(), ...corpusStreams()].filter(({ provider }) => provider === 'mistral')

const foldSdk = async (bytes: Uint8Array): Promise<LlmResponse> => {
  let state = initial('mistral')
  for await (const chunk of mistralSdkChunks(bytes)) {
    state = collect(state, { provider: 'mistral', event: fromMistralSdk({ data: chunk }) })
  }
  const result = finalize(state)
  return result._tag === 'Right' ? result.right : expect.unreachable(result.left.message)
}

/** The SDK gives each call an index, so that its absence is not seen. */
const withoutIndexIssues = ({ issues, ...response }: LlmResponse) => ({
  ...response,
  issues: issues.filter(({ code }) => !code.startsWith('tool-call-index-')),
})

describe('the events of Mistral’s SDK', () => {
  it.each(streams.map((stream) => [stream.file, stream.bytes] as const))(
    'fold to what the bytes fold to: %s',
    async (_, bytes) => {
      const response = await foldSdk(bytes())
      expect(withoutIndexIssues(response)).toEqual(
        withoutIndexIssues(responseOf(foldBytes('mistral', bytes()))),
      )
    },
  )

  it('are taken with or without their envelope, and not changed', () => {
    const chunk = {
      id: 'r',
      model: 'm',
      choices: [{ index: 0, delta: { content: 'a' }, finishReason: null }],
    }
    const wire = {
      id: 'r',
      model: 'm',
      choices: [{ index: 0, delta: { content: 'a' }, finish_reason: null }],
    }
    expect(fromMistralSdk(chunk)).toEqual(wire)
    expect(fromMistralSdk({ data: chunk })).toEqual(wire)
    expect(chunk.choices[0]).toHaveProperty('finishReason')
  })

  it('keep what is within arguments and metadata: names, and words that are the SDK’s own elsewhere', () => {
    const own = { maxDepth: 1, id: 'null', inner: { isUnknown: true, raw: 2 } }
    const call = { id: 'c', index: 0, function: { name: 'f', arguments: own } }
    const chunk = fromMistralSdk({
      id: 'r',
      model: 'm',
      choices: [{ index: 0, delta: { toolCalls: [call], metadata: own } }],
    })
    expect(chunk.choices?.[0]?.delta).toEqual({ tool_calls: [call], metadata: own })
  })

  it('give back pieces that the SDK does not know, as they were on the wire', () => {
    const piece = { type: 'hologram', frame_count: 3, id: 'null', viewBox: [{ minX: 0 }] }
    const chunk = fromMistralSdk({
      id: 'r',
      model: 'm',
      choices: [{ index: 0, delta: { content: [{ raw: piece, type: 'UNKNOWN', isUnknown: true }] } }],
    })
    expect(chunk.choices?.[0]?.delta?.content).toEqual([piece])
  })

  it('have the word `null` for an id that is not there, which is taken out', () => {
    const event = (id: string, name: string, text: string) =>
      fromMistralSdk({
        id: 'r',
        model: 'm',
        choices: [
          {
            index: 0,
            delta: { toolCalls: [{ id, index: 0, function: { name, arguments: text } }] },
            finishReason: null,
          },
        ],
      })
    const events = [event('a1', 'f', '{"a"'), event('null', '', ':1}')]
    const state = events.reduce(
      (before, sent) => collect(before, { provider: 'mistral', event: sent }),
      initial('mistral'),
    )
    expect(responseOf(state).toolCalls.map(({ id, arguments: text }) => [id, text])).toEqual([
      ['a1', '{"a":1}'],
    ])
  })
})
