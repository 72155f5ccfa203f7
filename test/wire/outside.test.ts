import { describe, expect, it } from 'vitest'
import { chat } from '../../src/wire/chat'
import { openOutside } from '../../src/wire/outside'
import { recordingSink } from './support'

const open = (everyLine: boolean) => {
  const { told, sink } = recordingSink()
  const outside = openOutside(chat, sink, everyLine)
  return {
    told,
    /** Adds the lines of a text. */
    add: (text: string) => {
      for (const line of text.split('\n')) outside.add(line)
      return told
    },
    flush: (atEnd = false) => {
      outside.flush(atEnd)
      return told
    },
  }
}

const pretty = JSON.stringify({ error: { message: 'quota', list: [{ a: 1 }] } }, null, 2)

describe('text amid server-sent events', () => {
  it('tells JSON of one line at once', () => {
    expect(open(false).add('{"error":"m"}')).toEqual([{ error: 'm' }])
  })

  it('tells JSON of many lines at the bracket that closes it', () => {
    const outside = open(false)
    const lines = pretty.split('\n')
    for (const line of lines.slice(0, -1)) outside.add(line)
    expect(outside.told).toEqual([])
    expect(outside.add('}')).toEqual([JSON.parse(pretty)])
    expect(outside.flush(true)).toHaveLength(1)
  })

  it('tells the entries of a list of errors', () => {
    expect(open(false).add('[{"error":{"code":429}},{"error":{"code":500}}]')).toEqual([
      { error: { code: 429 } },
      { error: { code: 500 } },
    ])
    expect(open(false).add('[{\n  "error": {\n    "code": 429\n  }\n}\n]')).toEqual([
      { error: { code: 429 } },
    ])
    expect(open(false).add('[\n{"error":1},\n{"error":2}\n]')).toEqual([{ error: 1 }, { error: 2 }])
  })

  it('tells JSON that is indented or badly laid out when it is over', () => {
    const outside = open(false)
    outside.add('  {"error":\n{"message":\n"m"\n  } }')
    expect(outside.told).toEqual([])
    expect(outside.flush()).toEqual([{ error: { message: 'm' } }])
  })

  it('keeps text that is no JSON, as one piece', () => {
    const outside = open(false)
    outside.add('upstream gone\n\nat line 7')
    expect(outside.told).toEqual([])
    expect(outside.flush()).toEqual([{ code: 'unframed-text', text: 'upstream gone\n\nat line 7' }])
  })

  it('keeps JSON that means nothing there', () => {
    expect(open(false).add('{"a":1}')).toEqual([{ code: 'unframed-text', text: '{"a":1}' }])
    expect(open(false).add('[{"error":1},{"a":1}]')).toEqual([
      { code: 'unframed-text', text: '[{"error":1},{"a":1}]' },
    ])
    expect(open(false).add('[]')).toEqual([{ code: 'unframed-text', text: '[]' }])
  })

  it('finds the error among text, in whatever order they come', () => {
    const expected = [{ code: 'unframed-text', text: '[oops]' }, { error: 'm' }]
    expect(open(false).add('[oops]\n{"error":"m"}')).toEqual(expected)
    expect(open(false).add('[oops]\n{\n"error":"m"\n}')).toEqual(expected)
    const outside = open(false)
    outside.add('{"error":"m"}\n[oops]')
    expect(outside.flush()).toEqual(expected.toReversed())
  })

  it('gives up JSON that breaks off where other JSON begins', () => {
    expect(open(false).add('{"a":\n{"error":"m"}')).toEqual([
      { code: 'unframed-text', text: '{"a":' },
      { error: 'm' },
    ])
  })

  it('says that JSON was cut when the end comes within it', () => {
    const cut = open(false)
    cut.add('{"error":{"mess')
    expect(cut.flush(true)).toEqual([{ code: 'truncated-event', text: '{"error":{"mess' }])
    const broken = open(false)
    broken.add('{"error":{"mess')
    expect(broken.flush(false)).toEqual([{ code: 'unframed-text', text: '{"error":{"mess' }])
  })

  it('reads the end mark without its field', () => {
    const outside = open(false)
    outside.add('oops\n[DONE]')
    expect(outside.told).toEqual([{ code: 'unframed-text', text: 'oops' }, '[DONE]'])
  })

  it('says nothing of blank lines', () => {
    const outside = open(false)
    outside.add('\n  \n')
    expect(outside.flush(true)).toEqual([])
  })

  it('finds JSON that took too many tries when it is over', () => {
    const outside = open(false)
    outside.add(`[\n${'[1\n],\n'.repeat(20)}{"error":"m"}\n]`)
    expect(outside.told).toEqual([])
    expect(outside.flush(true)).toHaveLength(1)
  })
})

describe('a body of JSON lines', () => {
  it('takes all JSON for events', () => {
    expect(open(true).add('{"a":1}\n{"a":2}')).toEqual([{ a: 1 }, { a: 2 }])
    expect(open(true).add('[{"a":1},{"detail":"m"}]')).toEqual([{ a: 1 }, { error: { detail: 'm' } }])
    expect(open(true).add('[]')).toEqual([[]])
  })

  it('says that a line amid others is no JSON', () => {
    expect(open(true).add('{"a":\n{"a":2}')).toEqual([{ code: 'invalid-json', text: '{"a":' }, { a: 2 }])
  })
})
