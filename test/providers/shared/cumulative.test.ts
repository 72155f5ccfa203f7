import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { freshPart } from '../../../src/providers/shared/cumulative'

describe('freshPart', () => {
  it('takes the first delta as it is', () => {
    expect(freshPart('', 'ha')).toEqual({ text: 'ha', sent: 'ha', oddities: [] })
  })

  it('takes of a delta that starts with all before only what is new', () => {
    expect(freshPart('ha', 'haha')).toEqual({ text: 'ha', sent: 'haha', oddities: ['cumulative-delta'] })
  })

  it('takes nothing of a delta that says all again', () => {
    expect(freshPart('ha', 'ha')).toEqual({ text: '', sent: 'ha', oddities: ['cumulative-delta'] })
  })

  it.each(['h', 'oh', 'Haha'])('appends "%s", which does not start with all before, and says so', (delta) => {
    expect(freshPart('ha', delta)).toEqual({ text: delta, sent: `ha${delta}`, oddities: ['not-cumulative'] })
  })

  it.prop([fc.array(fc.string({ minLength: 1 }))])('takes each fragment of a text once', (fragments) => {
    let sent = ''
    let taken = ''
    fragments.forEach((_, n) => {
      const fresh = freshPart(sent, fragments.slice(0, n + 1).join(''))
      sent = fresh.sent
      taken += fresh.text
    })
    expect(taken).toBe(fragments.join(''))
    expect(sent).toBe(taken)
  })
})
