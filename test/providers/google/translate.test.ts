import { describe, expect, it } from 'vitest'
import { initialCursor } from '../../../src/providers/google/cursor'
import type { GenerateContentEvent } from '../../../src/providers/google/events'
import { finishReason } from '../../../src/providers/google/finish-reason'
import { translate } from '../../../src/providers/google/translate'
import { toUsage } from '../../../src/providers/google/usage'
import { codesOf, typesOf } from '../../support/fold'
import { called, candidate, ended, parts, said } from '../../support/gemini'
import { payLaws } from '../../support/pay-laws'

const wire = (event: unknown) => event as GenerateContentEvent // what a server sends may be anything

const signalsOf = (...events: readonly unknown[]) => {
  let cursor = initialCursor()
  return events.map((event) => {
    const [next, signals] = translate(cursor, wire(event))
    cursor = next
    return signals
  })
}

const saidOf = (...events: readonly unknown[]) => signalsOf(...events).map(typesOf)

const pay = (...events: readonly unknown[]) => payLaws('google', events).response

describe('translate', () => {
  it('says all that one event says, the finish reason and the error last', () => {
    const event = {
      ...candidate({
        content: {
          parts: [{ text: 'r', thought: true }, { text: 't' }, { functionCall: { name: 'f' } }],
          more: 1,
        },
        citationMetadata: { citationSources: [{ uri: 'u' }] },
        logprobsResult: { chosenCandidates: [{ token: 't' }] },
        safetyRatings: [],
        finishReason: 'STOP',
      }),
      responseId: 'r1',
      usageMetadata: { promptTokenCount: 1 },
      createTime: 'now',
      error: { message: 'late' },
    }
    expect(saidOf(event)).toEqual([
      [
        'identify',
        'usage',
        'metadata',
        'choice',
        'reasoning-delta',
        'part-end',
        'text-delta',
        'part-end',
        'tool-call-delta',
        'metadata',
        'part',
        'logprobs',
        'metadata',
        'finish',
        'failure',
      ],
    ])
  })

  it.each([null, 7, 'text', [], true])(
    'leaves out the event %j, which is no object, and says so',
    (event) => {
      expect(saidOf(event)).toEqual([['malformed-event']])
    },
  )

  it.each([
    [{ candidates: 7 }],
    [{ candidates: {} }],
    [{ candidates: [null] }],
    [{ candidates: [[]] }],
    [candidate({ content: 'x' })],
    [candidate({ content: [] })],
    [parts(null)],
    [parts('x', [])],
    [candidate({ finishReason: true })],
  ])('leaves out of %j what is odd, and says so', (event) => {
    expect(saidOf(event)[0]).toContain('malformed-event')
  })

  it.each([
    [{}],
    [{ candidates: null }],
    [{ candidates: [] }],
    [{ usageMetadata: null }],
    [{ usageMetadata: 7 }],
    [{ promptFeedback: null, error: null }],
    [{ sdkHttpResponse: { headers: {} }, automaticFunctionCallingHistory: [] }],
    [{ error: false }],
  ])('has nothing to say of %j', (event) => {
    expect(saidOf(event)).toEqual([[]])
  })

  it('ends at the mark that gateways add', () => {
    expect(saidOf(said('a'), '[DONE]').at(-1)).toEqual(['done'])
  })

  it('says identity and metadata once', () => {
    const event = (responseId: string, modelVersion: string) => ({
      responseId,
      modelVersion,
      createTime: 'x',
    })
    expect(saidOf(event('', 'm'), event('r', 'm'), event('r', 'm'), event('s', 'n'))).toEqual([
      ['identify', 'metadata'],
      ['identify'],
      [],
      ['id-changed', 'model-changed'],
    ])
    const status = { modelStatus: { stage: 'STABLE' } }
    const later = { createTime: 'x', promptFeedback: {} }
    expect(signalsOf(status, status, { createTime: 'x' }, later).slice(1)).toEqual([
      [],
      [{ type: 'metadata', scope: 'response', metadata: { createTime: 'x' } }],
      [{ type: 'metadata', scope: 'response', metadata: { promptFeedback: {} } }],
    ])
  })

  it('says counts again only where they changed', () => {
    const event = (candidatesTokenCount: number) => ({
      usageMetadata: { candidatesTokenCount, promptTokensDetails: [{ modality: 'TEXT', tokenCount: 1 }] },
    })
    expect(saidOf(event(1), event(1), event(2))).toEqual([['usage'], [], ['usage']])
  })
})

