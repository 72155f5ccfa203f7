import { describe, expect, it } from 'vitest'
import type { Signal } from '../../../src/frames'
import { toArray } from '../../../src/persistent'
import {
  emptyToolCalls,
  finishToolCalls,
  readToolCall,
  type ToolCallContext,
  type ToolCallDelta,
  type ToolCalls,
} from '../../../src/providers/shared/tool-calls'

type Said = Partial<Omit<ToolCallDelta, 'arguments'>> & {
  readonly text?: string
  readonly replaces?: boolean
}

/** A delta with index 0 that says nothing, save what is given. */
const deltaOf = ({ text = '', replaces = false, ...said }: Said): ToolCallDelta => ({
  index: 0,
  id: '',
  name: '',
  kind: 'function',
  extra: null,
  oddities: [],
  ...said,
  arguments: { text, replaces },
})

interface Told {
  readonly calls: ToolCalls
  readonly signals: readonly Signal[]
  /** Of each delta: the position of the call it went to. */
  readonly went: readonly number[]
}

/** Reads deltas one after another, each new part getting the next number from 10. */
const read = (deltas: readonly Said[], options: Partial<ToolCallContext> = {}): Told => {
  let calls = emptyToolCalls
  let nextPart = 10
  const signals: Signal[] = []
  const went: number[] = []
  for (const delta of deltas) {
    const said = readToolCall(calls, deltaOf(delta), { choice: 0, cumulative: false, nextPart, ...options })
    calls = said.calls
    signals.push(...said.signals)
    went.push(toArray(calls.calls).indexOf(said.call))
    if (said.opened) nextPart++
  }
  return { calls, signals, went }
}

const codesOf = (signals: readonly Signal[]) =>
  signals.flatMap((signal) => (signal.type === 'issue' ? [signal.issue.code] : []))

const spoken = (signals: readonly Signal[]) => signals.filter((signal) => signal.type !== 'issue')

/** What the signals of each part come to: a reset voids what came before. */
const heard = (signals: readonly Signal[]) => {
  const parts = new Map<number, { id: string; name: string; text: string }>()
  for (const signal of signals) {
    if (signal.type === 'reset') parts.delete(signal.part)
    if (signal.type !== 'tool-call-delta') continue
    const held = parts.get(signal.part) ?? { id: '', name: '', text: '' }
    parts.set(signal.part, {
      id: signal.id ?? held.id,
      name: signal.name ?? held.name,
      text: held.text + signal.arguments,
    })
  }
  return [...parts.values()]
}

const finish = (calls: ToolCalls, options: Partial<ToolCallContext> = {}) =>
  finishToolCalls(calls, { choice: 0, nextPart: 20, cumulative: false, ...options })

