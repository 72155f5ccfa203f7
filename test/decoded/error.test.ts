import { describe, expect, it } from 'vitest'
import { excerpt, htmlPage, sourceFailure } from '../../src/decoded/error'

describe('sourceFailure', () => {
  it('tells an abort from a failure by its name', () => {
    expect(sourceFailure(new DOMException('stop', 'AbortError'))).toEqual({
      code: 'aborted',
      message: 'The stream was aborted.',
    })
    expect(sourceFailure({ name: 'AbortError' }).code).toBe('aborted')
    expect(sourceFailure(new DOMException('slow', 'TimeoutError')).code).toBe('connection-lost')
  })

  it.each([
    [new TypeError('terminated'), 'TypeError: terminated'],
    [
      new TypeError('terminated', { cause: new Error('other side closed') }),
      'TypeError: terminated (Error: other side closed)',
    ],
    ['gone', 'gone'],
    [{ message: 'gone' }, 'gone'],
    [undefined, 'a thrown undefined'],
    [Object.create(null), 'a thrown object'],
  ])('puts %s into words', (thrown, cause) => {
    expect(sourceFailure(thrown)).toEqual({
      code: 'connection-lost',
      message: `The source failed before its end: ${cause}.`,
      cause,
    })
  })
})

describe('htmlPage', () => {
  it('says the title of the page', () => {
    expect(htmlPage('<html><head><TITLE> 502 Bad Gateway </TITLE>').message).toBe(
      'A page of markup came in place of a stream: 502 Bad Gateway.',
    )
    expect(htmlPage('<html><title></title>').message).toBe('A page of markup came in place of a stream.')
  })
})

describe('excerpt', () => {
  it('keeps 200 characters at most', () => {
    expect(excerpt('a'.repeat(200))).toBe('a'.repeat(200))
    expect(excerpt('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`)
  })
})
