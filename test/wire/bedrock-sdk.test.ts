import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import {
  type BedrockEvent,
  type BedrockInvokeEvent,
  type Chunk,
  close,
  collect,
  finalize,
  initial,
} from '../../src'
import { encodeRecording, fromBedrockSdk } from '../../src/wire'
import { readConverseWithSdk } from '../conformance/sdk/bedrock-converse'
import { readInvokeWithSdk } from '../conformance/sdk/bedrock-invoke'

const converseFrames = (events: readonly unknown[]): Uint8Array =>
  encodeRecording(
    'bedrock',
    events.map((event) => ({ provider: 'bedrock', event }) as Chunk<'bedrock'>),
  )

const fold = (events: readonly BedrockEvent[]) =>
  finalize(
    close(
      events.map((event) => ({ provider: 'bedrock', event }) as const).reduce(collect, initial('bedrock')),
    ),
  )

const events = [
  { messageStart: { role: 'assistant' } },
  { contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { redactedContent: 'AAEC' } } } },
  { contentBlockStop: { contentBlockIndex: 0 } },
  { contentBlockStart: { contentBlockIndex: 1, start: { image: { format: 'png' } } } },
  { contentBlockDelta: { contentBlockIndex: 1, delta: { image: { source: { bytes: 'AAEC' } } } } },
  { contentBlockStop: { contentBlockIndex: 1 } },
  { contentBlockDelta: { contentBlockIndex: 2, delta: { song: { title: 'x' } } } },
  { contentBlockStop: { contentBlockIndex: 2 } },
  { contentBlockDelta: { contentBlockIndex: 3, delta: { text: 'a' } } },
  { messageStop: { stopReason: 'end_turn' } },
]

describe('what the SDK reads from frames', () => {
  it('becomes the events that the frames were made of', async () => {
    const read = await readConverseWithSdk(converseFrames(events))
    expect(read.events.map((event) => fromBedrockSdk(event))).toEqual(events)
  })

  it('may be collected as it is, save for what the SDK does not know', async () => {
    const known = events.filter((event) => !JSON.stringify(event).includes('song'))
    const read = await readConverseWithSdk(converseFrames(known))
    expect(fold(read.events)).toEqual(fold(known))
    expect(fold(known)).toMatchObject(
      E.right({ message: { content: [{ encrypted: 'AAEC' }, { data: 'AAEC' }, { text: 'a' }] } }),
    )
  })

  it('are the model’s own events, of InvokeModel', async () => {
    const own: readonly BedrockInvokeEvent[] = [
      { generation: 'é', stop_reason: null },
      { messageStop: { stopReason: 'end_turn' } },
    ]
    const frames = encodeRecording(
      'bedrock-invoke',
      own.map((event) => ({ provider: 'bedrock-invoke', event })),
    )
    const read = await readInvokeWithSdk(frames)
    expect(read.events.map((event) => fromBedrockSdk(event))).toEqual(own)
  })
})

describe('what the SDK throws', () => {
  it('becomes the exception that the frame was', async () => {
    const exception = {
      modelStreamErrorException: { message: 'x', originalStatusCode: 500, originalMessage: 'y' },
    }
    const read = await readConverseWithSdk(converseFrames([...events.slice(0, 1), exception]))
    expect(read.thrown).toBeInstanceOf(Error)
    expect(fromBedrockSdk(Object(read.thrown))).toEqual(exception)
  })
})

describe('a chunk that is no event', () => {
  it('is an error, or nothing', () => {
    const bytes = new TextEncoder().encode('gone')
    expect(fromBedrockSdk({ chunk: { bytes } })).toEqual({ error: { message: 'gone' } })
    expect(fromBedrockSdk({ chunk: {} })).toEqual({ chunk: {} })
    expect(fromBedrockSdk({ chunk: { bytes: new TextEncoder().encode('[1]') } })).toEqual({
      error: { message: '[1]' },
    })
  })
})
