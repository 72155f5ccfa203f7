import { fc } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import {
  type Alternative,
  type AssistantMessage,
  type ContentPart,
  type FinishReason,
  type Frame,
  type Json,
  type JsonObject,
  type LlmResponse,
  type PartFrame,
  type Provider,
  type ProviderOptions,
  type ToolCallPart,
  toFrames,
} from '../../src'

const words = (): fc.Arbitrary<string> =>
  fc.oneof(fc.string({ maxLength: 6, unit: 'grapheme' }), fc.constantFrom('', ' ', '{', '}', '\n', '\ud83d'))

const json = (): fc.Arbitrary<Json> =>
  fc.jsonValue({ maxDepth: 2 }).map((value): Json => JSON.parse(JSON.stringify(value)))

/** Fields as they are kept: something is said, and null says nothing. */
const fields = (): fc.Arbitrary<JsonObject> =>
  fc.dictionary(
    fc.string({ minLength: 1, maxLength: 4 }),
    fc.oneof(fc.string(), fc.integer(), fc.boolean()),
    {
      minKeys: 1,
      maxKeys: 3,
      noNullPrototype: true,
    },
  )

/** Half the time an object with the key, else an empty one. */
const optional = <K extends string, T>(
  key: K,
  value: fc.Arbitrary<T>,
): fc.Arbitrary<{ readonly [key in K]?: T }> =>
  fc.oneof(
    fc.constant<{ readonly [key in K]?: T }>({}),
    value.map((held) => ({ [key]: held }) as { readonly [key in K]: T }), // the one key is the key
  )

const toolCalls = (): fc.Arbitrary<ToolCallPart> =>
  fc.record(
    {
      type: fc.constant('tool-call'),
      id: words(),
      name: words(),
      arguments: words(),
      input: inputs(),
      kind: fc.constantFrom('function', 'custom', 'function-call'),
      synthesizedId: fc.constant(true),
      extra: fields(),
    },
    { requiredKeys: ['type', 'id', 'name', 'arguments', 'input', 'kind'], noNullPrototype: true },
  )

const inputs = (): fc.Arbitrary<ToolCallPart['input']> =>
  fc.oneof(
    json().map((input) => E.right(input)),
    fc
      .constantFrom('incomplete', 'invalid-json', 'not-an-object', 'too-deep')
      .map((code) => E.left({ code, message: 'why' } as const)),
  )

const audioParts = (): fc.Arbitrary<ContentPart> =>
  fc.record(
    {
      type: fc.constant('audio'),
      id: words(),
      data: words(),
      transcript: words(),
      expiresAt: fc.nat(),
    },
    { requiredKeys: ['type', 'data', 'transcript'], noNullPrototype: true },
  )

const reasoningParts = (): fc.Arbitrary<ContentPart> =>
  fc.record(
    {
      type: fc.constant('reasoning'),
      content: fc.array(words(), { maxLength: 3 }),
      summary: fc.array(words(), { maxLength: 3 }),
      signature: words(),
      encrypted: words(),
      extra: fields(),
    },
    { requiredKeys: ['type', 'content', 'summary'], noNullPrototype: true },
  )

/** Content of every kind there is. */
const contentParts = (): fc.Arbitrary<ContentPart> =>
  fc.oneof(
    words().map((text): ContentPart => ({ type: 'text', text })),
    fc
      .tuple(words(), fc.array(json(), { maxLength: 2 }))
      .map(([text, citations]): ContentPart => ({ type: 'text', text, citations })),
    words().map((text): ContentPart => ({ type: 'refusal', text })),
    reasoningParts(),
    toolCalls(),
    audioParts(),
    json().map((raw): ContentPart => ({ type: 'unknown', raw })),
    json().map((raw): ContentPart => ({ type: 'source', url: 'u', raw })),
    json().map((raw): ContentPart => ({ type: 'file', data: 'd', raw })),
    json().map((raw): ContentPart => ({ type: 'server-tool-call', id: 's', name: 'n', input: raw, raw })),
    json().map((raw): ContentPart => ({ type: 'server-tool-result', id: 's', output: raw, raw })),
  )

/** Messages that the caller wrote, or that came from a provider. */
export const messages = (): fc.Arbitrary<AssistantMessage> =>
  fc
    .tuple(
      optional('provider', fc.constantFrom<Provider>('anthropic', 'google')),
      fc.array(contentParts(), { maxLength: 6 }),
      optional('extra', fields()),
    )
    .map(([provider, content, extra]) => ({ role: 'assistant', ...provider, content, ...extra }))

