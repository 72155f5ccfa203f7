import { fc, it } from '@fast-check/vitest'
import { payLaws } from '../support/pay-laws'
import { runs } from '../support/runs'

type Model = Readonly<Record<string, fc.Arbitrary<unknown>>>

/** Lists or objects inside each other, about as deep as a state keeps them. */
const deep = fc.tuple(fc.integer({ min: 450, max: 600 }), fc.boolean()).map(([depth, isList]) => {
  let value: unknown = 0
  for (let level = 0; level < depth; level++) value = isList ? [value] : { in: value }
  return value
})

const prototypeKeys = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty')

/** `Object.fromEntries` makes `__proto__` a key like any other. */
const prototypeKeyed: fc.Arbitrary<unknown> = fc
  .tuple(prototypeKeys, fc.jsonValue())
  .map((entry) => Object.fromEntries([entry]))

/** A value of any type, where some other one is meant. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.constantFrom(null, undefined, '', 0, -1, 0.5, true, false, [], {}, [null], [[]]),
  },
  { weight: 30, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 20, arbitrary: fc.jsonValue() },
  { weight: 20, arbitrary: fc.constantFrom(-0, 1e308, -1e308, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53) },
  { weight: 10, arbitrary: prototypeKeyed },
  { weight: 1, arbitrary: deep },
)

/** Mostly what is meant, at times anything. */
const mostly = (meant: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: meant }, { weight: 1, arbitrary: odd })

const listOf = (meant: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  mostly(fc.array(mostly(meant), { maxLength: 2 }))

/** An object with some of these fields, and at times with one that nobody knows. */
const objectWith = (model: Model): fc.Arbitrary<unknown> =>
  mostly(
    fc
      .tuple(
        fc.record(model, { requiredKeys: [], noNullPrototype: true }),
        fc.option(fc.tuple(fc.oneof(prototypeKeys, fc.constant('x_new')), odd), { freq: 6 }),
      )
      .map(([known, unknown]) =>
        unknown === null ? known : Object.fromEntries([...Object.entries(known), unknown]),
      ),
  )

const oneOf = (...values: readonly unknown[]): fc.Arbitrary<unknown> => mostly(fc.constantFrom(...values))

const fragment = oneOf(
  '',
  ' ',
  '{',
  '}',
  '{"a":1}',
  '"',
  '\\',
  '<think>',
  '</think>',
  '</th',
  'ha',
  '\ud83d',
  '[',
)

const body = objectWith({ name: oneOf('', 'add', 'ad', 'sub'), arguments: fragment, id: oneOf('', 'c1') })

const call = objectWith({
  index: oneOf(0, 1, 2, 4_000_000_000),
  id: oneOf('', 'c1', 'c2', 'call_0'),
  type: oneOf('function', 'custom'),
  function: body,
  custom: objectWith({ name: oneOf('sh'), input: fragment }),
  extra_content: odd,
})

const detail = objectWith({
  type: oneOf('reasoning.text', 'reasoning.summary', 'reasoning.encrypted'),
  index: oneOf(0, 1),
  id: oneOf('', 'r1'),
  text: fragment,
  summary: fragment,
  data: fragment,
  signature: fragment,
  format: odd,
})

const piece = objectWith({
  type: oneOf('text', 'thinking', 'refusal', 'image_url', 'reference'),
  text: fragment,
  thinking: listOf(objectWith({ text: fragment })),
  refusal: fragment,
  image_url: objectWith({ url: oneOf('data:image/png;base64,AA') }),
})

const content = fc.oneof({ weight: 4, arbitrary: fragment }, { weight: 1, arbitrary: listOf(piece) })

const delta = objectWith({
  role: oneOf('assistant'),
  content,
  refusal: fragment,
  reasoning: fragment,
  reasoning_content: fragment,
  thinking: fragment,
  reasoning_details: listOf(detail),
  tool_calls: listOf(call),
  function_call: body,
  audio: objectWith({ id: oneOf('a1'), data: fragment, transcript: fragment, expires_at: oneOf(1) }),
  images: listOf(odd),
  annotations: listOf(odd),
})

const usage = objectWith({
  prompt_tokens: oneOf(7),
  completion_tokens: oneOf(3),
  total_tokens: oneOf(10),
  prompt_tokens_details: objectWith({ cached_tokens: oneOf(4) }),
  completion_tokens_details: objectWith({ reasoning_tokens: oneOf(2) }),
  cost: oneOf(0.1, '0.1'),
})

const choice = objectWith({
  index: oneOf(0, 0, 0, 1, 7),
  delta,
  message: delta,
  text: fragment,
  finish_reason: oneOf('', 'stop', 'tool_calls', 'length', 'error'),
  logprobs: objectWith({ content: listOf(odd), refusal: listOf(odd) }),
  usage,
})

const event: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.record(
      {
        id: oneOf('', 'r1', 'r2'),
        model: oneOf('', 'm'),
        choices: listOf(choice),
        usage,
        citations: listOf(oneOf('https://e.example')),
        x_groq: objectWith({ usage }),
        type: oneOf('chunk'),
      },
      { requiredKeys: ['choices'], noNullPrototype: true },
    ),
    fc.option(fc.tuple(fc.oneof(prototypeKeys, fc.constantFrom('x_new', 'error')), odd), { freq: 12 }),
  )
  .map(([known, more]) => (more === null ? known : Object.fromEntries([...Object.entries(known), more])))

/** Twenty thousand streams on a busy machine. */
const HARDER_TIMEOUT_MS = 900_000

const events = fc.array(
  fc.oneof({ weight: 20, arbitrary: event }, { weight: 1, arbitrary: fc.constant('[DONE]') }),
  {
    maxLength: 4,
  },
)

const options = fc.record(
  {
    choices: fc.integer({ min: 1, max: 3 }),
    thinkTags: fc.constantFrom(true, false, 'inside' as const),
    cumulative: fc.boolean(),
  },
  { requiredKeys: [], noNullPrototype: true },
)

it.prop([fc.constantFrom('openai', 'openrouter'), events, options], { numRuns: runs() })(
  'no events at all throw, and the state is plain JSON after each (laws 2, 3, 4 and 6)',
  (provider, odds, given) => {
    payLaws(provider, odds, given)
  },
  HARDER_TIMEOUT_MS,
)
