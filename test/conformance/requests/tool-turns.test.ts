// Every recorded answer with calls that can run is folded, answered, and put into the next request of its dialect.
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import type { Conversation, LlmResponse } from '../../../src'
import { toProviderMessages, toRequest } from '../../../src/request'
import { bytesOf, CORPUS_ABSENT, hasCorpus, loadRecordings, type Recording } from '../corpus'
import { responseOf } from '../digest'
import { foldBytes } from '../streams'

if (!hasCorpus) console.warn(`${CORPUS_ABSENT} Their tool turns are not sent back.`)

const turns = (hasCorpus ? loadRecordings() : []).flatMap((recording) => {
  const response = responseOf(foldBytes(recording.provider, bytesOf(recording)))
  const canRun = response.toolCalls.some(({ input }) => E.isRight(input))
  return canRun ? [{ recording, response }] : []
})

const apis = [...new Set(turns.map(({ recording }) => recording.api))]

/** The answer of a tool that can be told from any other text. */
const resultOf = (position: number): string => `the result of call ${position}`

const conversationOf = ({ message, toolCalls }: LlmResponse): Conversation => [
  { role: 'user', content: 'What I asked.' },
  message,
  ...toolCalls.map(({ id }, position) => ({
    role: 'tool' as const,
    toolCallId: id,
    content: resultOf(position),
  })),
]

const faultsOf = ({
  recording,
  response,
}: {
  readonly recording: Recording
  readonly response: LlmResponse
}) => {
  const { provider } = recording
  const conversation = conversationOf(response)
  const body = JSON.stringify(
    toRequest(provider)(conversation, [], { model: recording.expected.model ?? 'm' }),
  )
  const messages = JSON.stringify(toProviderMessages(provider)(conversation))
  return response.toolCalls.flatMap((call, position) => {
    const sent = body.split(resultOf(position)).length - 1
    const name = JSON.stringify(call.name)
    const said = [
      ...(sent === 1 ? [] : [`the result of ${call.name} is there ${sent} times`]),
      ...(body.includes(name) ? [] : [`${call.name} is missing`]),
      ...(sent === 0 || body.indexOf(name) < body.indexOf(resultOf(position))
        ? []
        : [`${call.name} follows its result`]),
      ...(sent === messages.split(resultOf(position)).length - 1
        ? []
        : [`the messages alone say otherwise of ${call.name}`]),
    ]
    return said.map((fault) => `${recording.file}: ${fault}`)
  })
}

describe.skipIf(!hasCorpus)('a recorded tool turn goes back with its results', () => {
  it.each(apis)('%s', (api) => {
    const its = turns.filter(({ recording }) => recording.api === api)
    expect(its.length).toBeGreaterThan(0)
    expect(its.flatMap(faultsOf)).toEqual([])
  })

  it('in every API that has tools', () => {
    expect(apis.toSorted()).toEqual([...new Set(loadRecordings().map(({ api }) => api))].toSorted())
    expect(turns.length).toBeGreaterThan(250)
  })
})