describe('a delta with an index', () => {
  it('belongs to the call with its index', () => {
    const { went, signals } = read([
      { index: 0, id: 'a', name: 'f' },
      { index: 1, id: 'b', name: 'g' },
      { index: 0, text: '{' },
      { index: 1, text: '[' },
      { index: 0, text: '}' },
    ])
    expect(went).toEqual([0, 1, 0, 1, 0])
    expect(heard(signals)).toEqual([
      { id: 'a', name: 'f', text: '{}' },
      { id: 'b', name: 'g', text: '[' },
    ])
    expect(codesOf(signals)).toEqual([])
  })

  it('may have any index: the calls stand in order of first appearance', () => {
    const { went, signals } = read([
      { index: 7, id: 'a', name: 'f' },
      { index: 2, id: 'b', name: 'g' },
      { index: 7, text: '{}' },
      { index: -1, id: 'c', name: 'h' },
      { index: 2, text: '[]' },
    ])
    expect(went).toEqual([0, 1, 0, 2, 1])
    expect(heard(signals).map(({ name }) => name)).toEqual(['f', 'g', 'h'])
    expect(codesOf(signals)).toEqual([])
  })

  it('starts a new call when it brings another id together with a name; then the index means that one', () => {
    const { went, signals } = read([
      { id: 'a', name: 'f', text: '{}' },
      { id: 'b', name: 'f', text: '[' },
      { text: ']' },
      { id: 'a', text: '!' },
    ])
    expect(went).toEqual([0, 1, 1, 1])
    expect(codesOf(signals)).toEqual(['tool-call-index-reused', 'tool-call-id-changed'])
    expect(heard(signals)).toEqual([
      { id: 'a', name: 'f', text: '{}' },
      { id: 'b', name: 'f', text: '[]!' },
    ])
  })

  it('goes on when it brings another id alone; the first id stays', () => {
    const { went, signals } = read([
      { id: 'a', name: 'f' },
      { id: 'b', text: '{}' },
    ])
    expect(went).toEqual([0, 0])
    expect(codesOf(signals)).toEqual(['tool-call-id-changed'])
    expect(heard(signals)).toEqual([{ id: 'a', name: 'f', text: '{}' }])
  })

  it('goes on when it brings the same id and name', () => {
    const { went, signals } = read([
      { id: 'a', name: 'f', text: '{' },
      { id: 'a', name: 'f', text: '}' },
    ])
    expect(went).toEqual([0, 0])
    expect(codesOf(signals)).toEqual(['tool-call-name-repeated'])
    expect(heard(signals)).toEqual([{ id: 'a', name: 'f', text: '{}' }])
  })

  it('takes an id that comes late, with its name again', () => {
    const { went, signals } = read([
      { name: 'f', text: '{' },
      { id: 'a', name: 'f', text: '}' },
    ])
    expect(went).toEqual([0, 0])
    expect(heard(signals)).toEqual([{ id: 'a', name: 'f', text: '{}' }])
  })

  it('starts a new call after one without id that is whole, when it brings another name', () => {
    const { went, signals } = read([
      { name: 'f', text: '{}' },
      { name: 'g', text: '{}' },
    ])
    expect(went).toEqual([0, 1])
    expect(codesOf(signals)).toEqual(['tool-call-index-reused'])
  })

  it('goes on with a call without id that is whole, when it brings the same name, or the first one', () => {
    expect(read([{ name: 'f', text: '{}' }, { name: 'f' }]).went).toEqual([0, 0])
    expect(read([{ text: '{}' }, { name: 'f' }]).went).toEqual([0, 0])
  })

  it('goes to the newest call with its index, though another stands at its place', () => {
    const { went } = read([
      { index: 1, id: 'a', name: 'f' },
      { index: 1, id: 'b', name: 'g' },
      { index: 1, text: '{}' },
    ])
    expect(went).toEqual([0, 1, 1])
  })

  it('gives its index to the call that its id named before', () => {
    const { went, signals } = read([
      { index: null, id: 'a', name: 'f', text: '{' },
      { index: 4, id: 'a', text: '}' },
      { index: 4, text: ' ' },
    ])
    expect(went).toEqual([0, 0, 0])
    expect(heard(signals)).toEqual([{ id: 'a', name: 'f', text: '{} ' }])
  })

  it('with the id of a call that has another index is a call of its own', () => {
    const { went, calls, signals } = read([
      { index: 0, id: 'a', name: 'f' },
      { index: 1, id: 'a', name: 'g' },
    ])
    expect(went).toEqual([0, 1])
    expect(codesOf(signals)).toEqual([])
    expect(codesOf(finish(calls)[1])).toEqual(['duplicate-tool-call-id'])
  })
})

