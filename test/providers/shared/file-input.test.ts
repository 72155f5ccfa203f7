import { describe, expect, it } from 'vitest'
import { fileData, filenameOf, fileUrl } from '../../../src/providers/shared/file-input'

describe('a file', () => {
  const file = { type: 'file', mediaType: 'image/png' } as const

  it('has an address, of its own or with all of it', () => {
    expect(fileUrl({ ...file, url: 'https://e.example/a', data: 'AA==' })).toBe('https://e.example/a')
    expect(fileUrl({ ...file, data: 'AA==' })).toBe('data:image/png;base64,AA==')
  })

  it('has its bytes beside it or in its address; elsewhere they are not fetched', () => {
    expect(fileData({ url: 'https://e.example/a', data: 'AA==' })).toBe('AA==')
    expect(fileData({ url: 'data:image/png;base64,BB==' })).toBe('BB==')
    expect(fileData({ url: 'data:text/plain,BB' })).toBeUndefined()
    expect(fileData({ url: 'https://e.example/a' })).toBeUndefined()
  })

  it('has a name, its own or one by its type', () => {
    expect(filenameOf({ ...file, filename: 'a.png' })).toBe('a.png')
    expect(filenameOf(file)).toBe('file.png')
  })
})
