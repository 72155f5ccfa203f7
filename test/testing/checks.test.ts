/** Each check is held against a collector with one fault, to see that it finds it. The faults are put in the place of the collector's door. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CollectorState, Frame } from '../../src'
import {
  BrokenLaw,
  type Check,
  isComplete,
  isDeterministic,
  isFoldModelled,
  isImmutableAndShared,
  isLinear,
  isMonotone,
  isSerialisable,
  isShortWayTrue,
  isTotal,
  type Stream,
  synthesize,
} from '../../src/testing'
import { delta, finish, text } from '../support/chat'

type Collector = typeof import('../../src/collector')
type Providers = typeof import('../../src/providers')

const { faults } = vi.hoisted(() => ({
  faults: {
    collector: (sound: Collector): Partial<Collector> => sound,
    providers: (sound: Providers): Partial<Providers> => sound,
  },
}))

vi.mock('../../src/collector', async (importOriginal) => {
  const sound = await importOriginal<Collector>()
  const faulty = () => ({ ...sound, ...faults.collector(sound) })
  return {
    ...sound,
    collect: (...args: Parameters<Collector['collect']>) => faulty().collect(...args),
    collectWithFrames: (...args: Parameters<Collector['collectWithFrames']>) =>
      faulty().collectWithFrames(...args),
    close: (...args: Parameters<Collector['close']>) => faulty().close(...args),
    closeWithFrames: (...args: Parameters<Collector['closeWithFrames']>) => faulty().closeWithFrames(...args),
    snapshot: (...args: Parameters<Collector['snapshot']>) => faulty().snapshot(...args),
    finalize: (...args: Parameters<Collector['finalize']>) => faulty().finalize(...args),
  }
})

vi.mock('../../src/providers', async (importOriginal) => {
  const sound = await importOriginal<Providers>()
  return {
    ...sound,
    providerModule: (...args: Parameters<Providers['providerModule']>) =>
      ({ ...sound, ...faults.providers(sound) }).providerModule(...args),
  }
})

const soundCollector = faults.collector
const soundProviders = faults.providers

beforeEach(() => {
  faults.collector = soundCollector
  faults.providers = soundProviders
})

const stream: Stream<'openai'> = {
  provider: 'openai',
  events: synthesize(
    'openai',
    {
      id: 'r1',
      model: 'm',
      choices: [
        {
          pieces: [
            { type: 'reasoning', text: 'A plan.' },
            { type: 'text', text: 'The answer.' },
            {
              type: 'tool-calls',
              calls: [
                { name: 'f', arguments: { a: 1 } },
                { name: 'g', arguments: { b: [2] } },
              ],
            },
          ],
          finish: 'stop',
        },
        { pieces: [{ type: 'text', text: 'Another.' }], finish: 'stop' },
      ],
    },
    [2, 0, 1],
  ),
}

const checks: { readonly [name: string]: Check } = {
  isDeterministic,
  isFoldModelled,
  isShortWayTrue,
  isTotal,
  isImmutableAndShared,
  isSerialisable,
  isComplete,
  isMonotone,
  isLinear,
}

describe.each(Object.entries(checks))('%s', (_, check) => {
  it('finds nothing where nothing is wrong', () => {
    expect(() => check(stream)).not.toThrow()
    expect(() => check({ provider: 'openai', events: [] })).not.toThrow()
    expect(() =>
      check({ provider: 'openrouter', events: [text('a'), finish('stop')], options: { choices: 1 } }),
    ).not.toThrow()
  })
})

type Named = { readonly check: Check; readonly says: RegExp }

/** Holds the check against a collector in which something is replaced. */
const findsFault = (
  { check, says }: Named,
  fault: (sound: Collector) => Partial<Collector>,
  of: Stream = stream,
): void => {
  faults.collector = fault
  let caught: unknown
  try {
    check(of)
  } catch (error) {
    caught = error
  }
  expect(caught).toBeInstanceOf(BrokenLaw)
  expect(String(caught)).toMatch(says)
}

/** Changes the state that each chunk leads to. */
const stateFault =
  (change: <S extends CollectorState>(state: S) => S) =>
  ({ collect, collectWithFrames }: Collector): Partial<Collector> => ({
    collect: (state, chunk) => change(collect(state, chunk)),
    collectWithFrames: (state, chunk) => {
      const [next, frames] = collectWithFrames(state, chunk)
      return [change(next), frames]
    },
  })

/** Changes the frames of each chunk, or those of the end. */
const frameFault =
  (change: (frames: readonly Frame[]) => readonly Frame[]) =>
  ({ collectWithFrames, closeWithFrames }: Collector): Partial<Collector> => ({
    collectWithFrames: (state, chunk) => {
      const [next, frames] = collectWithFrames(state, chunk)
      return [next, change(frames)]
    },
    closeWithFrames: (state, reason) => {
      const [next, frames] = closeWithFrames(state, reason)
      return [next, change(frames)]
    },
  })