describe('a delta without an index', () => {
  it('belongs to the call with its id', () => {
    const { went, signals } = read([
      { index: null, id: 'a', name: 'f', text: '{' },
      { index: null, id: 'b', name: 'g', text: '[' },
      { index: null, id: 'a', text: '}' },
      { index: null, id: 'b', text: ']' },
    ])
    expect(went).toEqual([0, 1, 0, 1])
    expect(new Set(codesOf(signals))).toEqual(new Set(['tool-call-index-missing']))
    expect(heard(signals).map(({ text }) => text)).toEqual(['{}', '[]'])
  })

  it('without an id either belongs to the last call', () => {
    const { went } = read([
      { id: 'a', name: 'f', text: '{' },
      { index: 1, id: 'b', name: 'g', text: '[' },
      { index: null, text: ']' },
    ])
    expect(went).toEqual([0, 1, 1])
  })

  it.each([
    ['starts a new call when it brings a name and the last one is whole', '{"a":1}', [0, 1]],
    ['goes on when it brings a name and the last one is not whole', '{"a":', [0, 0]],
    ['goes on when it brings a name and the last one is whole only within a string', '{"a":"}', [0, 0]],
  ])('%s', (_, text, went) => {
    const deltas = [
      { index: null, name: 'f', text },
      { index: null, name: 'f', text: '{}' },
    ]
    expect(read(deltas).went).toEqual(went)
  })

  it('without a name goes on, even if the last call is whole', () => {
    expect(
      read([
        { index: null, name: 'f', text: '{}' },
        { index: null, text: ' ' },
      ]).went,
    ).toEqual([0, 0])
  })

  it('starts a new call after one with index and id, when it brings another name', () => {
    const first = { id: 'a', name: 'f', text: '{"a":1}' }
    expect(read([first, { index: null, name: 'g' }]).went).toEqual([0, 1])
    expect(read([first, { index: null, name: 'f' }]).went).toEqual([0, 0])
    const begins = { id: 'a', name: 'f' }
    expect(read([begins, { index: null, name: 'g' }]).went, 'before its arguments').toEqual([0, 0])
  })

  it('brings the last call its late id', () => {
    const { went, signals } = read([
      { index: null, name: 'f', text: '{' },
      { index: null, id: 'a', text: '}' },
    ])
    expect(went).toEqual([0, 0])
    expect(heard(signals)).toEqual([{ id: 'a', name: 'f', text: '{}' }])
  })

  it.each([
    ['after a call with another', { id: 'a', text: '{' }, { name: 'f' }],
    ['with another name', { text: '{' }, { name: 'g' }],
    ['after a call that is whole', { text: '{}' }, {}],
  ])('with a new id starts a new call: %s', (_, first, next) => {
    const deltas = [
      { index: null, name: 'f', ...first },
      { index: null, id: 'b', ...next },
    ]
    expect(read(deltas).went).toEqual([0, 1])
  })

  it('is read the same, and said to be invalid, where the index is none', () => {
    const { went, signals } = read([
      { index: 'invalid', id: 'a', name: 'f' },
      { index: 'invalid', text: '{}' },
    ])
    expect(went).toEqual([0, 0])
    expect(codesOf(signals)).toEqual(['tool-call-index-invalid', 'tool-call-index-invalid'])
  })
})

describe('the name of a call', () => {
  it.each([
    ['comes whole', [{ name: 'add' }], 'add', []],
    ['may come again', [{ name: 'add' }, { name: 'add' }], 'add', ['tool-call-name-repeated']],
    ['may come in pieces', [{ name: 'ad' }, { name: 'd_two' }], 'add_two', ['tool-call-name-split']],
    ['may grow', [{ name: 'ad' }, { name: 'add_two' }], 'add_two', ['tool-call-name-split']],
    [
      'stays once the arguments began',
      [{ name: 'add', text: '{' }, { name: 'sub' }],
      'add',
      ['tool-call-name-changed'],
    ],
    [
      'may come in pieces while only blank arguments came',
      [{ name: 'add', text: ' ' }, { name: '_two' }],
      'add_two',
      ['tool-call-name-split'],
    ],
  ])('%s', (_, said, name, codes) => {
    const { signals } = read(said.map((one) => ({ id: 'a', ...one })))
    expect(heard(signals)[0]?.name).toBe(name)
    expect(codesOf(signals)).toEqual(codes)
  })

  it('is waited for: what comes before it is held back', () => {
    const early = read([
      { id: 'a', text: '{"a"', extra: { x: 1 } },
      { text: ':1', extra: { y: 2 } },
    ])
    expect(early.signals).toEqual([])
    const { signals } = read([
      { id: 'a', text: '{"a"', extra: { x: 1 } },
      { text: ':1', extra: { y: 2 } },
      { name: 'f', text: '}' },
    ])
    expect(codesOf(signals)).toEqual(['tool-call-name-late'])
    expect(spoken(signals)).toEqual([
      { type: 'tool-call-delta', part: 10, id: 'a', name: 'f', arguments: '{"a":1}', extra: { x: 1, y: 2 } },
    ])
  })

  it('that never comes leaves a call without a name, with all that came', () => {
    const { calls } = read([{ id: 'a', text: '{}', kind: 'custom', extra: { x: 1 } }])
    const [nextPart, said] = finish(calls)
    expect(nextPart).toBe(21)
    expect(codesOf(said)).toEqual(['tool-call-name-missing'])
    expect(spoken(said)).toEqual([
      {
        type: 'tool-call-delta',
        part: 20,
        id: 'a',
        name: '',
        kind: 'custom',
        arguments: '{}',
        extra: { x: 1 },
      },
    ])
  })
})

