import { describe, expect, it } from 'vitest'
import type { ContentPart } from '../../../src'
import { toContentPart, toFile, toSource } from '../../../src/providers/openai/parts'

describe('toSource', () => {
  it('reads an annotation of OpenAI', () => {
    const raw = {
      type: 'url_citation',
      url_citation: { url: 'https://a.test', title: 'A', start_index: 0, end_index: 7 },
    }
    expect(toSource(raw)).toStrictEqual({
      type: 'source',
      url: 'https://a.test',
      title: 'A',
      start: 0,
      end: 7,
      raw,
    })
  })

  it('reads an address, and an object that has one', () => {
    expect(toSource('https://a.test')).toStrictEqual({
      type: 'source',
      url: 'https://a.test',
      raw: 'https://a.test',
    })
    expect(toSource({ url: 'https://a.test', title: 'A' })).toMatchObject({
      url: 'https://a.test',
      title: 'A',
    })
  })

  it.each([null, 7, [], {}, { url: 3, title: null, start_index: '0' }])(
    'keeps %j, which names none',
    (raw) => {
      expect(toSource(raw)).toStrictEqual({ type: 'source', raw })
    },
  )

  it('knows no negative zero', () => {
    expect(Object.is(toSource({ start_index: -0 }).start, 0)).toBe(true)
  })
})

describe('toFile', () => {
  const png = 'data:image/png;base64,iVBORw0KGgo='

  it.each<[string, unknown, Partial<ReturnType<typeof toFile>>]>([
    ['an image in an object', { image_url: { url: png } }, { url: png, mediaType: 'image/png' }],
    ['an image as text', { image_url: png }, { url: png, mediaType: 'image/png' }],
    ['an address', { url: 'https://a.test/b.png' }, { url: 'https://a.test/b.png' }],
    ['a bare address', 'https://a.test/b.png', { url: 'https://a.test/b.png' }],
    [
      'a media type with parameters',
      { url: 'data:image/svg+xml,<svg/>' },
      { url: 'data:image/svg+xml,<svg/>', mediaType: 'image/svg+xml' },
    ],
    ['bytes as text', 'iVBORw0KGgo=', { data: 'iVBORw0KGgo=' }],
    ['bare bytes', { b64_json: 'iVBORw0KGgo=' }, { data: 'iVBORw0KGgo=' }],
    ['nothing', {}, {}],
    ['a number', 3, {}],
    ['an address that is none', { image_url: { url: 3 } }, {}],
  ])('reads %s', (_, raw, file) => {
    expect(toFile(raw)).toStrictEqual({ type: 'file', ...file, raw })
  })

  it('looks for the media type at the beginning only', () => {
    const address = `https://a.test/${'x'.repeat(200)}data:image/png;base64,`
    expect(toFile({ url: address })).not.toHaveProperty('mediaType')
  })
})

describe('toContentPart', () => {
  it.each<[unknown, ContentPart['type']]>([
    [{ type: 'image_url', image_url: { url: 'https://a.test' } }, 'file'],
    [{ type: 'image', url: 'https://a.test' }, 'file'],
    [{ type: 'video', url: 'https://a.test' }, 'unknown'],
    [{}, 'unknown'],
    [7, 'unknown'],
  ])('makes of %j a part of type %s', (raw, type) => {
    expect(toContentPart(raw)).toMatchObject({ type, raw })
  })
})