describe('isFoldModelled', () => {
  it('is broken by a fold that adds, drops or misplaces something', () => {
    const check: Named = { check: isFoldModelled, says: /choice 0/ }
    findsFault(
      check,
      stateFault((state) => ({ ...state, tail: `${state.tail}!` })),
    )
    findsFault(
      check,
      stateFault((state) => (state.pen < 0 ? state : { ...state, tail: '' })),
    )
    findsFault(
      check,
      stateFault((state) => ({ ...state, pen: -1, tail: '' })),
    )
  })
})

describe('law 1', () => {
  it('is broken by a state that holds a clock', () => {
    let now = 0
    findsFault(
      { check: isDeterministic, says: /a second run differs: \.parts/ },
      stateFault((state) => ({ ...state, tail: `${state.tail}${now++}` })),
    )
  })

  it('is broken by frames that change the state', () => {
    findsFault({ check: isDeterministic, says: /a run with frames differs/ }, ({ collectWithFrames }) => ({
      collectWithFrames: (state, chunk) => {
        const [next, frames] = collectWithFrames(state, chunk)
        return [{ ...next, tail: `${next.tail}!` }, frames]
      },
    }))
  })

  it.each<[string, object, RegExp]>([
    ['says another text', { text: 'other' }, /something else/],
    ['names another part', { part: 9 }, /something else/],
    ['names another choice', { choice: 9 }, /something else/],
    ['says another kind', { type: 'refusal-delta' }, /something else/],
  ])('is broken by a short way that %s', (_, wrong, says) => {
    faults.providers = ({ providerModule }) => ({
      providerModule: (provider) => {
        const module = providerModule(provider)
        return {
          ...module,
          continuation: (cursor, event) => {
            const taken = module.continuation(cursor, event)
            return taken && { ...taken, ...wrong }
          },
        }
      },
    })
    expect(() => isShortWayTrue(stream)).toThrow(BrokenLaw)
    expect(() => isShortWayTrue(stream)).toThrow(says)
  })

  it('is broken by a short way that is taken where the cursor has to move', () => {
    faults.providers = ({ providerModule }) => ({
      providerModule: (provider) => ({
        ...providerModule(provider),
        continuation: () => ({ type: 'text-delta', part: 0, choice: 0, text: 'a' }),
      }),
    })
    const first = { provider: 'openai', events: [text('a')] } as const
    expect(() => isShortWayTrue(first)).toThrow(BrokenLaw)
  })
})

describe('law 2', () => {
  it.each(['collect', 'close', 'snapshot', 'finalize'] as const)('is broken by a %s that throws', (name) => {
    faults.collector = () => ({
      [name]: () => {
        throw new RangeError('thrown')
      },
    })
    expect(() => isTotal(stream)).toThrow('thrown')
  })

  describe('with a payload that reaches a prototype', () => {
    afterEach(() => {
      Reflect.deleteProperty(Object.prototype, 'polluted')
    })

    it('is broken', () => {
      findsFault({ check: isTotal, says: /Object\.prototype/ }, ({ snapshot }) => ({
        snapshot: (state) => {
          Object.defineProperty(Object.prototype, 'polluted', { value: true, configurable: true })
          return snapshot(state)
        },
      }))
    })
  })
})

describe('law 3', () => {
  it('is broken by a state whose parts are copied', () => {
    findsFault(
      { check: isImmutableAndShared, says: /part \d+ lost its identity/ },
      stateFault((state) => ({ ...state, parts: structuredClone(state.parts) })),
    )
  })

  it('is broken by a collector that writes into its state', () => {
    faults.collector = ({ collectWithFrames }) => ({
      collectWithFrames: (state, chunk) => {
        Object.assign(state, { tail: 'written' })
        return collectWithFrames(state, chunk)
      },
    })
    expect(() => isImmutableAndShared(stream)).toThrow(TypeError)
  })

  it('is broken by a collector that writes into an event', () => {
    faults.collector = ({ collectWithFrames }) => ({
      collectWithFrames: (state, chunk) => {
        if (typeof chunk.event === 'object') Object.assign(chunk.event, { seen: true })
        return collectWithFrames(state, chunk)
      },
    })
    expect(() => isImmutableAndShared(stream)).toThrow(TypeError)
  })
})

describe('law 4', () => {
  it.each<[string, unknown]>([
    ['an undefined field', undefined],
    ['a date', new Date(0)],
    ['a number that JSON has not', Number.NaN],
    ['a function', () => 1],
  ])('is broken by a state with %s', (_, value) => {
    findsFault(
      { check: isSerialisable, says: /is not plain JSON/ },
      stateFault((state) => ({ ...state, head: { ...state.head, extra: value } })),
    )
  })

  it('is broken by a collector that knows its own states', () => {
    const known = new WeakSet<object>()
    findsFault({ check: isSerialisable, says: /ends otherwise/ }, ({ collect }) => ({
      collect: (state, chunk) => {
        const isStranger = state.head.started && !known.has(state)
        const next = isStranger ? { ...state } : collect(state, chunk)
        known.add(next)
        return next
      },
    }))
  })

  it('is broken by a closed state that is no JSON', () => {
    findsFault({ check: isSerialisable, says: /the closed state/ }, ({ close }) => ({
      close: (state, reason) => ({ ...close(state, reason), extra: undefined }),
    }))
  })
})

