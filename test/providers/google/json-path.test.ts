import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { parsePath } from '../../../src/providers/google/json-path'
import { runs } from '../../support/runs'

describe('parsePath', () => {
  it.each([
    ['$.a', ['a']],
    ['$.a.b[0].c', ['a', 'b', 0, 'c']],
    ['$[3][1]', [3, 1]],
    ['a.b', ['a', 'b']],
    ["$['a.b']['it\\'s']", ['a.b', "it's"]],
    ['$["a]"]["\\u00e9\\n\\"\\\\"]', ['a]', 'é\n"\\']],
    ["$['\"']", ['"']],
    ['$["it\\\'s"]', ["it's"]],
    ["$['']", ['']],
    ['$.naïve😀', ['naïve😀']],
    ['$.__proto__.constructor', ['__proto__', 'constructor']],
  ])('reads %s', (text, path) => {
    expect(parsePath(text)).toEqual(path)
  })

  it.each([
    '',
    '$',
    '$.',
    '$..a',
    '$.a.',
    '$[-1]',
    '$[1',
    '$[*]',
    '$.a[?(@.b)]',
    "$['a",
    '$["\\x"]',
    '$[1e3]',
    '$.a]',
    '$[9999999999]',
  ])('takes %j for no path', (text) => {
    expect(parsePath(text)).toBeUndefined()
  })

  it('goes as deep as data may', () => {
    expect(parsePath(`$${'[0]'.repeat(499)}`)).toHaveLength(499)
    expect(parsePath(`$${'[0]'.repeat(500)}`)).toBeUndefined()
  })

  it.prop([fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.nat(1000)), { minLength: 1 })], {
    numRuns: runs(),
  })('reads back any names and indexes', (path) => {
    const quoted = path.map((segment) => `[${JSON.stringify(segment)}]`).join('')
    expect(parsePath(`$${quoted}`)).toEqual(path)
  })
})
