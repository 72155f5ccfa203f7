import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { decode } from '../../src'
import { agentConfig, initialAgentState, step } from '../../src/machine'
import { freshFields } from '../support/growth'

const config = agentConfig({
  models: [{ id: 'm', provider: 'openai', settings: { model: 'm' }, options: {} }],
  tools: [{ name: 'add' }],
})

const chunkOf = (delta: object) => {
  const decoded = decode('openai')({ choices: [{ index: 0, delta }] })
  if (E.isLeft(decoded)) throw new Error(decoded.left.message)
  return decoded.right
}

/** What each step of a long answer makes anew, in the state and in its effects. */
const madeBy = (deltas: readonly object[]): readonly number[] => {
  const next = step(config)
  let [state] = next(initialAgentState, { type: 'run-started', at: 0, runId: 'r', random: 0.5, messages: [] })
  const seen = new WeakSet<object>()
  freshFields(seen, state)
  return deltas.map((delta, at) => {
    const [after, effects] = next(state, { type: 'model-chunk', at, key: 'model/1/0', chunk: chunkOf(delta) })
    state = after
    return freshFields(seen, state) + freshFields(seen, effects)
  })
}

const most = (made: readonly number[]): number => Math.max(...made)

describe('a step of the machine', () => {
  const COUNT = 4_000

  it.each<[string, (n: number) => object]>([
    ['text', () => ({ content: ' word' })],
    ['reasoning', () => ({ reasoning_content: ' hm' })],
    [
      'arguments',
      (n) => ({
        tool_calls: [
          n === 0
            ? { index: 0, id: 'c', function: { name: 'add', arguments: '{' } }
            : { index: 0, function: { arguments: ' ' } },
        ],
      }),
    ],
  ])('makes no more at the end of a long answer than at its beginning: %s (law 10)', (_, deltaOf) => {
    const made = madeBy(Array.from({ length: COUNT }, (_, n) => deltaOf(n)))
    expect(most(made.slice(-COUNT / 2))).toBeLessThanOrEqual(most(made.slice(0, COUNT / 2)))
  })
})
