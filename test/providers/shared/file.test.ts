import { expect, it } from 'vitest'
import { toFilePart } from '../../../src/providers/shared/file'

it('makes a file of its type, its address and its base64', () => {
  const raw = { any: 1 }
  expect(toFilePart('image/png', 'https://e.example/a', 'AA==', raw)).toStrictEqual({
    type: 'file',
    mediaType: 'image/png',
    url: 'https://e.example/a',
    data: 'AA==',
    raw,
  })
})

it.each(['', null, undefined, 7, {}])('takes %j for none of them', (value) => {
  expect(toFilePart(value, value, value, 'raw')).toStrictEqual({ type: 'file', raw: 'raw' })
})