const finishReasons = (): fc.Arbitrary<FinishReason> =>
  fc.constantFrom<FinishReason>(
    { kind: 'stop', raw: 'stop' },
    { kind: 'length', raw: 'max' },
    { kind: 'unknown' },
  )

/** What a response says of a message that it holds; each in its own way, so that the helpers are not asked about themselves. */
const answerTo = (said: AssistantMessage) => {
  const message: AssistantMessage = { ...said, provider: 'openai' }
  let text = ''
  let reasoning = ''
  let refusal = ''
  const calls: ToolCallPart[] = []
  for (const part of message.content) {
    if (part.type === 'text') text += part.text
    if (part.type === 'refusal') refusal += part.text
    if (part.type === 'reasoning') for (const said of part.content.concat(part.summary)) reasoning += said
    if (part.type === 'tool-call') calls.push(part)
  }
  return {
    message,
    text,
    ...(reasoning !== '' && { reasoning }),
    ...(refusal !== '' && { refusal }),
    toolCalls: calls,
  }
}

const logprobs = () =>
  optional('logprobs', fc.record({ content: fc.array(json(), { minLength: 1, maxLength: 2 }) }))

const alternatives = (): fc.Arbitrary<readonly Alternative[]> =>
  fc.array(fc.tuple(messages(), finishReasons(), logprobs()), { minLength: 1, maxLength: 2 }).map((others) =>
    others.map(([message, finishReason, probabilities], position) => ({
      choice: position + 1,
      ...answerTo(message),
      finishReason,
      ...probabilities,
    })),
  )

/** Whole responses with all that a response may hold. */
export const responses = (): fc.Arbitrary<LlmResponse> =>
  fc
    .tuple(
      messages(),
      finishReasons(),
      logprobs(),
      optional('id', fc.constant('response-1')),
      optional('model', fc.constant('model-1')),
      optional(
        'usage',
        fc.nat().map((inputTokens) => ({ inputTokens, raw: {} })),
      ),
      optional('cost', fc.constant({ source: 'provider', currency: 'USD', totalCost: '0.1' } as const)),
      optional('metadata', fields()),
      optional('alternatives', alternatives()),
      fc.constantFrom([], [{ code: 'misfit-frame', message: 'why', count: 2 } as const]),
    )
    .map(([message, finishReason, probabilities, id, model, usage, cost, metadata, others, issues]) => ({
      provider: 'openai',
      ...answerTo(message),
      finishReason,
      ...probabilities,
      ...id,
      ...model,
      ...usage,
      ...cost,
      ...metadata,
      ...others,
      issues,
    }))

/** Frames of every type in any order, as no collector gives them: parts twice, late, of two types, and numbered at will. */
export const looseFrames = (): fc.Arbitrary<readonly Frame[]> => {
  const place = fc
    .tuple(fc.constantFrom(0, 1, 2, 3, -1, 0.5, 1e15), optional('choice', fc.constantFrom(0, 1, 2)))
    .map(([part, choice]) => ({ part, ...choice }))
  const frame = fc.oneof(
    fc.tuple(place, words()).map(([where, text]): Frame => ({ type: 'text-delta', ...where, text })),
    fc.tuple(place, words()).map(([where, text]): Frame => ({ type: 'text-complete', ...where, text })),
    fc.tuple(place, words()).map(([where, text]): Frame => ({ type: 'refusal-delta', ...where, text })),
    fc.tuple(place, words()).map(([where, text]): Frame => ({ type: 'refusal-complete', ...where, text })),
    fc
      .tuple(place, words(), fc.constantFrom('content' as const, 'summary' as const))
      .map(([where, text, kind]): Frame => ({ type: 'reasoning-delta', ...where, kind, text })),
    fc
      .tuple(place, fc.array(words(), { maxLength: 2 }))
      .map(([where, content]): Frame => ({ type: 'reasoning-complete', ...where, content, summary: [] })),
    fc.tuple(place, words(), optional('id', words()), optional('name', words())).map(
      ([where, text, id, name]): Frame => ({
        type: 'tool-call-delta',
        ...where,
        ...id,
        ...name,
        arguments: text,
      }),
    ),
    fc
      .tuple(place, toolCalls())
      .map(([where, call]): Frame => ({ ...call, type: 'tool-call-complete', ...where })),
    fc
      .tuple(place, words(), optional('id', words()))
      .map(([where, data, id]): Frame => ({ type: 'audio-delta', ...where, ...id, data, transcript: data })),
    fc.tuple(place, contentParts()).map(([where, content]): Frame => ({ type: 'part', ...where, content })),
    fc
      .tuple(place, optional('onward', fc.constant(true as const)))
      .map(([where, onward]): Frame => ({ type: 'reset', ...where, ...onward })),
    fc
      .tuple(optional('choice', fc.nat(2)), fields())
      .map(([choice, metadata]): Frame => ({ type: 'metadata', scope: 'message', ...choice, metadata })),
    fc.constantFrom<Frame>(
      { type: 'start', provider: 'openai' },
      { type: 'usage', usage: { raw: {} } },
      { type: 'metadata', scope: 'response', metadata: { a: 1 } },
      { type: 'logprobs', choice: 1, content: [], refusal: [], reasoning: [] },
      { type: 'issue', issue: { code: 'misfit-frame', message: 'why', count: 1 } },
      { type: 'error', error: { code: 'incomplete-stream', message: 'first', reason: 'cut' } },
      { type: 'error', error: { code: 'empty-stream', message: 'second', reason: 'cut' } },
      { type: 'end', finishReason: { kind: 'stop' } },
      {
        type: 'end',
        finishReason: { kind: 'stop' },
        alternatives: [{ choice: 1, finishReason: { kind: 'stop' } }],
      },
    ),
  )
  return fc.array(frame, { maxLength: 20 })
}

