import { expect, it } from 'vitest'
import type { ContentPart } from '../../../src'
import { withoutHalfPairs } from '../../../src/providers/shared/hosted'

const call = (id: string): ContentPart => ({
  type: 'server-tool-call',
  id,
  name: 'search',
  input: {},
  raw: {},
})
const result = (id: string): ContentPart => ({ type: 'server-tool-result', id, output: 1, raw: {} })

it('keeps whole pairs and all else, in order', () => {
  const text: ContentPart = { type: 'text', text: 'a' }
  const whole = [call('1'), text, result('1')]
  expect(withoutHalfPairs([...whole, call('2'), result('3')])).toEqual(whole)
})