describe('a candidate', () => {
  it('is the one of its index, else of its place', () => {
    const { message, alternatives } = pay(
      { candidates: [{ content: { parts: [{ text: 'a' }] } }, { content: { parts: [{ text: 'b' }] } }] },
      { candidates: [{ index: 1, content: { parts: [{ text: 'c' }] }, finishReason: 'STOP' }] },
      { candidates: [{ index: -1, finishReason: 'STOP' }] },
    )
    expect(message.content).toEqual([{ type: 'text', text: 'a' }])
    expect(alternatives?.map(({ choice, text }) => [choice, text])).toEqual([[1, 'bc']])
  })

  it('has all that is said of it told as its own', () => {
    const second = (fields: object) => candidate({ index: 1, ...fields })
    const holding = (...list: readonly unknown[]) => second({ content: { parts: list } })
    const { frames } = payLaws('google', [
      holding(
        'odd',
        { text: 'r', thought: true },
        { text: 'r', thought: true },
        { text: 'a' },
        { text: 'b' },
      ),
      second({ content: { parts: [{ text: 'c', thoughtSignature: 'S' }], more: 1 } }),
      holding({ functionCall: { id: 'c', name: 'f', args: {} } }, { functionCall: { id: 'd', args: {} } }),
      holding({ functionCall: { id: 'c', name: 'f', args: {} } }, { functionCall: { args: {} } }),
      holding({
        functionCall: {
          name: 'back',
          partialArgs: ['$.a', '$.b', '$.a'].map((jsonPath) => ({ jsonPath, boolValue: true })),
        },
      }),
      holding({ functionCall: { name: 'whole', willContinue: true } }),
      holding({ functionCall: { args: {} }, thoughtSignature: 'S' }),
      holding({ functionCall: { name: 'open', willContinue: true } }),
      holding({ functionCall: { partialArgs: [{ jsonPath: '$.a', boolValue: true }], willContinue: true } }),
      holding({ executableCode: {} }),
      second({
        content: 'odd',
        citationMetadata: { citations: [{ uri: 'u' }] },
        logprobsResult: { chosenCandidates: [{ token: 'a' }] },
        finishReason: 2,
      }),
      second({ content: { parts: [{ text: 'late' }] }, finishReason: 'STOP', safetyRatings: [] }),
    ])
    const told = frames.flatMap((frame): [what: string, choice: number | undefined][] => {
      if (frame.type === 'issue') return [[frame.issue.code, frame.issue.choice]]
      return 'part' in frame || frame.type === 'metadata' || frame.type === 'logprobs'
        ? [[frame.type, frame.choice]]
        : []
    })
    expect([...new Set(told.map(([what]) => what))].sort()).toEqual([
      'content-after-finish',
      'duplicate-tool-call-id',
      'finish-reason-number',
      'finish-reason-repeated',
      'logprobs',
      'malformed-event',
      'metadata',
      'part',
      'reasoning-complete',
      'reasoning-delta',
      'reset',
      'text-complete',
      'text-delta',
      'tool-call-complete',
      'tool-call-delta',
      'tool-call-name-blank',
      'tool-call-name-missing',
      'tool-call-path-revisited',
      'tool-call-unended',
    ])
    expect(told.filter(([, choice]) => choice !== 1)).toEqual([])
  })

  it('that says nothing new leaves the cursor as it is', () => {
    const [cursor] = translate(initialCursor(), wire(ended()))
    expect(translate(cursor, wire(candidate({ finishReason: 'STOP', safetyRatings: [] })))[0]).toBe(cursor)
  })

  it('has calls of its own', () => {
    const one = {
      content: { parts: [{ functionCall: { name: 'f' } }, { executableCode: { code: '1' } }] },
      finishReason: 'STOP',
    }
    const { toolCalls, alternatives, message } = pay({ candidates: [one, one] })
    expect(toolCalls.map(({ id }) => id)).toEqual(['call_0'])
    expect(alternatives?.[0]?.toolCalls.map(({ id }) => id)).toEqual(['call_1_0'])
    const hosted = [message, alternatives?.[0]?.message].map((its) => its?.content[1])
    expect(hosted).toMatchObject([{ id: 'hosted_0' }, { id: 'hosted_1_0' }])
  })

  it('has the probabilities of its tokens, those of all chunks', () => {
    const { logprobs } = pay(
      candidate({
        logprobsResult: {
          chosenCandidates: [{ token: 'a', logProbability: -1 }, 'odd'],
          topCandidates: [{ candidates: [{ token: 'b' }] }],
        },
      }),
      candidate({ logprobsResult: { chosenCandidates: [{ token: 'c' }] }, finishReason: 'STOP' }),
    )
    expect(logprobs).toEqual({
      content: [{ token: 'a', logProbability: -1, topCandidates: [{ token: 'b' }] }, 'odd', { token: 'c' }],
    })
  })

  it('keeps what else it carries, the last of each', () => {
    const response = pay(
      candidate({ content: { parts: [{ text: 'a' }], 'missing-parts': true }, avgLogprobs: -2 }),
      candidate({
        avgLogprobs: -1,
        logprobsResult: { chosenCandidates: [{ token: 'a' }], logProbabilitySum: -3 },
        finishReason: 'STOP',
        content: { parts: 7 },
      }),
    )
    expect(response.metadata).toEqual({ avgLogprobs: -1, logprobsResult: { logProbabilitySum: -3 } })
    expect(response.message.extra).toEqual({ 'missing-parts': true, parts: 7 })
  })

  it('gives each of its sources once, whatever its kind', () => {
    const publicationDate = { year: 2014 }
    const groundingMetadata = {
      groundingChunks: [
        { web: { uri: 'w', title: 'W' } },
        { maps: { uri: 'm' } },
        { image: { sourceUri: 's', imageUri: 'i' } },
        { odd: 1 },
      ],
    }
    const { message, metadata } = pay(
      candidate({
        citationMetadata: { citations: [{ uri: 'u', publicationDate }, { title: 't', publicationDate }, 7] },
        groundingMetadata,
      }),
      candidate({
        citationMetadata: { citationSources: [{ uri: 'u', publicationDate }] },
        finishReason: 'STOP',
      }),
    )
    expect(metadata).toEqual({ groundingMetadata })
    expect(
      message.content.map((part) => (part.type === 'source' ? [part.url, part.title] : part.type)),
    ).toEqual([
      ['u', undefined],
      [undefined, 't'],
      ['w', 'W'],
      ['m', undefined],
      ['s', undefined],
      [undefined, undefined],
    ])
  })
})

