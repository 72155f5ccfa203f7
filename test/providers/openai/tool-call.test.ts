import { describe, expect, it } from 'vitest'
import { toFunctionCallDelta, toToolCallDelta } from '../../../src/providers/openai/tool-call'

const plain = {
  index: 0,
  id: 'c',
  name: 'add',
  kind: 'function',
  arguments: { text: '{', replaces: false },
  extra: null,
  oddities: [],
}

const body = { name: 'add', arguments: '{' }

describe('toToolCallDelta', () => {
  it('reads a call of a function', () => {
    expect(toToolCallDelta({ index: 0, id: 'c', type: 'function', function: body })).toStrictEqual(plain)
  })

  it.each<[string, object]>([
    ['by its type', { type: 'custom', custom: { name: 'add', input: '{' } }],
    ['by its body alone', { custom: { name: 'add', input: '{' } }],
  ])('reads a call of a custom tool, told %s', (_, entry) => {
    expect(toToolCallDelta({ index: 0, id: 'c', ...entry })).toStrictEqual({ ...plain, kind: 'custom' })
  })

  it('knows a custom tool by its type, before its body has come', () => {
    expect(toToolCallDelta({ index: 0, id: 'c', type: 'custom' })).toStrictEqual({
      ...plain,
      name: '',
      kind: 'custom',
      arguments: { text: '', replaces: false },
    })
  })

  it.each([
    [undefined, null],
    [null, null],
    [2, 2],
    [-0, 0],
    [-1, 'invalid'],
    [1.5, 'invalid'],
    ['0', 'invalid'],
  ])('reads the index %j as %j', (wire, index) => {
    expect(toToolCallDelta({ index: wire, id: 'c', function: body }).index).toBe(index)
  })

  it.each<[string, object, object]>([
    ['an empty id', { id: '' }, { id: '', oddities: ['tool-call-id-blank'] }],
    ['the word null for an id', { id: 'null' }, { id: '', oddities: ['tool-call-id-blank'] }],
    ['an id that is no text', { id: 7 }, { id: '' }],
    [
      'an id within the body',
      { id: null, function: { ...body, id: 'c' } },
      { oddities: ['tool-call-id-misplaced'] },
    ],
    ['an empty name', { function: { ...body, name: '' } }, { name: '', oddities: ['tool-call-name-blank'] }],
    [
      'arguments that are null',
      { function: { ...body, arguments: null } },
      { arguments: { text: '', replaces: false }, oddities: ['tool-call-arguments-null'] },
    ],
    [
      'arguments that are an object',
      { function: { ...body, arguments: { a: 1 } } },
      { arguments: { text: '{"a":1}', replaces: true }, oddities: ['tool-call-arguments-object'] },
    ],
    ['a body that is no object', { function: 'add' }, { name: '', arguments: { text: '', replaces: false } }],
  ])('takes %s for what it is', (_, wire, read) => {
    expect(toToolCallDelta({ index: 0, id: 'c', function: body, ...wire })).toStrictEqual({
      ...plain,
      ...read,
    })
  })

  it('keeps the other fields of the entry and of its body, each where it stood', () => {
    const entry = { index: 0, id: 'c', extra_content: { s: 1 }, function: { ...body, hint: 1 } }
    expect(toToolCallDelta(entry).extra).toStrictEqual({ extra_content: { s: 1 }, function: { hint: 1 } })
    const custom = { index: 0, id: 'c', custom: { name: 'add', input: '{', hint: 1 } }
    expect(toToolCallDelta(custom).extra).toStrictEqual({ custom: { hint: 1 } })
  })
})

describe('toFunctionCallDelta', () => {
  it('reads the legacy call, which has neither an id nor an index that the wire could have', () => {
    expect(toFunctionCallDelta(body)).toStrictEqual({ ...plain, index: -1, id: '', kind: 'function-call' })
  })
})