/** Events of Chat Completions, right and odd, such as servers may send, and how the caller reads them. */
export const chatStreams = (): fc.Arbitrary<{
  readonly events: readonly unknown[]
  readonly options: ProviderOptions
}> =>
  fc.record({
    events: fc.array(chatEvents(), { maxLength: 14 }),
    options: fc.constantFrom<ProviderOptions>(
      {},
      {},
      {},
      { thinkTags: true },
      { thinkTags: 'inside' },
      { cumulative: true },
      { choices: 2 },
    ),
  })

const chatEvents = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .tuple(
          fc.constantFrom(0, 0, 0, 0, 1),
          fc.oneof(...deltas()),
          optional('finish_reason', finishWords()),
        )
        .map(([index, delta, reason]) => ({ choices: [{ index, delta, ...reason }] })),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom(0, 0, 1, 2),
          fc.constantFrom('stop', 'tool_calls', 'length', 'error', '', 'new'),
        )
        .map(([index, reason]) => ({ choices: [{ index, delta: {}, finish_reason: reason }] })),
    },
    fc.constantFrom<unknown>(
      { id: 'r1', model: 'm1', choices: [] },
      { usage: { prompt_tokens: 1, completion_tokens: 2 } },
      { citations: ['a'] },
      { citations: ['a', 'b'] },
      {
        choices: [
          { index: 0, message: { content: 'whole', tool_calls: [{ id: 'w', function: { name: 'f' } }] } },
        ],
      },
      { choices: [{ index: 0, delta: null, logprobs: { content: [{ token: 'a' }] } }] },
      { choices: [{ index: 0, text: 'legacy' }] },
      { system_fingerprint: 'fp' },
      { error: { message: 'overloaded', code: 503 } },
      '[DONE]',
    ),
  )

const finishWords = (): fc.Arbitrary<unknown> => fc.constantFrom(null, '', 'stop', 'tool_calls', 'length')

