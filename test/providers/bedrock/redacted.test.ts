import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { toBase64 } from '../../../src/data'
import { joinBase64, joinedBase64 } from '../../../src/providers/bedrock/redacted'

describe('base64 in pieces', () => {
  it.prop([fc.array(fc.uint8Array({ maxLength: 12 }), { maxLength: 8 })])(
    'joins to the base64 of all bytes',
    (pieces) => {
      const whole = Buffer.concat(pieces).toString('base64')
      expect(joinedBase64(pieces.map(toBase64))).toBe(whole)
    },
  )

  it('settles all but the last bytes, which may go on', () => {
    expect(joinBase64('', 'AAEC')).toEqual(['AAEC', ''])
    expect(joinBase64('', 'AAECAw==')).toEqual(['AAEC', 'Aw=='])
    expect(joinBase64('Aw==', 'BAU=')).toEqual(['AwQF', ''])
  })

  it('keeps what is no base64 as it came', () => {
    expect(joinBase64('Aw==', '!')).toEqual(['Aw==!', ''])
  })
})
