import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { close, collectAll, type LlmResponse, type Provider, providers, snapshot } from '../../src'
import {
  type Cutting,
  carried,
  cuttings,
  expected,
  hostileEvents,
  oddJson,
  type Script,
  scripts,
  synthesize,
  told,
  wireEvents,
} from '../../src/testing'
import { difference } from '../../src/testing/data'
import { chunkOf } from '../support/fold'
import { runs } from '../support/runs'

const responseTo = (provider: Provider, events: readonly unknown[]): LlmResponse =>
  snapshot(
    close(
      collectAll(
        provider,
        events.map((event) => chunkOf(provider, event)),
      ),
    ),
  )

const script: Script = {
  id: 'r1',
  model: 'm',
  choices: [
    {
      pieces: [
        { type: 'reasoning', text: 'Two numbers.' },
        { type: 'text', text: 'Let me add. ' },
        {
          type: 'tool-calls',
          calls: [
            { name: 'add', arguments: { a: 1, b: 2 } },
            { name: 'now', arguments: { zone: 'UTC' } },
          ],
        },
      ],
      finish: 'stop',
    },
    { pieces: [{ type: 'refusal', text: 'No.' }], finish: 'stop' },
    { pieces: [{ type: 'text', text: 'Cut' }], finish: 'length' },
  ],
  usage: { input: 10, output: 20 },
}

const answer = {
  id: 'r1',
  model: 'm',
  choices: [
    {
      text: 'Let me add. ',
      reasoning: 'Two numbers.',
      refusal: '',
      calls: [
        { name: 'add', input: { a: 1, b: 2 } },
        { name: 'now', input: { zone: 'UTC' } },
      ],
      parts: ['reasoning', 'text', 'tool-call', 'tool-call'],
      finish: 'tool-calls',
    },
    { text: '', reasoning: '', refusal: 'No.', calls: [], parts: ['refusal'], finish: 'refusal' },
    { text: 'Cut', reasoning: '', refusal: '', calls: [], parts: ['text'], finish: 'length' },
  ],
  usage: { inputTokens: 10, outputTokens: 20 },
}

describe('expected', () => {
  it('is what the script says, in the response’s words', () => {
    expect(expected(script)).toEqual(answer)
  })

  it('has no usage where the script has none', () => {
    expect(expected({ id: 'r', model: 'm', choices: [] }).usage).toBeUndefined()
  })
})

