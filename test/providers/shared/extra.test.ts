import { expect, it } from 'vitest'
import { unlessEmpty, withExtra } from '../../../src/providers/shared/extra'

it('merges the caller’s fields over the body, and one of them field by field', () => {
  const body = { model: 'm', tools: { a: 1 }, config: { a: 1, b: 1 } }
  expect(withExtra(body, { tools: { b: 2 }, config: { b: 2, c: 2 } }, 'config')).toEqual({
    model: 'm',
    tools: { b: 2 },
    config: { a: 1, b: 2, c: 2 },
  })
  expect(withExtra(body, undefined, 'config')).toEqual(body)
  expect(withExtra(body, { config: undefined }, 'config')).toEqual({ ...body, config: undefined })
  expect(withExtra({ model: 'm' }, { config: { a: 1 } }, 'config')).toEqual({ model: 'm', config: { a: 1 } })
})

it('knows an object that says nothing', () => {
  expect(unlessEmpty({ a: undefined })).toBeUndefined()
  expect(unlessEmpty({ a: undefined, b: null })).toEqual({ a: undefined, b: null })
})
