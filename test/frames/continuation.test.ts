import { describe, expect, it } from 'vitest'
import { continuationFrame } from '../../src/frames'

describe('continuationFrame', () => {
  it.each([
    ['text-delta', { text: 'x' }],
    ['refusal-delta', { text: 'x' }],
    ['reasoning-delta', { kind: 'content', text: 'x' }],
    ['summary-delta', { type: 'reasoning-delta', kind: 'summary', text: 'x' }],
    ['tool-call-delta', { arguments: 'x' }],
  ] as const)('tells a %s as the long way does', (type, said) => {
    expect(continuationFrame({ type, part: 1, choice: 0, text: 'x' })).toStrictEqual({
      type,
      part: 1,
      ...said,
    })
    expect(continuationFrame({ type, part: 1, choice: 2, text: 'x' })).toStrictEqual({
      type,
      part: 1,
      choice: 2,
      ...said,
    })
  })
})