describe('the arguments of a call', () => {
  it('are said as they come, and nothing is said of an empty fragment', () => {
    const { signals } = read([{ id: 'a', name: 'f' }, { text: '{' }, { text: '' }, { text: '}' }])
    expect(spoken(signals)).toEqual([
      { type: 'tool-call-delta', part: 10, id: 'a', name: 'f', arguments: '' },
      { type: 'tool-call-delta', part: 10, arguments: '{' },
      { type: 'tool-call-delta', part: 10, arguments: '}' },
    ])
  })

  it('that come whole replace what came before: a reset, and the call from the start', () => {
    const { signals } = read([
      { id: 'a', name: 'f', kind: 'custom', text: '{"a":1}', replaces: true },
      { text: '{"a":2}', replaces: true, kind: 'custom' },
    ])
    expect(spoken(signals)).toEqual([
      { type: 'tool-call-delta', part: 10, id: 'a', name: 'f', kind: 'custom', arguments: '{"a":1}' },
      { type: 'reset', part: 10 },
      { type: 'tool-call-delta', part: 10, id: 'a', name: 'f', kind: 'custom', arguments: '{"a":2}' },
    ])
  })

  it('that come whole are all that tells where the call ends', () => {
    const { went } = read([
      { index: null, name: 'f', text: '{"a"' },
      { index: null, text: '{}', replaces: true },
      { index: null, name: 'g' },
    ])
    expect(went).toEqual([0, 0, 1])
  })

  it('that come whole before the name replace what is held back', () => {
    const { signals } = read([
      { id: 'a', text: '{"a":1}', replaces: true },
      { text: '{"a":2}', replaces: true },
      { name: 'f' },
    ])
    expect(heard(signals)).toEqual([{ id: 'a', name: 'f', text: '{"a":2}' }])
    expect(signals.some(({ type }) => type === 'reset')).toBe(false)
  })

  it('of a cumulative server count once', () => {
    const { signals } = read(
      [{ id: 'a', name: 'f', text: '{"a"' }, { text: '{"a":1' }, { text: '{"a":1}' }, { text: '' }],
      { cumulative: true },
    )
    expect(heard(signals)).toEqual([{ id: 'a', name: 'f', text: '{"a":1}' }])
    expect(codesOf(signals)).toEqual(['cumulative-delta', 'cumulative-delta'])
  })

  it('of a cumulative server go on from those that came whole', () => {
    const { signals } = read(
      [{ id: 'a', name: 'f', text: '{"a"' }, { text: '{"b":1', replaces: true }, { text: '{"b":1}' }],
      { cumulative: true },
    )
    expect(heard(signals)).toEqual([{ id: 'a', name: 'f', text: '{"b":1}' }])
  })

  it('of a cumulative server that is none are appended', () => {
    const { signals } = read([{ id: 'a', name: 'f', text: '{"a"' }, { text: ':1}' }], { cumulative: true })
    expect(heard(signals)).toEqual([{ id: 'a', name: 'f', text: '{"a":1}' }])
    expect(codesOf(signals)).toEqual(['not-cumulative'])
  })
})

describe('other fields', () => {
  it('are said when they come, also alone', () => {
    const { signals } = read([{ id: 'a', name: 'f', extra: { x: 1 } }, { extra: { y: 2 } }])
    expect(spoken(signals)).toEqual([
      { type: 'tool-call-delta', part: 10, id: 'a', name: 'f', arguments: '', extra: { x: 1 } },
      { type: 'tool-call-delta', part: 10, arguments: '', extra: { y: 2 } },
    ])
  })
})

