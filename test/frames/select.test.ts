import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import {
  collectText,
  type Frame,
  requireEnd,
  type StreamError,
  textOnly,
  toAssistantMessage,
  toReasoning,
  toToolCalls,
} from '../../src'
import { arriving, itemsOf } from './arriving'

const text = (part: number, fragment: string): Frame => ({ type: 'text-delta', part, text: fragment })
const whole = (part: number, all: string): Frame => ({ type: 'text-complete', part, text: all })
const reset = (part: number): Frame => ({ type: 'reset', part })
const call = (part: number, fragment: string, more: { id?: string; name?: string } = {}): Frame => ({
  type: 'tool-call-delta',
  part,
  ...more,
  arguments: fragment,
})
const end: Frame = { type: 'end', finishReason: { kind: 'stop' } }
const failure: StreamError = { code: 'incomplete-stream', message: 'cut', reason: 'cut' }
const error: Frame = { type: 'error', error: failure }

describe('collectText', () => {
  it('joins deltas, with or without their complete', () => {
    expect(collectText([text(0, 'Hel'), text(0, 'lo')])).toBe('Hello')
    expect(collectText([text(0, 'Hel'), text(0, 'lo'), whole(0, 'Hello'), end])).toBe('Hello')
  })

  it('counts a complete that comes without deltas', () => {
    expect(collectText([whole(0, 'Hello')])).toBe('Hello')
  })

  it('joins parts by their number, however their deltas interleave', () => {
    expect(collectText([text(2, 'c'), text(0, 'a'), text(2, 'd'), text(0, 'b')])).toBe('abcd')
  })

  it('leaves out what a reset made void, and takes what comes after it', () => {
    expect(collectText([text(0, 'no'), text(1, 'b'), reset(0)])).toBe('b')
    expect(collectText([text(0, 'no'), text(1, 'b'), reset(0), text(0, 'a')])).toBe('ab')
    expect(collectText([text(0, 'no'), whole(0, 'no'), reset(0), whole(0, 'yes')])).toBe('yes')
  })

  it('takes back every part from an onward reset on', () => {
    const frames: readonly Frame[] = [text(0, 'a'), text(1, 'no'), text(2, 'no')]
    expect(collectText([...frames, { type: 'reset', part: 1, onward: true }])).toBe('a')
    expect(collectText([...frames, { type: 'reset', part: 1, onward: true }, text(2, 'b')])).toBe('ab')
    expect(collectText([...frames, reset(1)])).toBe('ano')
  })

  it('holds to the first complete of a part', () => {
    expect(collectText([text(0, 'a'), whole(0, 'a'), text(0, 'late'), whole(0, 'again')])).toBe('a')
  })

  it('reads the choice it is asked for', () => {
    const frames: readonly Frame[] = [text(0, 'a'), { type: 'text-delta', part: 1, choice: 1, text: 'b' }]
    expect(collectText(frames)).toBe('a')
    expect(collectText(frames, { choice: 0 })).toBe('a')
    expect(collectText(frames, { choice: 1 })).toBe('b')
    expect(collectText(frames, { choice: 2 })).toBe('')
  })

  it('reads the lowest choice where the end came without choice 0, and no other before', () => {
    const frames: readonly Frame[] = [
      { type: 'text-delta', part: 0, choice: 2, text: 'c' },
      { type: 'text-delta', part: 1, choice: 1, text: 'b' },
    ]
    expect(collectText(frames)).toBe('')
    expect(collectText([...frames, end])).toBe('b')
    expect(collectText([...frames, error])).toBe('b')
    expect(collectText([...frames, end], { choice: 0 })).toBe('')
  })

  it('takes no alternative for the response, even when the response said nothing', () => {
    const other: Frame = { type: 'text-delta', part: 0, choice: 1, text: 'b' }
    const alternatives = [{ choice: 1, finishReason: { kind: 'stop' } }] as const
    expect(collectText([other, end])).toBe('b')
    expect(collectText([other, { ...end, alternatives }])).toBe('')
  })

  it('knows a choice by what stands beside its content, too', () => {
    const other: Frame = { type: 'text-delta', part: 0, choice: 1, text: 'b' }
    const beside: readonly Frame[] = [
      { type: 'logprobs', content: [], refusal: [], reasoning: [] },
      { type: 'metadata', scope: 'message', metadata: { a: 1 } },
    ]
    expect(collectText([other, error])).toBe('b')
    for (const frame of beside) expect(collectText([other, frame, error]), frame.type).toBe('')
  })

  it('reads an iterable once, whatever it is', () => {
    let begun = 0
    const frames = (function* () {
      begun++
      yield text(0, 'a')
      yield text(0, 'b')
    })()
    expect(collectText(frames)).toBe('ab')
    expect(begun).toBe(1)
  })

  it('has nothing to say of nothing', () => {
    expect(collectText([])).toBe('')
    expect(collectText([end])).toBe('')
  })

  it('costs what the fragments cost: a text of 200,000 of them is no burden', () => {
    // Joining again at each frame would copy some 200 GB.
    const fragments = Array.from({ length: 200_000 }, () => text(0, '0123456789'))
    expect(collectText(fragments).length).toBe(2_000_000)
  })

  it('gives what the source throws', async () => {
    const fault = new Error('gone')
    const broken = (async function* (): AsyncGenerator<Frame> {
      yield text(0, 'a')
      throw fault
    })()
    await expect(collectText(broken)).rejects.toBe(fault)
  })
})

