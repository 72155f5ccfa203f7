import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { fromBase64, toBase64 } from '../../src/data'

const bytes = () => fc.uint8Array({ maxLength: 300 })

describe('base64', () => {
  it.prop([bytes()])('is written as Node writes it', (given) => {
    expect(toBase64(given)).toBe(Buffer.from(given).toString('base64'))
  })

  it.prop([bytes()])('is read back to the same bytes', (given) => {
    expect(fromBase64(toBase64(given))).toEqual(given)
  })

  it.each(['A', 'AA', 'AAA', 'A===', '=AAA', 'AA=A', 'AAAA=', 'AA-_', 'AA A', 'AAAé', '====='])(
    'is not %s',
    (text) => {
      expect(fromBase64(text)).toBeUndefined()
    },
  )

  it('may be empty', () => {
    expect(toBase64(new Uint8Array())).toBe('')
    expect(fromBase64('')).toEqual(new Uint8Array())
  })
})
