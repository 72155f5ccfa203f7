import { describe, expect, it } from 'vitest'
import { isProvider, providerModule, providers } from '../../src/providers'
import { mapAccum } from '../../src/providers/shared/signals'
import type { Script } from '../../src/testing/script'
import { synthesize } from '../../src/testing/synthesize'

const SCRIPT: Script = {
  id: 'r',
  model: 'm',
  choices: [{ pieces: [{ type: 'text', text: 'Hi' }], finish: 'stop' }],
}

describe('the table of providers', () => {
  it('lists each one once', () => {
    expect([...providers].sort()).toEqual([...new Set(providers)].sort())
    expect(providers).toEqual(expect.arrayContaining(['openai', 'openrouter', 'openai-responses']))
  })

  it('knows the listed ones and no others', () => {
    expect(providers.every(isProvider)).toBe(true)
    for (const name of ['', 'OpenAI', 'no-such-provider', 'toString', '__proto__', 'constructor']) {
      expect(isProvider(name), name).toBe(false)
    }
  })

  it.each(providers)('has all that %s needs to be folded', (provider) => {
    const module = providerModule(provider)
    const events = synthesize(provider, SCRIPT, [])
    const first = module.initial({})
    expect(events.every((event) => module.isEvent(event))).toBe(true)
    expect(module.isEvent(42)).toBe(false)
    expect(events.map((event) => module.continuation(first, event))).toEqual(events.map(() => undefined))
    expect(module.finish(first)).toEqual([])
    const [last, said] = mapAccum(first, events, module.translate)
    expect(said.map(({ type }) => type)).toEqual(expect.arrayContaining(['identify', 'text-delta', 'finish']))
    expect(JSON.parse(JSON.stringify(last))).toEqual(last)
  })

  it.each(providers)('gives %s a first cursor that is plain JSON and keeps the options', (provider) => {
    const options = { choices: 2, thinkTags: 'inside', cumulative: true } as const
    const cursor = providerModule(provider).initial(options)
    expect(JSON.parse(JSON.stringify(cursor))).toEqual(cursor)
    expect(cursor.options).toEqual(options)
  })
})
