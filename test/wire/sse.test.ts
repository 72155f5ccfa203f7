import { describe, expect, it } from 'vitest'
import { chat } from '../../src/wire/chat'
import { sseFraming } from '../../src/wire/sse'
import { recordingSink } from './support'

const read = (...texts: readonly string[]): readonly unknown[] => {
  const { told, sink } = recordingSink()
  const framing = sseFraming(chat, sink)
  for (const text of texts) framing.push(text)
  framing.end()
  return told
}

describe('sseFraming', () => {
  it('tells an event at the blank line that ends it', () => {
    const { told, sink } = recordingSink()
    const framing = sseFraming(chat, sink)
    framing.push('data: {"a":1}\n')
    expect(told).toEqual([])
    framing.push('\n')
    expect(told).toEqual([{ a: 1 }])
  })

  it('takes one space after the colon, or none, and ignores the fields it does not need', () => {
    expect(read('id: 7\nretry: 10\nretry: soon\nevent: ping\ndata:{"a":" b"}\n\n')).toEqual([{ a: ' b' }])
  })

  it('joins the lines of one event with a line feed', () => {
    expect(read('data: {"a":\ndata: 1}\n\n')).toEqual([{ a: 1 }])
  })

  it('tells comments', () => {
    expect(read(': OPENROUTER PROCESSING\n\n')).toEqual([': OPENROUTER PROCESSING'])
  })

  it('tells what stands outside the framing before the event that follows it', () => {
    expect(read('oops\n', 'data: {"a":1}\n\n', 'again')).toEqual([
      { code: 'unframed-text', text: 'oops' },
      { a: 1 },
      { code: 'unframed-text', text: 'again' },
    ])
  })

  it('tells a JSON error outside the framing at once', () => {
    const { told, sink } = recordingSink()
    sseFraming(chat, sink).push('data: {"a":1}\n\n{"error":{"message":"quota"}}\n')
    expect(told).toEqual([{ a: 1 }, { error: { message: 'quota' } }])
  })

  it('says that JSON outside the framing was cut by the end', () => {
    expect(read('data: {"a":1}\n\n{"error":{"mess')).toEqual([
      { a: 1 },
      { code: 'truncated-event', text: '{"error":{"mess' },
    ])
  })

  it('tells a field named error as an error, with JSON or with text', () => {
    expect(read('error: {"detail":"d","error":{"message":"m"}}\n\n')).toEqual([
      { detail: 'd', error: { message: 'm' } },
    ])
    expect(read('error: {"message":"m"}\n\n')).toEqual([{ error: { message: 'm' } }])
    expect(read('oops\nerror: out of memory')).toEqual([
      { code: 'unframed-text', text: 'oops' },
      { error: 'out of memory' },
    ])
  })

  it('reads an event of type error as an error', () => {
    expect(read('event: error\ndata: {"message":"m"}\n\n')).toEqual([{ error: { message: 'm' } }])
    expect(read('event: error\ndata: {"a":1}\n\ndata: {"a":1}\n\n')).toEqual([{ error: { a: 1 } }, { a: 1 }])
  })

  it('tells an event that the end leaves open when it is whole, and that it is cut when it is not', () => {
    expect(read('data: {"a":1}')).toEqual([{ a: 1 }])
    expect(read('data: {"a":1}\n')).toEqual([{ a: 1 }])
    expect(read('data: [DONE]')).toEqual(['[DONE]'])
    expect(read('data: {"a":')).toEqual([{ code: 'truncated-event', text: '{"a":' }])
    expect(read('data: {"a":\n')).toEqual([{ code: 'truncated-event', text: '{"a":' }])
    expect(read('data: {"a":\n\n')).toEqual([{ code: 'invalid-json', text: '{"a":' }])
  })

  it('keeps a byte order mark that was decoded wrongly, wherever the cuts are', () => {
    const whole = [{ code: 'unframed-text', text: 'ï»¿data: {}' }]
    expect(read('ï»¿data: {}\n\n')).toEqual(whole)
    expect(read('ï', '»¿data: {}\n\n')).toEqual(whole)
  })
})