describe('told', () => {
  it('reduces a response to what a script can tell, and tells what is wrong with a call', () => {
    const broken = {
      choices: [
        {
          index: 0,
          delta: { tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{' } }] },
          finish_reason: 'stop',
        },
      ],
    }
    expect(told(responseTo('openai', [{ id: 'r' }, broken, '[DONE]']))).toMatchObject({
      id: 'r',
      model: '',
      choices: [
        {
          calls: [{ name: 'f', input: { code: 'invalid-json' } }],
          parts: ['tool-call'],
          finish: 'tool-calls',
        },
      ],
      usage: undefined,
    })
  })
})

describe.each(providers)('synthesize for %s', (provider) => {
  const known = expected(carried(provider, script))

  it('carries what the wire can say of the script', () => {
    const [first, ...others] = known.choices
    expect(first).toEqual(answer.choices[0])
    expect(known.usage).toEqual(answer.usage)
    expect(answer.choices.slice(1)).toEqual(
      expect.arrayContaining(others.filter(({ parts }) => parts.length > 0)),
    )
  })

  it.each<[string, Cutting]>([
    ['one character a delta', []],
    ['long pieces', [7, 3, 11]],
    ['pieces that take turns', [1, 0, 2, 1, 0]],
  ])('puts the script on the wire in %s', (_, cutting) => {
    const events = synthesize(provider, script, cutting)
    expect(told(responseTo(provider, events))).toEqual(known)
  })

  it('cuts as it is told to', () => {
    const streams = [[], [30], [4, 2]].map((cutting) => synthesize(provider, script, cutting))
    expect(new Set(streams.map((events) => JSON.stringify(events))).size).toBe(3)
  })

  it('notices what is lost: the answer is another one without any of its words', () => {
    const events = synthesize(provider, script, [5])
    const words = ['Two', 'Let', 'zone']
    for (const word of words) {
      const silent = events.filter((event) => !JSON.stringify(event).includes(word))
      expect(silent.length).toBeLessThan(events.length)
      expect(told(responseTo(provider, silent))).not.toEqual(known)
    }
  })
})

describe('scripts', () => {
  it('say all kinds of things, and each script has one wording', () => {
    const sample = fc.sample(scripts(), { numRuns: 300, seed: 1 })
    const pieces = sample.flatMap(({ choices }) => choices.flatMap((choice) => choice.pieces))
    expect(new Set(pieces.map(({ type }) => type))).toEqual(
      new Set(['text', 'reasoning', 'refusal', 'tool-calls']),
    )
    expect(sample.some(({ usage }) => usage === undefined)).toBe(true)
    expect(sample.some(({ choices }) => choices.length > 1)).toBe(true)
    const calls = pieces.flatMap((piece) => (piece.type === 'tool-calls' ? piece.calls : []))
    expect(calls.some(({ name }) => name === '__proto__')).toBe(true)
    expect(calls.some((call) => Object.hasOwn(call.arguments, '__proto__'))).toBe(true)
    for (const { choices } of sample) {
      for (const choice of choices) {
        const types = choice.pieces.map(({ type }) => type)
        expect(types.some((type, n) => type === types[n - 1])).toBe(false)
      }
    }
  })

  it.prop([scripts(), cuttings(), cuttings()], { numRuns: runs(50) })(
    'are on the wire the same, whatever the cutting',
    (said, one, other) => {
      const [first, second] = [one, other].map((cutting) =>
        told(responseTo('openai', synthesize('openai', said, cutting))),
      )
      expect(difference(second, first)).toBeUndefined()
      expect(difference(first, expected(said))).toBeUndefined()
    },
  )
})

describe('hostile events', () => {
  const wellFormed = JSON.stringify(fc.sample(wireEvents('openai'), { numRuns: 200, seed: 2 }))
  const hostile = fc.sample(hostileEvents('openai'), { numRuns: 400, seed: 2 })

  const codesOf = (events: readonly unknown[]) => {
    const objects = events.filter(
      (event) => event === '[DONE]' || (typeof event === 'object' && event !== null && !Array.isArray(event)),
    )
    return responseTo('openai', objects).issues.map(({ code }) => code)
  }

  it('are damaged in every way: events that are none, odd fields, events lost, doubled and moved', () => {
    const events = hostile.flat() as readonly unknown[] // the type is a lie, and the point
    expect(events.some((event) => typeof event !== 'object' && event !== '[DONE]')).toBe(true)
    expect(events.some((event) => event === null || Array.isArray(event))).toBe(true)
    const endings = hostile.filter((stream) => stream.length > 0 && stream.at(-1) !== '[DONE]')
    expect(endings.length).toBeGreaterThan(20)
    expect(
      hostile.some((stream) => new Set(stream.map((event) => JSON.stringify(event))).size < stream.length),
    ).toBe(true)
    expect(JSON.stringify(hostile)).toContain('"polluted":true')
    expect(wellFormed).not.toContain('"polluted"')
  })

  it('leave oddities of many kinds where well-formed streams leave next to none', () => {
    const kinds = new Set(hostile.flatMap(codesOf))
    expect([...kinds]).toEqual(
      expect.arrayContaining(['malformed-event', 'event-after-end', 'tool-call-id-missing', 'id-changed']),
    )
    expect(kinds.size).toBeGreaterThan(8)
    const clean = new Set(fc.sample(wireEvents('openai'), { numRuns: 200, seed: 2 }).flatMap(codesOf))
    expect([...clean]).toEqual(['finish-reason-mismatch'])
  })

  it('are some of them failures', () => {
    const phases = hostile.map((events) => {
      const objects = events.filter(
        (event) => typeof event === 'object' && event !== null && !Array.isArray(event),
      )
      return collectAll(
        'openai',
        objects.map((event) => chunkOf('openai', event)),
      ).head.phase.type
    })
    expect(phases.filter((phase) => phase === 'failed').length).toBeGreaterThan(2)
    expect(phases.filter((phase) => phase !== 'failed').length).toBeGreaterThan(100)
  })

  it('hold JSON deeper than we keep', () => {
    const sample = fc.sample(oddJson(), { numRuns: 500, seed: 3 })
    const depthOf = (value: unknown): number => {
      let depth = 0
      for (let inner = value; typeof inner === 'object' && inner !== null; depth++)
        inner = Object.values(inner)[0]
      return depth
    }
    expect(Math.max(...sample.map(depthOf))).toBeGreaterThan(500)
  })
})