describe('an issue', () => {
  it('names the part once there is one, and the choice before', () => {
    const { signals } = read(
      [
        { id: 'a', oddities: ['tool-call-arguments-null'] },
        { name: 'f', oddities: ['tool-call-arguments-null'] },
      ],
      { choice: 2 },
    )
    const places = signals.flatMap((signal) => (signal.type === 'issue' ? [signal.issue] : []))
    expect(places.map(({ part, choice }) => ({ part, choice }))).toEqual([
      { part: undefined, choice: 2 },
      { part: 10, choice: 2 },
    ])
    expect(spoken(signals)).toMatchObject([{ part: 10, choice: 2 }])
  })
})

describe('finishToolCalls', () => {
  const idsOf = (signals: readonly Signal[]) =>
    spoken(signals).map((signal) => signal.type === 'tool-call-delta' && [signal.id, signal.synthesizedId])

  it('has nothing to say of calls that have all', () => {
    expect(finish(read([{ id: 'a', name: 'f' }]).calls)).toEqual([20, []])
    expect(finish(emptyToolCalls)).toEqual([20, []])
  })

  it('makes a missing id from the position', () => {
    const { calls } = read([
      { index: 0, id: 'a', name: 'f' },
      { index: 1, name: 'g' },
    ])
    const [nextPart, said] = finish(calls)
    expect(nextPart).toBe(20)
    expect(said).toMatchObject([
      { type: 'issue', issue: { code: 'tool-call-id-missing', part: 11 } },
      { type: 'tool-call-delta', part: 11, id: 'call_1', arguments: '', synthesizedId: true },
    ])
  })

  it('names the choice in ids of further choices', () => {
    expect(idsOf(finish(read([{ name: 'f' }]).calls, { choice: 3 })[1])).toEqual([['call_3_0', true]])
  })

  it('makes no id that the wire has', () => {
    const { calls } = read([
      { index: 0, name: 'f' },
      { index: 1, id: 'call_0', name: 'g' },
      { index: 2, id: 'call_0_1', name: 'h' },
    ])
    expect(idsOf(finish(calls)[1])).toEqual([['call_0_2', true]])
  })

  it('gives the later of two calls with one id an id of its own', () => {
    const { calls } = read([
      { index: 0, id: 'x', name: 'f' },
      { index: 1, id: 'x', name: 'g' },
      { index: 2, id: 'x_1', name: 'h' },
      { index: 3, id: 'x', name: 'i' },
    ])
    const [, said] = finish(calls)
    expect(idsOf(said)).toEqual([
      ['x_1_1', true],
      ['x_3', true],
    ])
    expect(codesOf(said)).toEqual(['duplicate-tool-call-id', 'duplicate-tool-call-id'])
  })

  it('makes no id twice', () => {
    const ids = ['x', 'x', 'x_1', 'x_1', 'x_1_1', 'x_1_2']
    const { calls } = read(ids.map((id, index) => ({ index, id, name: 'f' })))
    expect(idsOf(finish(calls)[1])).toEqual([
      ['x_1_3', true],
      ['x_1_3_1', true],
    ])
  })

  it('makes the id of a legacy call without an issue, as it never has one', () => {
    const [, said] = finish(read([{ index: -1, name: 'f', kind: 'function-call' }]).calls)
    expect(codesOf(said)).toEqual([])
    expect(idsOf(said)).toEqual([['call_0', true]])
  })

  it('opens calls without a name in order of appearance', () => {
    const { calls } = read([
      { index: 0, id: 'a' },
      { index: 1, id: 'b', name: 'g' },
      { index: 2, id: 'c' },
    ])
    const [nextPart, said] = finish(calls)
    expect(nextPart).toBe(22)
    expect(spoken(said)).toMatchObject([
      { part: 20, id: 'a', name: '' },
      { part: 21, id: 'c', name: '' },
    ])
  })
})

describe('the calls before', () => {
  it('are left as they were, and share what did not change', () => {
    const { calls } = read([
      { index: 0, id: 'a', name: 'f' },
      { index: 1, id: 'b', name: 'g' },
    ])
    const text = JSON.stringify(calls)
    const next = readToolCall(calls, deltaOf({ index: 1, text: '{' }), {
      choice: 0,
      cumulative: false,
      nextPart: 12,
    })
    expect(JSON.stringify(calls)).toBe(text)
    expect(toArray(next.calls.calls)[0]).toBe(toArray(calls.calls)[0])
    expect(next.opened).toBe(false)
    expect(next.calls.byId).toBe(calls.byId)
  })
})