describe('textOnly', () => {
  it('gives each fragment, and no empty one', () => {
    expect([...textOnly([text(0, 'Hel'), text(0, ''), text(0, 'lo'), whole(0, 'Hello'), end])]).toEqual([
      'Hel',
      'lo',
    ])
  })

  it('gives the complete of a part that had no deltas', () => {
    expect([...textOnly([text(0, ''), whole(0, 'a'), text(1, 'b'), whole(1, 'b'), whole(2, '')])]).toEqual([
      'a',
      'b',
    ])
  })

  it('goes on after a reset with what replaces the text', () => {
    expect([...textOnly([text(0, 'no'), reset(0), text(0, 'yes'), whole(0, 'yes')])]).toEqual(['no', 'yes'])
    expect([...textOnly([text(0, 'no'), reset(0), whole(0, 'yes')])]).toEqual(['no', 'yes'])
    const onward: Frame = { type: 'reset', part: 0, onward: true }
    expect([...textOnly([text(1, 'no'), onward, whole(1, 'yes')])]).toEqual(['no', 'yes'])
  })

  it('gives nothing more of a part that is complete', () => {
    expect([...textOnly([whole(0, 'a'), text(0, 'late'), whole(0, 'again')])]).toEqual(['a'])
  })

  it('gives one choice, which is 0 unless another is asked for', () => {
    const frames: readonly Frame[] = [
      { type: 'text-delta', part: 0, choice: 1, text: 'b' },
      { type: 'text-complete', part: 0, choice: 1, text: 'b' },
      text(1, 'a'),
    ]
    expect([...textOnly(frames)]).toEqual(['a'])
    expect([...textOnly(frames, { choice: 1 })]).toEqual(['b'])
  })

  it('gives a fragment before it asks for the next frame, and can be started again', () => {
    const asked: string[] = []
    const frames: Iterable<Frame> = {
      *[Symbol.iterator]() {
        for (const word of ['a', 'b', 'c']) {
          asked.push(word)
          yield text(0, word)
        }
      },
    }
    const live = textOnly(frames)
    for (const fragment of live) if (fragment === 'b') break
    expect(asked).toEqual(['a', 'b'])
    expect([...live]).toEqual(['a', 'b', 'c'])
  })

  it('gives a fragment as soon as its frame arrives, and tells the source when nobody listens any more', async () => {
    const log: string[] = []
    const frames: AsyncIterable<Frame> = {
      async *[Symbol.asyncIterator]() {
        try {
          for (const word of ['a', 'b', 'c']) {
            log.push(`asked ${word}`)
            yield text(0, word)
          }
        } finally {
          log.push('stopped')
        }
      },
    }
    const live = textOnly(frames)
    for await (const fragment of live) {
      log.push(`got ${fragment}`)
      if (fragment === 'b') break
    }
    expect(log).toEqual(['asked a', 'got a', 'asked b', 'got b', 'stopped'])
    expect(await itemsOf(live)).toEqual(['a', 'b', 'c'])
  })
})

