import { describe, expect, it } from 'vitest'
import { bodyFraming } from '../../src/wire/body'
import { chat } from '../../src/wire/chat'
import { recordingSink, shred } from './support'

const read = (...texts: readonly string[]): readonly unknown[] => {
  const { told, sink } = recordingSink()
  const framing = bodyFraming(chat, sink)
  for (const text of texts) framing.push(text)
  framing.end()
  return told
}

describe('bodyFraming', () => {
  it.each([
    ['data: {"a":1}\n\n', [{ a: 1 }]],
    ['\n\n\ndata: {"a":1}\n\n', [{ a: 1 }]],
    ['{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
    ['\n  {"a":1}', [{ a: 1 }]],
    ['[{"a":1}]', [{ a: 1 }]],
    [
      '\n<!doctype html>\n<title>Bad gateway</title>',
      [{ code: 'html-page', body: '\n<!doctype html>\n<title>Bad gateway</title>' }],
    ],
    ['upstream gone', [{ code: 'unframed-text', text: 'upstream gone' }]],
    ['', []],
    ['\n \n', []],
  ])('goes by the first character of %j', (body, told) => {
    expect(read(body)).toEqual(told)
    expect(read(...shred(body))).toEqual(told)
  })
})
