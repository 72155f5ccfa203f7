import { describe, expect, it } from 'vitest'
import { isProvider, providerModule, providers } from '../../src/providers'

describe('the table of providers', () => {
  it('lists each one once', () => {
    expect([...providers].sort()).toEqual([...new Set(providers)].sort())
  })

  it('knows the listed ones and no others', () => {
    expect(providers.every(isProvider)).toBe(true)
    for (const name of ['', 'OpenAI', 'no-such-provider', 'toString', '__proto__', 'constructor']) {
      expect(isProvider(name), name).toBe(false)
    }
  })

  it.each(providers)('has all that %s needs to be folded', (provider) => {
    const module = providerModule(provider)
    const cursor = module.initial({})
    const nothing: unknown = {}
    if (!module.isEvent(nothing)) expect.unreachable('any object may be an event')
    expect(module.isEvent([])).toBe(false)
    expect(module.isEvent(0)).toBe(false)
    expect(module.continuation(cursor, nothing)).toBeUndefined()
    expect(module.translate(cursor, nothing)[0]).toEqual(cursor)
    expect(module.finish(cursor)).toEqual([])
  })

  it.each(providers)('gives %s a first cursor that is plain JSON and keeps the options', (provider) => {
    const options = { choices: 2, thinkTags: 'inside', cumulative: true } as const
    const cursor = providerModule(provider).initial(options)
    expect(JSON.parse(JSON.stringify(cursor))).toEqual(cursor)
    expect(cursor.options).toEqual(options)
  })
})
