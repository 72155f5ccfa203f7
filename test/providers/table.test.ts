import { describe, expect, it } from 'vitest'
import { isProvider, providerModule, providers } from '../../src/providers'
import { type Script, synthesize } from '../../src/testing'

const script: Script = {
  id: 'r1',
  model: 'm1',
  choices: [{ pieces: [{ type: 'text', text: 'Hi' }], finish: 'stop' }],
}

describe('the table of providers', () => {
  it('lists each one once', () => {
    expect(providers).toContain('openai')
    expect(providers).toHaveLength(new Set(providers).size)
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
    expect(module.isEvent(synthesize(provider, script, [])[0])).toBe(true)
    expect(module.isEvent(null)).toBe(false)
    for (const event of synthesize(provider, script, [])) {
      expect(module.continuation(cursor, event)).toBeUndefined()
    }
    expect(module.finish(cursor)).toEqual([])
  })

  it.each(providers)('gives %s a first cursor that is plain JSON and keeps the options', (provider) => {
    const options = { choices: 2, thinkTags: 'inside', cumulative: true } as const
    const cursor = providerModule(provider).initial(options)
    expect(JSON.parse(JSON.stringify(cursor))).toEqual(cursor)
    expect(cursor.options).toEqual(options)
  })
})
