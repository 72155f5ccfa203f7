import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { shortId } from '../../../src/providers/shared/ids'
import { runs } from '../../support/runs'

describe('shortId', () => {
  it.prop([fc.string()], { numRuns: runs() })(
    'Q126: is nine letters and digits, the same for the same id',
    (id) => {
      expect(shortId(id)).toMatch(/^[a-zA-Z0-9]{9}$/)
      expect(shortId(id)).toBe(shortId(`${id}`))
    },
  )

  it('Q126: is different for ids that differ, however little', () => {
    const ids = Array.from({ length: 20_000 }, (_, n) => `call_${n}`)
    expect(new Set(ids.map(shortId)).size).toBe(ids.length)
  })
})