describe('a part', () => {
  it('of thought is reasoning, with its signature', () => {
    const { message, reasoning, text } = pay(
      parts({ text: 'a', thought: true }, { text: 'b', thought: true }),
      parts({ text: '', thought: true, thoughtSignature: 'S', partMetadata: { n: 1 } }),
      parts({ text: 'c', thought: true, mood: 1 }),
      parts({ text: 'd', thought: false }),
      ended(),
    )
    expect(message.content).toEqual([
      { type: 'reasoning', content: ['ab'], summary: [] },
      {
        type: 'reasoning',
        content: [],
        summary: [],
        signature: 'S',
        extra: { thought: true, partMetadata: { n: 1 } },
      },
      { type: 'reasoning', content: ['c'], summary: [], extra: { mood: 1 } },
      { type: 'text', text: 'd' },
    ])
    expect([reasoning, text]).toEqual(['abc', 'd'])
  })

  it('that has nothing but a signature is a text', () => {
    expect(pay(parts({}, { thoughtSignature: 'S' }), ended()).message.content).toEqual([
      { type: 'text', text: '', extra: { thoughtSignature: 'S' } },
    ])
  })

  it('of the provider’s own tools is a call or its result', () => {
    const { message } = pay(
      parts(
        { executableCode: { id: 'e1', code: 'x' } },
        { codeExecutionResult: { id: 'e1', output: 'y' } },
        { toolCall: { id: 't1', toolType: 'GOOGLE_SEARCH', args: { q: 1 } }, thoughtSignature: 'S' },
        { toolResponse: { id: 't1', response: { a: 1 } } },
        { toolCall: {} },
        { codeExecutionResult: {} },
      ),
      ended(),
    )
    expect(message.content.map(({ type, ...part }) => [type, { ...part, raw: null }])).toEqual([
      ['server-tool-call', { id: 'e1', name: 'code_execution', input: { code: 'x' }, raw: null }],
      ['server-tool-result', { id: 'e1', output: { output: 'y' }, raw: null }],
      ['server-tool-call', { id: 't1', name: 'GOOGLE_SEARCH', input: { q: 1 }, raw: null }],
      ['server-tool-result', { id: 't1', output: { a: 1 }, raw: null }],
      ['server-tool-call', { id: 'hosted_2', name: '', input: {}, raw: null }],
      ['server-tool-result', { id: 'hosted_2', output: {}, raw: null }],
    ])
  })

  it.each([
    [
      { inlineData: { mimeType: 'image/png', data: 'AA' }, thought: true },
      { mediaType: 'image/png', data: 'AA' },
    ],
    [{ fileData: { fileUri: 'https://example.com/f' } }, { url: 'https://example.com/f' }],
    [{ inlineData: {} }, {}],
  ])('%j is a file', (part, file) => {
    expect(pay(parts(part), ended()).message.content).toEqual([{ type: 'file', ...file, raw: part }])
  })

  it.each([[{ text: 7 }], [{ functionCall: 'x' }], [{ functionResponse: { name: 'f' } }]])(
    '%j is kept as it is',
    (part) => {
      expect(pay(parts(part), ended()).message.content).toEqual([{ type: 'unknown', raw: part }])
    },
  )
})

