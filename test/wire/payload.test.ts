import { describe, expect, it } from 'vitest'
import { chat } from '../../src/wire/chat'
import { readPayload } from '../../src/wire/payload'
import { recordingSink } from './support'

const read = (data: string, kind: { readonly isError?: boolean; readonly atEnd?: boolean } = {}) => {
  const { told, sink } = recordingSink()
  readPayload(data, { isError: false, atEnd: false, ...kind }, chat, sink)
  return told
}

describe('readPayload', () => {
  it('reads JSON over any number of lines as one event', () => {
    expect(read('{"a":1}')).toEqual([{ a: 1 }])
    expect(read('{\n"a":1\n}')).toEqual([{ a: 1 }])
    expect(read('42')).toEqual([42])
  })

  it('reads the end mark, whatever blanks are around it', () => {
    expect(read(' [DONE] ')).toEqual(['[DONE]'])
  })

  it.each(['', '  ', ': keepalive', ' : ping'])('passes over %j, which says nothing', (data) => {
    expect(read(data)).toEqual([])
    expect(read(data, { atEnd: true })).toEqual([])
  })

  it('keeps the text of what is no JSON', () => {
    expect(read('{"a":')).toEqual([{ code: 'invalid-json', text: '{"a":' }])
    expect(read(' upstream gone ')).toEqual([{ code: 'invalid-json', text: ' upstream gone ' }])
    expect(read('{"a":', { atEnd: true })).toEqual([{ code: 'truncated-event', text: '{"a":' }])
  })

  it('reads several payloads of which each is a line', () => {
    expect(read('{"a":1}\n{"a":2}\n\n: ping\n[DONE]')).toEqual([{ a: 1 }, { a: 2 }, '[DONE]'])
    expect(read(': ping\n{"a":1}')).toEqual([{ a: 1 }])
    expect(read('[DONE]\n{"a":1}')).toEqual(['[DONE]', { a: 1 }])
  })

  it('keeps the lines that are whole when another one is not', () => {
    expect(read('{"a":1}\n{"a":\n{"a":3}')).toEqual([
      { a: 1 },
      { code: 'invalid-json', text: '{"a":' },
      { a: 3 },
    ])
    expect(read('{"a":1}\n{"a":', { atEnd: true })).toEqual([
      { a: 1 },
      { code: 'truncated-event', text: '{"a":' },
    ])
  })

  it('does not take JSON over many lines for several payloads', () => {
    expect(read('[\n1\n]')).toEqual([[1]])
    expect(read('{\n"a":\n')).toEqual([{ code: 'invalid-json', text: '{\n"a":\n' }])
  })

  it('reads an error: JSON that has one as it is, other JSON and text wrapped', () => {
    expect(read('{"error":{"message":"m"},"id":1}', { isError: true })).toEqual([
      { error: { message: 'm' }, id: 1 },
    ])
    expect(read('{\n"message":"m"\n}', { isError: true })).toEqual([{ error: { message: 'm' } }])
    expect(read('overloaded', { isError: true })).toEqual([{ error: 'overloaded' }])
    expect(read('{"a":', { isError: true, atEnd: true })).toEqual([{ error: '{"a":' }])
  })

  it('reads an error that gives no details as an error all the same', () => {
    expect(read('', { isError: true })).toEqual([{ error: '' }])
  })

  it('takes only the last of several payloads for the error', () => {
    expect(read('{"a":1}\n{"message":"m"}', { isError: true })).toEqual([
      { a: 1 },
      { error: { message: 'm' } },
    ])
  })
})
