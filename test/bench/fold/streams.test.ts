import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { accumulate } from '../../../bench/fold/contestants/floors'
import {
  argumentStream,
  bytesOf,
  eventsOf,
  FRAME_CHUNKS,
  interleavedStream,
  readsOf,
  type Stream,
  textStream,
  weigh,
  weightOfAnswer,
} from '../../../bench/fold/streams'
import { collectAll, finalize } from '../../../src'

const STREAMS: readonly (readonly [string, Stream])[] = [
  ['one text delta', textStream(1)],
  ['a thousand text deltas', textStream(1_000)],
  ['text with usage on every chunk', textStream(100, { usageOnEveryChunk: true })],
  ['an argument of 1,000 characters', argumentStream(1_000)],
  ['an argument of 10,007 characters', argumentStream(10_007)],
  ['one call', interleavedStream(1, 1_000)],
  ['8 calls', interleavedStream(8, 1_000)],
  ['64 calls whose fragments are not equally many', interleavedStream(64, 1_000)],
]

describe.each(STREAMS)('%s', (_, stream) => {
  const { answer } = stream

  it('folds to the answer it was made from, without an issue', () => {
    const chunks = eventsOf(stream).map((event) => ({ provider: 'openai' as const, event }))
    const result = finalize(collectAll('openai', chunks))
    expect(result).toMatchObject(
      E.right({
        id: answer.id,
        model: answer.model,
        text: answer.text,
        toolCalls: answer.toolCalls.map((call) => ({
          ...call,
          input: E.right(JSON.parse(call.arguments)),
        })),
        finishReason: { raw: answer.finishReason },
        usage: { inputTokens: answer.inputTokens, outputTokens: answer.outputTokens },
        issues: [],
      }),
    )
  })

  it('gives the mutable loop the same answer', () => {
    expect(accumulate(eventsOf(stream))).toEqual({
      text: answer.text,
      calls: answer.toolCalls,
      finishReason: answer.finishReason,
      usage: expect.objectContaining({ completion_tokens: answer.outputTokens }),
    })
  })

  it('has an answer that shows its weight', () => {
    const characters = answer.toolCalls.reduce((sum, call) => sum + call.arguments.length, answer.text.length)
    expect(weightOfAnswer(answer)).toBeGreaterThan(characters)
  })

  it('is sent as one event a line and an end mark, in reads that lose nothing', () => {
    const bytes = bytesOf(stream)
    const events = new TextDecoder().decode(bytes).split('\n\n')
    expect(events).toEqual([...stream.lines.map((line) => `data: ${line}`), 'data: [DONE]', ''])
    expect(Buffer.concat(readsOf(bytes, 1_000)).equals(bytes)).toBe(true)
    expect(readsOf(bytes, 1_000).every((read) => read.length > 0 && read.length <= 1_000)).toBe(true)
  })
})

describe('the number of lines', () => {
  it('is the deltas of a text and the chunks around them', () => {
    expect(textStream(1_000).lines).toHaveLength(1_000 + FRAME_CHUNKS)
  })

  it('is the fragments of an argument, the chunk that opens its call, and the chunks around them', () => {
    expect(argumentStream(8_991).lines).toHaveLength(999 + 1 + FRAME_CHUNKS)
    expect(argumentStream(100_000).lines).toHaveLength(11_112 + 1 + FRAME_CHUNKS)
  })

  it.each([1, 8, 64])(
    'is the fragments of all %i calls, a chunk that opens each, and the chunks around them',
    (calls) => {
      expect(interleavedStream(calls, 1_000).lines).toHaveLength(1_000 + calls + FRAME_CHUNKS)
    },
  )
})

describe('the shape of a chunk', () => {
  it('has every field of the wire, the role first, the finish reason and the usage last', () => {
    const [role, delta, finish, usage] = textStream(1).lines.map((line) => JSON.parse(line))
    const fields = ['id', 'object', 'created', 'model', 'system_fingerprint', 'choices']
    expect(Object.keys(delta)).toEqual(fields)
    expect(role.choices).toEqual([
      {
        index: 0,
        delta: { role: 'assistant', content: '', refusal: null },
        logprobs: null,
        finish_reason: null,
      },
    ])
    expect(delta.choices).toEqual([
      { index: 0, delta: { content: 'The' }, logprobs: null, finish_reason: null },
    ])
    expect(finish.choices).toEqual([{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }])
    expect(Object.keys(usage)).toEqual([...fields, 'usage'])
    expect(usage.choices).toEqual([])
  })

  it('carries the counts on every line where that is asked for, and only then', () => {
    const withUsage = (stream: Stream) => stream.lines.filter((line) => JSON.parse(line).usage !== undefined)
    expect(withUsage(textStream(10))).toHaveLength(1)
    expect(withUsage(textStream(10, { usageOnEveryChunk: true }))).toHaveLength(10 + FRAME_CHUNKS)
  })
})

/** Index and fragment of each delta of a tool call after those that open one. */
const fragmentsOf = (stream: Stream): readonly (readonly [number | undefined, string])[] =>
  eventsOf(stream).flatMap((event) => {
    const entry = event.choices?.[0]?.delta?.tool_calls?.[0]
    return entry?.id === undefined && entry?.index !== undefined && entry.index !== null
      ? [[entry.index, String(entry.function?.arguments)] as const]
      : []
  })

describe('the fragments of calls', () => {
  it('are 8 to 10 characters long', () => {
    const sizes = fragmentsOf(argumentStream(8_991)).map(([, fragment]) => fragment.length)
    expect(new Set(sizes)).toEqual(new Set([8, 9, 10]))
  })

  it('go to the calls in turn', () => {
    const order = fragmentsOf(interleavedStream(3, 10)).map(([index]) => index)
    expect(order).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2, 0])
  })

  it('add up to exactly the length that was asked for', () => {
    const lengths = [1_000, 1_001, 10_000].map(
      (length) => argumentStream(length).answer.toolCalls[0]?.arguments.length,
    )
    expect(lengths).toEqual([1_000, 1_001, 10_000])
  })

  it('cannot be fewer than a call of records needs', () => {
    expect(() => argumentStream(5)).toThrow(RangeError)
  })
})

describe('the weight of an answer', () => {
  it('changes with a character more, and with another last one', () => {
    const weights = ['ab', 'abc', 'ac'].map((text) => weigh(text, []))
    expect(new Set(weights).size).toBe(3)
  })

  it('counts every argument', () => {
    expect(weigh('', ['ab', 'c'])).toBe(weigh('ab', []) + weigh('c', []))
  })
})