const deltas = (): fc.Arbitrary<unknown>[] => {
  const content = fc.constantFrom('a', 'b', 'ab', 'abc', '', '<think>', '</think>', '<th', 'ink>', '</')
  const call = fc
    .tuple(
      optional('index', fc.constantFrom<unknown>(0, 0, 1, null, '0', -1, 5)),
      optional('id', fc.constantFrom<unknown>('c1', 'c1', 'c2', '', null)),
      fc
        .tuple(
          optional('name', fc.constantFrom<unknown>('f', 'f', 'g', 'fg', '', null)),
          optional('arguments', fc.constantFrom<unknown>('{}', '{', '}', '"x":1', '', null, { x: 1 })),
        )
        .map(([name, text]) => ({ function: { ...name, ...text } })),
      optional('extra_content', fc.constant({ signature: 's' })),
    )
    .map(([index, id, body, extra]) => ({ ...index, ...id, ...body, ...extra }))
  const detail = fc
    .tuple(
      fc.constantFrom(
        { type: 'reasoning.text', text: 'why' },
        { type: 'reasoning.text', text: '', signature: 'sig' },
        { type: 'reasoning.summary', summary: 'short' },
        { type: 'reasoning.encrypted', data: 'secret' },
      ),
      optional('id', fc.constantFrom('d1', 'd2')),
      optional('index', fc.constantFrom(0, 1)),
    )
    .map((pieces) => Object.assign({}, ...pieces))
  return [
    content.map((text) => ({ content: text })),
    content.map((text) => ({ content: text })),
    content.map((text) => ({ reasoning_content: text })),
    content.map((text) => ({ reasoning: text, content: 'both' })),
    fc.array(call, { maxLength: 2 }).map((entries) => ({ tool_calls: entries })),
    fc.array(call, { maxLength: 2 }).map((entries) => ({ tool_calls: entries, content: '' })),
    fc.array(detail, { maxLength: 2 }).map((entries) => ({ reasoning_details: entries })),
    fc.constantFrom<unknown>(
      { refusal: 'no' },
      { function_call: { name: 'f', arguments: '{' } },
      { function_call: { arguments: '}' } },
      { audio: { id: 'a1', data: 'AA', transcript: 'hm' } },
      { images: [{ image_url: { url: 'data:image/png;base64,AA' } }] },
      { annotations: [{ type: 'url_citation', url_citation: { url: 'u' } }] },
      {
        content: [{ type: 'text', text: 'piece' }, { type: 'thinking', thinking: 'hm' }, { type: 'odd' }],
      },
      { content: null, reasoning_content: '' },
      { vendor: { a: 1 } },
      { vendor: { b: 2 } },
    ),
  ]
}

/** Parts told with detours: in pieces that interleave, some without deltas, some said wrongly and taken back before. */
export const detours = (): fc.Arbitrary<{
  readonly frames: readonly Frame[]
  readonly content: readonly ContentPart[]
}> =>
  fc
    .record({
      tellings: fc.array(tellings(), { maxLength: 5 }),
      /** How many parts stand when all behind them is taken back. */
      kept: fc.nat(5),
      wrong: fc.array(contentParts(), { maxLength: 3 }),
      picks: fc.array(fc.nat(4), { maxLength: 40 }),
    })
    .map(({ tellings: all, kept, wrong, picks }) => {
      const first = Math.min(kept, all.length)
      const told = all.map(({ frames }, part) => frames.map((frame) => ({ ...frame, part })))
      const mistaken = wrong.flatMap((content, n) => framesOfPart(content, first + n))
      return {
        frames: [
          ...interleave(told.slice(0, first), picks),
          ...mistaken,
          { type: 'reset', part: first, onward: true },
          ...interleave(told.slice(first), picks),
        ],
        content: all.map(({ content }) => content),
      }
    })

/** One part's frames, and what it is after them. */
const tellings = () =>
  fc
    .record({
      content: contentParts(),
      mistaken: fc.option(contentParts()),
      brief: fc.boolean(),
    })
    .map(({ content, mistaken, brief }) => {
      const frames = framesOfPart(content, 0).flatMap(halved)
      return {
        content,
        frames: [
          ...(mistaken === null ? [] : [...framesOfPart(mistaken, 0), { type: 'reset', part: 0 } as const]),
          ...(brief ? frames.slice(-1) : frames),
        ],
      }
    })

const framesOfPart = (content: ContentPart, part: number): readonly PartFrame[] =>
  toFrames({ role: 'assistant', content: [content] })
    .filter((frame) => 'part' in frame)
    .map((frame) => ({ ...frame, part }))

const halved = (frame: PartFrame): readonly PartFrame[] => {
  if (frame.type !== 'text-delta') return [frame]
  const middle = Math.floor(frame.text.length / 2)
  return [
    { ...frame, text: frame.text.slice(0, middle) },
    { ...frame, text: frame.text.slice(middle) },
  ]
}

/** Each list in its own order, mixed as the picks say. */
const interleave = <T>(lists: readonly (readonly T[])[], picks: readonly number[]): readonly T[] => {
  const rest = lists.map((list) => [...list])
  const mixed: T[] = []
  for (const pick of picks) {
    const next = rest[pick % Math.max(rest.length, 1)]?.shift()
    if (next !== undefined) mixed.push(next)
  }
  return [...mixed, ...rest.flat()]
}
