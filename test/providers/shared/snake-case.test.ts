import { describe, expect, it } from 'vitest'
import { snakeCase } from '../../../src/providers/shared/snake-case'

const OPAQUE = new Set(['tool_output'])

describe('snakeCase', () => {
  it('spells keys at every depth as the wire does, and leaves values alone', () => {
    const given = { finishReason: 'toolCalls', list: [{ promptTokens: 1 }, 'aB', null], already_so: true }
    expect(snakeCase(given, OPAQUE)).toEqual({
      finish_reason: 'toolCalls',
      list: [{ prompt_tokens: 1 }, 'aB', null],
      already_so: true,
    })
  })

  it('takes a copy of what is under an opaque key, as it is', () => {
    const toolOutput = { innerKey: 1 }
    const copy = snakeCase({ toolOutput }, OPAQUE)
    toolOutput.innerKey = 2
    expect(copy).toEqual({ tool_output: { innerKey: 1 } })
  })

  it('leaves out what is undefined, as JSON does', () => {
    expect(Object.keys(snakeCase({ one: undefined, two: 2 }, OPAQUE) as object)).toEqual(['two'])
  })

  it('takes `__proto__` for a key like others', () => {
    const copy = snakeCase(JSON.parse('{"__proto__":{"polluted":true}}'), OPAQUE) as object
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
    expect(Object.hasOwn(copy, '__proto__')).toBe(true)
    expect('polluted' in {}).toBe(false)
  })
})
