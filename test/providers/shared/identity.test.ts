import { describe, expect, it } from 'vitest'
import { readIdentity } from '../../../src/providers/shared/identity'

const unknown = { id: '', model: '', parts: 3 }

describe('readIdentity', () => {
  it('says what is new, and keeps the rest of the cursor', () => {
    expect(readIdentity(unknown, 'r', '')).toEqual([{ ...unknown, id: 'r' }, [{ type: 'identify', id: 'r' }]])
    expect(readIdentity(unknown, 'r', 'm')?.[1]).toEqual([{ type: 'identify', id: 'r', model: 'm' }])
  })

  it.each([undefined, null, '', 7, {}])('takes %j for no news', (value) => {
    expect(readIdentity(unknown, value, value)).toBeNull()
  })

  it('keeps the first of each, and says that another came', () => {
    const known = { ...unknown, id: 'r', model: 'm' }
    expect(readIdentity(known, 'r', 'm')).toBeNull()
    const [cursor, said] = readIdentity(known, 's', 'n') ?? []
    expect(cursor).toBe(known)
    expect(said).toMatchObject([{ issue: { code: 'id-changed' } }, { issue: { code: 'model-changed' } }])
  })
})