describe('law 6', () => {
  const twice = (type: Frame['type']) => (frames: readonly Frame[]) =>
    frames.flatMap((frame): readonly Frame[] => (frame.type === type ? [frame, frame] : [frame]))

  const without = (type: Frame['type']) => (frames: readonly Frame[]) =>
    frames.filter((frame) => frame.type !== type)

  const endFirst = (frames: readonly Frame[]) => [
    ...frames.filter(({ type }) => type === 'end'),
    ...without('end')(frames),
  ]

  it.each<[string, RegExp, (frames: readonly Frame[]) => readonly Frame[]]>([
    ['deltas are told twice', /are not its complete/, twice('text-delta')],
    [
      'fragments of arguments are lost',
      /are not its complete/,
      (frames) =>
        frames.map((frame) => (frame.type === 'tool-call-delta' ? { ...frame, arguments: '' } : frame)),
    ],
    ['a complete is lost', /has 0 completes/, without('text-complete')],
    ['a complete is told twice', /has 2 completes/, twice('tool-call-complete')],
    ['the last word is lost', /neither `end` nor `error`/, without('end')],
    ['the last word is told twice', /after the last word/, twice('end')],
    ['the last word is not the last', /after the last word/, endFirst],
    [
      'a reset takes back what stands',
      /is not that of the response/,
      (frames) =>
        frames.flatMap((frame): readonly Frame[] =>
          frame.type === 'text-complete' ? [frame, { type: 'reset', part: frame.part }] : [frame],
        ),
    ],
  ])('is broken where %s', (_, says, change) => {
    findsFault({ check: isComplete, says }, frameFault(change))
  })

  it('is broken where a delta comes after its complete', () => {
    findsFault(
      { check: isComplete, says: /came after its complete/ },
      frameFault((frames) =>
        frames.flatMap((frame): readonly Frame[] =>
          frame.type === 'text-complete'
            ? [frame, { type: 'text-delta', part: frame.part, text: '' }]
            : [frame],
        ),
      ),
    )
  })

  it('is broken where a call tells its arguments before its name', () => {
    findsFault(
      { check: isComplete, says: /does not bring its name/ },
      frameFault((frames) =>
        frames.map((frame): Frame => {
          if (frame.type !== 'tool-call-delta') return frame
          const { name: _name, ...nameless } = frame
          return nameless
        }),
      ),
    )
  })

  it('is broken where deltas and complete agree on what the response does not say', () => {
    findsFault(
      { check: isComplete, says: /is not that of the response/ },
      frameFault((frames) =>
        frames.map((frame) =>
          frame.type === 'text-delta' || frame.type === 'text-complete'
            ? { ...frame, text: frame.text.replaceAll('a', 'b') }
            : frame,
        ),
      ),
    )
  })
})

describe('law 7', () => {
  it('is broken by a text that changes', () => {
    findsFault({ check: isMonotone, says: /was followed by/ }, ({ snapshot }) => ({
      snapshot: (state) => {
        const response = snapshot(state)
        return { ...response, text: response.text.split('').reverse().join('') }
      },
    }))
  })
})

describe('law 7, where texts take turns', () => {
  const interleaved = {
    provider: 'anthropic',
    events: [
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'a' } },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: 'b' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'c' } },
    ],
  } as const

  it('is kept, as each of them only grows', () => {
    expect(() => isMonotone(interleaved)).not.toThrow()
  })

  it('is broken by a fragment that is shown before its text', () => {
    const last = { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'd' } } as const
    const events = [...interleaved.events, last]
    findsFault(
      { check: isMonotone, says: /"acb" was followed by "dacb"/ },
      ({ snapshot }) => ({
        snapshot: (state) => {
          const response = snapshot(state)
          return { ...response, text: response.text.replace(/(.*)d$/, 'd$1') }
        },
      }),
      { provider: 'anthropic', events },
    )
  })
})

describe('law 10', () => {
  const long = {
    provider: 'openai',
    events: Array.from({ length: 300 }, (_, n) => delta(n % 2 === 0 ? { content: 'a' } : { reasoning: 'b' })),
  } as const

  it('is kept by a long stream', () => {
    expect(() => isLinear(long)).not.toThrow()
  })

  it('is broken by a state that is copied at each chunk', () => {
    findsFault(
      { check: isLinear, says: /chunk \d+ made \d+ objects/ },
      stateFault((state) => ({ ...state, parts: structuredClone(state.parts) })),
      long,
    )
  })
})
