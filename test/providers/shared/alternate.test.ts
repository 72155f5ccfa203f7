import { expect, it } from 'vitest'
import { alternate } from '../../../src/providers/shared/alternate'
import type { Turn } from '../../../src/providers/shared/turns'

const turns: readonly Turn[] = [
  { role: 'user', content: 'a' },
  { role: 'assistant', content: [], calls: [] },
  { role: 'tool', results: [] },
  { role: 'user', content: 'b' },
]

it('makes neighbours of one role one message, in their order', () => {
  expect(alternate(turns, ({ role }) => [role])).toEqual([
    { role: 'user', content: ['user'] },
    { role: 'assistant', content: ['assistant'] },
    { role: 'user', content: ['tool', 'user'] },
  ])
})

it('leaves out a turn without blocks, so that those around it may become neighbours', () => {
  expect(alternate(turns, ({ role }) => (role === 'assistant' ? [] : [role]))).toEqual([
    { role: 'user', content: ['user', 'tool', 'user'] },
  ])
})

it('takes the blocks as a copy', () => {
  const blocks: readonly string[] = Object.freeze(['x'])
  expect(alternate(turns, () => blocks)[0]?.content).toEqual(['x'])
})
