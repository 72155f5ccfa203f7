import { expect, it } from 'vitest'
import { nearestEffort } from '../../../src/providers/shared/effort'

it.each([
  ['low', 'low'],
  ['minimal', 'low'],
  ['none', 'low'],
  ['medium', 'low'],
  ['high', 'high'],
  ['max', 'high'],
] as const)('%s is %s to a provider that knows low and high', (effort, nearest) => {
  expect(nearestEffort(effort, ['low', 'high'])).toBe(nearest)
})
