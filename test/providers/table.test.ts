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
    for (const odd of [[], null, 42, 'text']) expect(module.isEvent(odd)).toBe(false)
    expect(module.continuation(cursor, nothing)).toBeUndefined()
    expect(JSON.parse(JSON.stringify(module.translate(cursor, nothing)))).toEqual(
      module.translate(cursor, nothing),
    )
    expect(module.finish(cursor)).toEqual([])
  })

  it.each(['openai', 'openrouter', 'mistral', 'cohere'] as const)('takes the end mark of %s', (provider) => {
    const module = providerModule(provider)
    const cursor = module.initial({})
    expect(module.isEvent('[DONE]')).toBe(true)
    expect(module.translate(cursor, '[DONE]')).toEqual([cursor, [{ type: 'done' }]])
    expect(module.continuation(cursor, '[DONE]')).toBeUndefined()
  })

  const options = { choices: 2, thinkTags: 'inside', cumulative: true } as const

  it.each(providers)('gives %s a first cursor that is plain JSON', (provider) => {
    const cursor = providerModule(provider).initial(options)
    expect(JSON.parse(JSON.stringify(cursor))).toEqual(cursor)
  })

  it.each(['openai', 'openrouter', 'ollama', 'mistral', 'cohere', 'bedrock-invoke'] as const)(
    'keeps the options of %s, by which its deltas are read',
    (provider) => {
      expect(providerModule(provider).initial(options).options).toEqual(options)
    },
  )
})
