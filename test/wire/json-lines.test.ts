import { describe, expect, it } from 'vitest'
import { chat } from '../../src/wire/chat'
import { jsonLinesFraming } from '../../src/wire/json-lines'
import { recordingSink, shred } from './support'

const read = (...texts: readonly string[]): readonly unknown[] => {
  const { told, sink } = recordingSink()
  const framing = jsonLinesFraming(chat, sink)
  for (const text of texts) framing.push(text)
  framing.end()
  return told
}

describe('jsonLinesFraming', () => {
  it('reads a value from each line, the last one too if its line is not ended', () => {
    expect(read('{"a":1}\n\n{"a":2}\n{"a":3}')).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }])
  })

  it('tells a value at the end of its line', () => {
    const { told, sink } = recordingSink()
    const framing = jsonLinesFraming(chat, sink)
    framing.push('{"a":1}')
    expect(told).toEqual([])
    framing.push('\n{')
    expect(told).toEqual([{ a: 1 }])
  })

  it('reads one value over many lines', () => {
    const answer = { choices: [{ message: { content: 'Hi' } }] }
    expect(read(JSON.stringify(answer, null, 2))).toEqual([answer])
    expect(read(...shred(JSON.stringify(answer, null, 2)))).toEqual([answer])
  })

  it.each(['data: {"b":2}', 'event: ping', ': comment', 'id: 1', 'retry: 1'])(
    'goes over to events at %j',
    (line) => {
      const events = read(`{"error":"m"}\n${line}\n\ndata: {"a":1}\n\n`)
      expect(events.at(0)).toEqual({ error: 'm' })
      expect(events.at(-1)).toEqual({ a: 1 })
    },
  )

  it('goes over to events at a field named error', () => {
    expect(read('{"a":1}\nerror: {"message":"m"}\n\n')).toEqual([{ a: 1 }, { error: { message: 'm' } }])
  })

  it('goes over to events in the middle of a value that breaks off', () => {
    expect(read('{"a":\ndata: {"a":1}\n\n')).toEqual([{ code: 'invalid-json', text: '{"a":' }, { a: 1 }])
  })

  it('goes over to events at a last line that is not ended', () => {
    expect(read('{"a":1}\ndata: {"a":2}')).toEqual([{ a: 1 }, { a: 2 }])
    expect(read('{"a":1}\ndata: {"a":')).toEqual([{ a: 1 }, { code: 'truncated-event', text: '{"a":' }])
  })

  it('says that the last value was cut', () => {
    expect(read('{"a":1}\n{"a":')).toEqual([{ a: 1 }, { code: 'truncated-event', text: '{"a":' }])
  })
})
