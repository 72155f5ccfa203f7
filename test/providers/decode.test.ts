import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { decode, type Provider, providers } from '../../src'

/** Their events themselves say which is the last. */
const WITHOUT_END_MARK: ReadonlySet<Provider> = new Set<Provider>(['bedrock', 'bedrock-invoke', 'ollama'])

describe.each(providers)('decode of %s', (provider) => {
  it.each([{}, { choices: [] }, { choices: 'odd', unknown: { field: 1 } }, { error: { message: 'why' } }])(
    'tags %j, untouched',
    (event) => {
      const decoded = decode(provider)(event)
      expect(decoded).toEqual(E.right({ provider, event }))
      expect(E.isRight(decoded) && decoded.right.event).toBe(event)
    },
  )

  it.each([
    [null, 'null'],
    [[], 'an array'],
    [[{ choices: [] }], 'an array'],
    [42, 'a number'],
    ['[END]', 'a string'],
    ['', 'a string'],
    [true, 'a boolean'],
  ])('says that %j is no event', (json, what) => {
    expect(decode(provider)(json)).toEqual(
      E.left({
        code: 'not-an-event',
        message: `JSON that is no event of the ${provider} dialect: ${what}`,
        provider,
        json,
      }),
    )
  })

  it('knows the end mark, if the dialect has one', () => {
    const decoded = decode(provider)('[DONE]')
    expect(E.isRight(decoded)).toBe(!WITHOUT_END_MARK.has(provider))
  })

  it('says so of what is no JSON at all, and keeps JSON of it', () => {
    for (const value of [undefined, () => 1, Number.NaN]) {
      const decoded = decode(provider)(value)
      expect(E.isLeft(decoded) && decoded.left.json).toBeNull()
    }
    const deep: unknown[] = []
    for (let level = 0, inner = deep; level < 5_000; level++) {
      const more: unknown[] = []
      inner.push(more)
      inner = more
    }
    const decoded = decode(provider)(deep)
    expect(JSON.stringify(decoded)).toContain('[nested too deeply]')
  })
})