describe('toAssistantMessage', () => {
  it('takes each part from its complete', () => {
    const input = E.right({ a: 1 })
    expect(
      toAssistantMessage([
        { type: 'reasoning-delta', part: 0, kind: 'content', text: 'hm' },
        { type: 'reasoning-complete', part: 0, content: ['hm'], summary: [], signature: 's' },
        { type: 'tool-call-complete', part: 2, id: 'c', name: 'f', arguments: '{}', input, kind: 'function' },
        { type: 'part', part: 3, content: { type: 'unknown', raw: 1 } },
        { type: 'refusal-complete', part: 4, text: 'no' },
        whole(1, 'a'),
        end,
      ]),
    ).toStrictEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', content: ['hm'], summary: [], signature: 's' },
        { type: 'text', text: 'a' },
        { type: 'tool-call', id: 'c', name: 'f', arguments: '{}', input, kind: 'function' },
        { type: 'unknown', raw: 1 },
        { type: 'refusal', text: 'no' },
      ],
    })
  })

  it('builds the parts that have no complete from their deltas', () => {
    expect(
      toAssistantMessage([
        { type: 'reasoning-delta', part: 0, kind: 'content', text: 'a' },
        { type: 'reasoning-delta', part: 0, kind: 'summary', text: 'b' },
        { type: 'reasoning-delta', part: 0, kind: 'content', text: 'c' },
        { type: 'reasoning-delta', part: 0, kind: 'content', text: 'd' },
        call(1, '{"a', { name: 'f' }),
        { type: 'refusal-delta', part: 2, text: 'n' },
        { type: 'refusal-delta', part: 2, text: 'o' },
        call(1, '":', { id: 'c1' }),
        { type: 'audio-delta', part: 3, id: 'x', data: 'AA', transcript: 'h' },
        { type: 'audio-delta', part: 3, data: 'BB', transcript: 'm', expiresAt: 7 },
        { type: 'tool-call-delta', part: 4, id: 'c2', name: 'g', kind: 'custom', arguments: 'x' },
      ]),
    ).toStrictEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', content: ['a', 'cd'], summary: ['b'] },
        { ...unfinishedCall, id: 'c1', name: 'f', arguments: '{"a":' },
        { type: 'refusal', text: 'no' },
        { type: 'audio', id: 'x', data: 'AABB', transcript: 'hm', expiresAt: 7 },
        { ...unfinishedCall, id: 'c2', name: 'g', kind: 'custom', arguments: 'x' },
      ],
    })
  })

  it('takes a call whose arguments are no JSON as it is', () => {
    const input = E.left({ code: 'invalid-json', message: 'why' } as const)
    const broken = { id: 'c', name: 'f', arguments: '{"a', input, kind: 'function' } as const
    expect(toToolCalls([{ type: 'tool-call-complete', part: 0, ...broken }])).toStrictEqual([
      { type: 'tool-call', ...broken },
    ])
  })

  it('leaves out deltas that do not fit the part they name', () => {
    expect(
      toAssistantMessage([
        text(0, 'a'),
        call(0, 'no'),
        { type: 'reasoning-delta', part: 0, kind: 'content', text: 'no' },
        { type: 'text-delta', part: 0, choice: 1, text: 'no' },
        text(0, 'b'),
      ]).content,
    ).toStrictEqual([{ type: 'text', text: 'ab' }])
  })

  it('takes a part that a reset turned into another kind', () => {
    expect(
      toAssistantMessage([
        text(0, 'hm'),
        reset(0),
        { type: 'reasoning-delta', part: 0, kind: 'content', text: 'hm' },
      ]).content,
    ).toStrictEqual([{ type: 'reasoning', content: ['hm'], summary: [] }])
  })

  it('keeps the fields beside the content, the last value of each', () => {
    const said = (metadata: { readonly [key: string]: number }, choice?: number): Frame => ({
      type: 'metadata',
      scope: 'message',
      ...(choice !== undefined && { choice }),
      metadata,
    })
    const frames = [said({ a: 1, b: 1 }), said({ b: 2 }), said({ c: 3 }, 1)]
    expect(toAssistantMessage(frames)).toStrictEqual({
      role: 'assistant',
      content: [],
      extra: { a: 1, b: 2 },
    })
    expect(toAssistantMessage(frames, { choice: 1 }).extra).toEqual({ c: 3 })
    expect(toAssistantMessage([{ type: 'metadata', scope: 'response', metadata: { a: 1 } }])).toStrictEqual({
      role: 'assistant',
      content: [],
    })
  })
})

const unfinishedCall = {
  type: 'tool-call',
  input: E.left({ code: 'incomplete', message: 'The call has not come to its end.' }),
  kind: 'function',
} as const

describe('toReasoning', () => {
  it('joins all visible reasoning, part by part, contents before summaries', () => {
    expect(
      toReasoning([
        { type: 'reasoning-complete', part: 2, content: ['c'], summary: ['d', 'e'] },
        { type: 'reasoning-delta', part: 0, kind: 'content', text: 'a' },
        { type: 'reasoning-delta', part: 0, kind: 'content', text: 'b' },
        text(1, 'no'),
      ]),
    ).toBe('abcde')
  })

  it('is undefined where nothing visible came', () => {
    expect(toReasoning([text(0, 'a'), end])).toBeUndefined()
    expect(
      toReasoning([{ type: 'reasoning-complete', part: 0, content: [], summary: [], encrypted: 'x' }]),
    ).toBeUndefined()
  })
})

