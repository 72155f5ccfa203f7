import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProviderOptions } from '../../../src'
import { delta, finish, foldAll } from '../../support/chat'
import { payLaws } from '../../support/pay-laws'
import { runs } from '../../support/runs'

type Field = 'content' | 'reasoning_content' | 'refusal'

/** Deltas of one field each, with tags whole, in pieces, alone and in the wrong order. */
const saidDeltas = () =>
  fc.array(
    fc.record({
      field: fc.constantFrom<Field>('content', 'content', 'content', 'reasoning_content', 'refusal'),
      text: fc.oneof(
        fc.constantFrom(
          '<think>',
          '</think>',
          '<th',
          'ink>',
          '</',
          '<',
          'a <b',
          '<think>x</think>y',
          'z</think>',
        ),
        fc.string({ minLength: 1, maxLength: 6 }),
      ),
    }),
    { maxLength: 8 },
  )

const whole = (said: readonly { field: Field; text: string }[]) =>
  said.map(({ field, text }) => delta({ [field]: text }))

const inCharacters = (said: readonly { field: Field; text: string }[]) =>
  said.flatMap(({ field, text }) => text.split('').map((unit) => delta({ [field]: unit })))

/** Each delta with all that its field said before. */
const cumulatively = (said: readonly { field: Field; text: string }[]) => {
  const sent = { content: '', reasoning_content: '', refusal: '' }
  return said.map(({ field, text }) => {
    sent[field] += text
    return delta({ [field]: field === 'refusal' ? text : sent[field] })
  })
}

describe('deltas', () => {
  it.each<[string, ProviderOptions]>([
    ['without options', {}],
    ['with think tags', { thinkTags: true }],
    ['inside think tags', { thinkTags: 'inside' }],
  ])('may be cut anywhere (law 5), %s', (_, options) => {
    fc.assert(
      fc.property(saidDeltas(), (said) => {
        const cut = foldAll([...inCharacters(said), finish('stop')], options).response
        const { response } = payLaws('openai', [...whole(said), finish('stop')], options)
        expect(cut.message).toEqual(response.message)
        expect(cut.text).toBe(response.text)
        expect(cut.reasoning).toBe(response.reasoning)
      }),
      { numRuns: runs() },
    )
  })

  it('of a server that sends cumulatively fold to what plain ones do', () => {
    fc.assert(
      fc.property(saidDeltas(), (said) => {
        const plain = foldAll([...whole(said), finish('stop')]).response
        const { response } = payLaws('openai', [...cumulatively(said), finish('stop')], { cumulative: true })
        expect(response.message).toEqual(plain.message)
      }),
      { numRuns: runs() },
    )
  })

  it('keep every character that no tag is made of', () => {
    fc.assert(
      fc.property(saidDeltas(), (said) => {
        const {
          text,
          reasoning = '',
          refusal = '',
        } = foldAll([...whole(said), finish('stop')], { thinkTags: true }).response
        const sent = said.map(({ text: one }) => one).join('')
        const kept = (text + reasoning + refusal).split('').sort().join('')
        const untagged = (all: string) =>
          all
            .replace(/[</>think]/g, '')
            .split('')
            .sort()
            .join('')
        expect(untagged(kept)).toBe(untagged(sent))
      }),
      { numRuns: runs() },
    )
  })
})
