/** A provider that the library does not have is added as docs/adding-a-provider.md says: a folder, and one line in the table. */
import { fc, it as prop } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect, it, vi } from 'vitest'
import { collectAll, decode, finalize, initial, type Provider, providers } from '../../src'
import {
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
  oddJson,
} from '../../src/testing'
import { runs } from '../support/runs'
import type { ToyEvent } from './toy/events'

vi.mock('../../src/providers/modules', async (importOriginal) => {
  const { modules } = await importOriginal<typeof import('../../src/providers/modules')>()
  const { toy } = await import('./toy/module')
  return { modules: { ...modules, toy } } // the one line
})

const TOY = 'toy' as Provider // a lie to the types alone: its row in the union of providers is not ours to add here

const conversation: readonly ToyEvent[] = [
  { say: 'Let me ' },
  { say: 'look.' },
  { ask: { id: 'a1', tool: 'look', with: { at: 'it' } } },
  { say: 'Done.' },
  { stop: 'end', tokens: { in: 3, out: 4 } },
  { bye: true },
]

const fold = (events: readonly unknown[]) => {
  const decoded = events.map(decode(TOY))
  return finalize(
    collectAll(
      TOY,
      decoded.flatMap((one) => (E.isRight(one) ? [one.right] : [])),
    ),
  )
}

describe('a provider of one folder and one line', () => {
  it('is known', () => {
    expect(providers).toContain('toy')
    expect(initial(TOY).provider).toBe('toy')
  })

  it('folds', () => {
    expect(fold(conversation)).toMatchObject({
      _tag: 'Right',
      right: {
        provider: 'toy',
        text: 'Let me look.Done.',
        toolCalls: [{ id: 'a1', name: 'look', input: { right: { at: 'it' } } }],
        finishReason: { kind: 'tool-calls', raw: 'end' },
        usage: { inputTokens: 3, outputTokens: 4, raw: { in: 3, out: 4 } },
      },
    })
    expect(fold(conversation.slice(0, 2))).toMatchObject({
      _tag: 'Left',
      left: { code: 'incomplete-stream', partial: { text: 'Let me look.' } },
    })
  })

  const checks: { readonly [name: string]: Check } = {
    isComplete,
    isDeterministic,
    isFoldModelled,
    isImmutableAndShared,
    isLinear,
    isMonotone,
    isSerialisable,
    isShortWayTrue,
    isTotal,
  }

  const events = fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.string().map((say) => ({ say })) },
      { weight: 2, arbitrary: fc.string().map((id) => ({ ask: { id, tool: 'look', with: { id } } })) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<unknown>(
          { stop: 'full' },
          { stop: 'end', tokens: { in: 1 } },
          { bye: true },
        ),
      },
      { weight: 1, arbitrary: oddJson() },
    ),
    { maxLength: 20 },
  )

  describe.each(Object.entries(checks))('keeps %s', (_, check) => {
    prop.prop([events], { numRuns: runs() })('over any stream', (stream) => {
      check({ provider: TOY, events: stream as never }) // its events are in no type here
    })
  })
})