describe('a call', () => {
  it.each([
    [{ name: 'f', args: { b: [1, { c: null }] } }, '{"b":[1,{"c":null}]}', { _tag: 'Right' }],
    [{ name: 'f', args: '{"a":1}' }, '{"a":1}', { _tag: 'Right' }],
    [{ name: 'f', args: [1] }, '[1]', { left: { code: 'not-an-object' } }],
    [{ name: 'f', args: null }, '', { _tag: 'Right' }],
  ])('%j has the arguments %s', (call, text, input) => {
    const [found] = pay(called(call), ended()).toolCalls
    expect(found).toMatchObject({ arguments: text, input })
  })

  it('without a name is one all the same, and an empty one is none', () => {
    const response = pay(called({ args: { a: 1 } }, {}), ended())
    expect(response.toolCalls).toMatchObject([{ name: '', input: { right: { a: 1 } } }])
    expect(codesOf(response)).toEqual(['tool-call-name-missing'])
  })

  it('keeps what else came with it, where it stood', () => {
    const [call] = pay(parts({ functionCall: { name: 'f', mode: 1 }, thought: true }), ended()).toolCalls
    expect(call?.extra).toEqual({ thought: true, functionCall: { mode: 1 } })
  })
})

describe('the finish reason', () => {
  it.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content-filter'],
    ['RECITATION', 'content-filter'],
    ['BLOCKLIST', 'content-filter'],
    ['PROHIBITED_CONTENT', 'content-filter'],
    ['SPII', 'content-filter'],
    ['MODEL_ARMOR', 'content-filter'],
    ['IMAGE_SAFETY', 'content-filter'],
    ['IMAGE_PROHIBITED_CONTENT', 'content-filter'],
    ['IMAGE_RECITATION', 'content-filter'],
    ['MALFORMED_FUNCTION_CALL', 'error'],
    ['MALFORMED_RESPONSE', 'error'],
    ['UNEXPECTED_TOOL_CALL', 'error'],
    ['TOO_MANY_TOOL_CALLS', 'error'],
    ['MISSING_THOUGHT_SIGNATURE', 'error'],
    ['CONTINUATION', 'pause'],
    ['OTHER', 'other'],
    ['LANGUAGE', 'other'],
    ['NO_IMAGE', 'other'],
    ['SOMETHING_NEW', 'other'],
    ['toString', 'other'],
  ])('%s is %s', (raw, kind) => {
    expect(finishReason(raw, false)).toEqual({ kind, raw })
  })

  it.each(['', 'FINISH_REASON_UNSPECIFIED', 0])('%j is none', (word) => {
    expect(saidOf(candidate({ finishReason: word }))).toEqual([['choice']])
  })

  it.each([
    [1, 'stop'],
    [2, 'length'],
    [3, 'content-filter'],
    [4, 'content-filter'],
    [5, 'other'],
  ])('that is the number %s is %s, as its word is', (number, kind) => {
    const response = pay(said('a'), ended(number))
    expect(response.finishReason).toEqual({ kind, raw: String(number) })
    expect(codesOf(response)).toEqual(['finish-reason-number'])
  })

  it('may come with each chunk; another one is odd, and the last counts', () => {
    const empty = candidate({ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP' })
    const response = pay(ended('STOP'), empty, ended('SAFETY'))
    expect(response.finishReason.raw).toBe('SAFETY')
    expect(codesOf(response)).toEqual(['finish-reason-repeated'])
  })

  it.each(['BLOCKED_REASON_UNSPECIFIED', '', null, 0])('is none for the block %j', (blockReason) => {
    expect(pay({ promptFeedback: { blockReason } }, said('a')).finishReason.kind).toBe('unknown')
  })

  it('of a candidate stands above the block of the prompt', () => {
    const event = { ...candidate({ finishReason: 'STOP' }), promptFeedback: { blockReason: 'OTHER' } }
    expect(pay(event).finishReason.raw).toBe('STOP')
  })
})

describe('usage', () => {
  it.each([
    [{}, {}],
    [
      { promptTokenCount: 3, candidatesTokenCount: 4 },
      { inputTokens: 3, outputTokens: 4, totalTokens: 7 },
    ],
    [{ thoughtsTokenCount: 5 }, { outputTokens: 5, reasoningTokens: 5 }],
    [
      { promptTokenCount: 3, toolUsePromptTokenCount: 10, totalTokenCount: 13 },
      { inputTokens: 3, totalTokens: 13 },
    ],
    [
      { promptTokenCount: 3, cachedContentTokenCount: 2 },
      { inputTokens: 3, cachedInputTokens: 2 },
    ],
    [{ promptTokenCount: '3' }, {}],
  ])('%j', (raw, usage) => {
    expect(toUsage(raw)).toEqual({ ...usage, raw })
  })
})