describe('toToolCalls', () => {
  it('gives the calls in order of first appearance', () => {
    expect(
      toToolCalls([
        text(0, 'a'),
        call(2, '{}', { id: 'second', name: 'g' }),
        call(1, '{}', { id: 'first', name: 'f' }),
      ]).map(({ id }) => id),
    ).toEqual(['first', 'second'])
  })
})

describe('requireEnd', () => {
  it('gives the frames when they have an end', () => {
    expect(requireEnd([text(0, 'a'), end])).toStrictEqual(E.right([text(0, 'a'), end]))
  })

  it('gives the error of the error frame, the first where there are several', () => {
    expect(requireEnd([text(0, 'a'), error])).toStrictEqual(E.left(failure))
    const second: Frame = { type: 'error', error: { ...failure, message: 'second' } }
    expect(requireEnd([error, second])).toStrictEqual(E.left(failure))
  })

  it('finds the frames incomplete when they just stop, or are none', () => {
    const fault = {
      code: 'incomplete-stream',
      message: 'The frames stopped without an end.',
      reason: 'clean',
    }
    expect(requireEnd([text(0, 'a')])).toStrictEqual(E.left(fault))
    expect(requireEnd([])).toStrictEqual(E.left(fault))
  })

  it('takes an error for the truth, whatever end stands beside it', () => {
    expect(requireEnd([error, end])).toStrictEqual(E.left(failure))
    expect(requireEnd([end, error])).toStrictEqual(E.left(failure))
  })

  it('asks for an end and nothing more: what comes behind it passes', () => {
    expect(E.isRight(requireEnd([end, text(0, 'late'), end]))).toBe(true)
  })

  it('reads a one-time iterable once and gives all of it', () => {
    const once = (function* (): Generator<Frame> {
      yield text(0, 'a')
      yield end
    })()
    expect(requireEnd(once)).toStrictEqual(E.right([text(0, 'a'), end]))
  })

  it('lets arriving frames pass and ends with what is wrong', async () => {
    expect(await itemsOf(requireEnd(arriving([text(0, 'a'), end])))).toStrictEqual([
      E.right(text(0, 'a')),
      E.right(end),
    ])
    expect(await itemsOf(requireEnd(arriving([error, { type: 'usage', usage: { raw: {} } }])))).toStrictEqual(
      [E.right(error), E.right({ type: 'usage', usage: { raw: {} } }), E.left(failure)],
    )
  })

  it('judges each iteration by itself', async () => {
    const sources: Frame[][] = [[end], [text(0, 'a')]]
    const frames: AsyncIterable<Frame> = {
      async *[Symbol.asyncIterator]() {
        yield* sources.shift() ?? []
      },
    }
    const judged = requireEnd(frames)
    expect((await itemsOf(judged)).map((item) => item._tag)).toEqual(['Right'])
    expect((await itemsOf(judged)).map((item) => item._tag)).toEqual(['Right', 'Left'])
    expect((await itemsOf(judged)).map((item) => item._tag)).toEqual(['Left'])
  })

  it('lets two iterations at once not disturb each other', async () => {
    const judged = requireEnd(arriving([text(0, 'a'), end]))
    const first = judged[Symbol.asyncIterator]()
    await first.next()
    const second = judged[Symbol.asyncIterator]()
    await second.next()
    await second.next()
    await second.return?.()
    expect((await first.next()).value).toStrictEqual(E.right(end))
    expect((await first.next()).done).toBe(true)
  })

  it('passes on what the source throws, as it is, and nothing after it', async () => {
    const fault = new Error('gone')
    const got: unknown[] = []
    const broken = (async function* (): AsyncGenerator<Frame> {
      yield text(0, 'a')
      throw fault
    })()
    const reading = (async () => {
      for await (const item of requireEnd(broken)) got.push(item)
    })()
    await expect(reading).rejects.toBe(fault)
    expect(got).toStrictEqual([E.right(text(0, 'a'))])
  })

  it('tells the source when nobody listens any more', async () => {
    let stopped = false
    const frames = (async function* (): AsyncGenerator<Frame> {
      try {
        yield text(0, 'a')
        yield end
      } finally {
        stopped = true
      }
    })()
    for await (const _item of requireEnd(frames)) break
    expect(stopped).toBe(true)
  })
})
