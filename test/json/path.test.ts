import { describe, expect, it } from 'vitest'
import { feed, feedWithEvents, initialJson, type JsonPath, pathOf } from '../../src/json'
import { statesOf } from './reading'

describe('the path', () => {
  it('is that of the value that is read or comes next, at each place of a text', () => {
    const steps: readonly (readonly [string, JsonPath])[] = [
      [' ', []],
      ['{', []],
      [' ', []],
      ['"', []],
      ['a', []],
      ['"', ['a']],
      [' ', ['a']],
      [':', ['a']],
      [' ', ['a']],
      ['[', ['a', 0]],
      [' ', ['a', 0]],
      ['1', ['a', 0]],
      [' ', ['a']],
      [',', ['a', 1]],
      [' ', ['a', 1]],
      ['t', ['a', 1]],
      ['rue', ['a']],
      [',', ['a', 2]],
      ['"', ['a', 2]],
      ['s', ['a', 2]],
      ['"', ['a']],
      [',', ['a', 3]],
      ['{', ['a', 3]],
      ['"', ['a', 3]],
      ['b\\', ['a', 3]],
      ['n"', ['a', 3, 'b\n']],
      [':', ['a', 3, 'b\n']],
      ['-', ['a', 3, 'b\n']],
      ['1,', ['a', 3]],
      ['"c":[[', ['a', 3, 'c', 0, 0]],
      [']', ['a', 3, 'c']],
      [']', ['a', 3]],
      ['}', ['a']],
      [']', []],
      [',', []],
      ['"__proto__"', ['__proto__']],
      [':""', []],
      ['}', []],
      ['\n', []],
    ]
    const fragments = steps.map(([fragment]) => fragment)
    const seen = statesOf(fragments).slice(1).map(pathOf)
    expect(seen.map((path, at) => [fragments[at], path])).toStrictEqual(steps)
  })

  it('is empty before the first fragment, and at atoms alone', () => {
    for (const text of ['', '1', '1 ', 'tr', 'true', '"a', '"a"']) {
      expect(pathOf(feed(initialJson, text))).toStrictEqual([])
    }
  })

  it('counts on beyond a block of items', () => {
    expect(pathOf(feed(initialJson, `[${'0,'.repeat(100)}`))).toStrictEqual([100])
    expect(pathOf(feed(initialJson, `[${'0,'.repeat(32)}[`))).toStrictEqual([32, 0])
  })

  it('stays where a mistake was made', () => {
    expect(pathOf(feed(initialJson, '{"a": [1, x'))).toStrictEqual(['a', 1])
    expect(pathOf(feed(initialJson, '{"a": [01,'))).toStrictEqual(['a', 0])
    expect(pathOf(feed(initialJson, '{"a" 1'))).toStrictEqual(['a'])
  })

  it('belongs to who asked: each is an array of its own', () => {
    const state = feed(initialJson, '[[')
    expect(pathOf(state)).not.toBe(pathOf(state))
    const [first, second] = feedWithEvents(initialJson, '{"a":1')[1]
    expect(first?.path).toStrictEqual(['a'])
    expect(second).toBeUndefined()
  })
})
