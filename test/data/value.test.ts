import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import {
  type Json,
  type JsonObject,
  MAX_DEPTH,
  mergeJson,
  mergeWire,
  toJson,
  toJsonObject,
  withoutUndefined,
} from '../../src/data'
import { deepFreeze, difference } from '../../src/testing/data'
import { runs } from '../support/runs'

const parsed = (text: string): JsonObject => JSON.parse(text)

/** Lists and objects in turns, `depth` of them around `core`. */
const nested = (depth: number, core: unknown): unknown => {
  let value = core
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

const depthOf = (value: Json): number => {
  let depth = 0
  for (let inner: unknown = value; typeof inner === 'object' && inner !== null; depth++) {
    inner = Object.values(inner)[0]
  }
  return depth
}

describe('toJson', () => {
  it('copies all the way down', () => {
    const inner = { list: [1, { b: null }] }
    const copy = toJson(inner)
    expect(copy).toEqual({ list: [1, { b: null }] })
    inner.list[0] = 2
    inner.list.push(3)
    expect(copy).toEqual({ list: [1, { b: null }] })
  })

  it.each<[string, unknown, Json]>([
    ['undefined', undefined, null],
    ['a function', () => 1, null],
    ['a symbol', Symbol('s'), null],
    ['NaN', Number.NaN, null],
    ['infinity', Number.NEGATIVE_INFINITY, null],
    ['a big integer', 2n ** 70n, '1180591620717411303424'],
    ['text', 'a', 'a'],
    ['a half of an emoji', '\ud83d', '\ud83d'],
    ['false', false, false],
    ['null', null, null],
  ])('makes JSON of %s', (_, value, json) => {
    expect(toJson(value)).toBe(json)
  })

  it('makes base64 of bytes, of whatever view', () => {
    const bytes = Uint8Array.of(0, 1, 254, 255)
    expect(toJson({ bytes, part: bytes.subarray(2) })).toEqual({ bytes: 'AAH+/w==', part: '/v8=' })
    expect(toJson(new DataView(bytes.buffer, 1, 2))).toBe('Af4=')
    expect(toJson(Buffer.from('Hi'))).toBe('SGk=')
  })

  it('knows no negative zero, as JSON text knows none', () => {
    expect(Object.is(toJson(-0), 0)).toBe(true)
    expect(toJson([-0, { a: -0 }])).toStrictEqual([0, { a: 0 }])
  })

  it('leaves what is no JSON out of objects, and makes it null in lists', () => {
    const values = { a: undefined, b: () => 1, c: Symbol('s'), d: Number.NaN, e: 1 }
    expect(toJson(values)).toStrictEqual({ d: null, e: 1 })
    expect(toJson(Object.values(values))).toStrictEqual([null, null, null, null, 1])
  })

  it('keeps a key `__proto__` as a key', () => {
    const copy = toJson(parsed('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}'))
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}')
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
    expect(({} as { readonly polluted?: boolean }).polluted).toBeUndefined() // any object may be asked for any field
  })

  it('takes no inherited fields', () => {
    expect(toJson(Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true } }))).toEqual({
      own: 2,
    })
  })

  it('copies what is nested as deeply as we accept', () => {
    const value = nested(MAX_DEPTH, 1)
    expect(toJson(value)).toEqual(value)
  })

  it.each([MAX_DEPTH + 1, 20_000])('replaces what lies deeper, of %i levels', (depth) => {
    const copy = toJson(nested(depth, 1))
    expect(depthOf(copy)).toBe(MAX_DEPTH)
    expect(JSON.stringify(copy)).toContain('"[nested too deeply]"')
  })

  it('ends on a value that holds itself', () => {
    const loop: Record<string, unknown> = {}
    loop['self'] = loop
    expect(depthOf(toJson(loop))).toBe(MAX_DEPTH)
  })

  it.prop([fc.jsonValue()], { numRuns: runs(300) })('gives back JSON as it is', (value) => {
    expect(difference(toJson(deepFreeze(value)), JSON.parse(JSON.stringify(value)))).toBeUndefined()
  })

  it.prop([fc.anything({ withBigInt: true, withSparseArray: false, withNullPrototype: true })], {
    numRuns: runs(300),
  })('makes of anything what goes through JSON text unchanged', (value) => {
    const json = toJson(value)
    expect(difference(JSON.parse(JSON.stringify(json)), json)).toBeUndefined()
  })
})

describe('toJsonObject', () => {
  it('copies the entries that are JSON', () => {
    const value = { a: { b: [1] }, c: undefined }
    const copy = toJsonObject(value)
    expect(copy).toStrictEqual({ a: { b: [1] } })
    expect(copy['a']).not.toBe(value.a)
  })

  it('makes nothing of a list', () => {
    expect(toJsonObject([1, 2])).toEqual({})
  })

  it('counts depth as toJson does', () => {
    const value = { a: nested(MAX_DEPTH, 1) }
    expect(toJsonObject(value)).toEqual(toJson(value))
    expect(depthOf(toJsonObject(value))).toBe(MAX_DEPTH)
  })
})

describe('mergeWire', () => {
  it('copies what it takes, and takes nothing that is not JSON', () => {
    const tags = ['a']
    const details = { cached: 1, nested: { deep: true } }
    const next = {
      tags,
      details,
      when: Symbol('now'),
      how: () => 1,
      never: undefined,
      big: 2n,
      odd: Number.NaN,
    }
    const merged = mergeWire({}, next)
    expect(merged).toStrictEqual({
      tags: ['a'],
      details: { cached: 1, nested: { deep: true } },
      big: '2',
      odd: null,
    })
    tags.push('b')
    details.nested.deep = false
    expect(merged).toStrictEqual({
      tags: ['a'],
      details: { cached: 1, nested: { deep: true } },
      big: '2',
      odd: null,
    })
  })

  it('keeps no more depth than JSON text can have', () => {
    let deep: unknown = 1
    for (let level = 0; level < 2_000; level++) deep = { a: deep }
    expect(JSON.stringify(mergeWire({}, { deep }))).toContain('[nested too deeply]')
  })
})

describe('mergeJson', () => {
  it('lays the fields of the second over the first, objects at every depth', () => {
    const base = parsed('{"a":1,"b":{"c":1,"d":{"e":1}},"l":[1,2]}')
    const next = parsed('{"a":2,"b":{"d":{"f":2}},"g":3,"l":[3]}')
    expect(mergeJson(base, next)).toEqual({ a: 2, b: { c: 1, d: { e: 1, f: 2 } }, g: 3, l: [3] })
  })

  it.each([
    ['at the top', '{"a":{"b":{"c":1}}}', '{"a":null}'],
    ['one level down', '{"a":{"b":{"c":1}}}', '{"a":{"b":null}}'],
    ['two levels down', '{"a":{"b":{"c":1}}}', '{"a":{"b":{"c":null}}}'],
    ['where nothing was', '{"a":1}', '{"z":null}'],
  ])('a null erases nothing %s, and is nothing new', (_, text, nulls) => {
    const base = parsed(text)
    expect(mergeJson(base, parsed(nulls))).toBe(base)
  })

  it('drops nulls from objects that are new', () => {
    expect(mergeJson({}, parsed('{"a":{"b":null,"c":{"d":null,"e":1}}}'))).toStrictEqual({
      a: { c: { e: 1 } },
    })
  })

  it('lets the last value win where the kinds differ', () => {
    expect(mergeJson({ a: 1 }, { a: { b: 2 } })).toEqual({ a: { b: 2 } })
    expect(mergeJson({ a: { b: 2 } }, { a: 1 })).toEqual({ a: 1 })
    expect(mergeJson({ a: [1] }, { a: { b: 2 } })).toEqual({ a: { b: 2 } })
  })

  it('gives the base itself when nothing is new', () => {
    const base = parsed('{"a":1,"b":{"c":"x","d":{"e":true}}}')
    expect(mergeJson(base, parsed('{"b":{"d":{"e":true}},"a":1}'))).toBe(base)
    expect(mergeJson(base, {})).toBe(base)
  })

  it('keeps the objects that nothing new came for', () => {
    const base = { a: { x: 1 }, b: { y: 1 } }
    const merged = mergeJson(base, { b: { y: 2 } })
    expect(merged['a']).toBe(base.a)
    expect(base).toEqual({ a: { x: 1 }, b: { y: 1 } })
  })

  it('treats `__proto__` and the names of methods like every other key', () => {
    const next = parsed(
      '{"__proto__":{"polluted":1},"toString":2,"constructor":{"prototype":{"polluted":1}}}',
    )
    const merged = mergeJson({}, next)
    expect(JSON.stringify(merged)).toBe(JSON.stringify(next))
    expect(mergeJson(merged, parsed('{"__proto__":{"polluted":1}}'))).toBe(merged)
    expect(JSON.stringify(mergeJson(merged, parsed('{"__proto__":{"more":3}}')))).toBe(
      '{"__proto__":{"polluted":1,"more":3},"toString":2,"constructor":{"prototype":{"polluted":1}}}',
    )
    expect(({} as { readonly polluted?: number }).polluted).toBeUndefined() // any object may be asked for any field
  })

  const jsonObject = () =>
    fc
      .dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.jsonValue({ maxDepth: 3 }))
      .map((value) => parsed(JSON.stringify(value)))

  /** The paths of all values that are neither null nor inside a list, each with its value's text; of objects only the leaves. */
  const leavesOf = (value: JsonObject, path = ''): readonly (readonly [string, string])[] =>
    Object.entries(value).flatMap(([key, inner]) =>
      inner === null
        ? []
        : typeof inner === 'object' && !Array.isArray(inner)
          ? leavesOf(inner as JsonObject, `${path}/${JSON.stringify(key)}`) // an object that is neither null nor a list
          : [[`${path}/${JSON.stringify(key)}`, JSON.stringify(inner)] as const],
    )

  it.prop([jsonObject(), jsonObject()], { numRuns: runs(300) })(
    'every leaf of the second is in the result, and a further merge with it is nothing new',
    (base, next) => {
      const merged = mergeJson(deepFreeze(base), deepFreeze(next))
      const found = new Map(leavesOf(merged))
      for (const [path, text] of leavesOf(next)) expect(found.get(path)).toBe(text)
      expect(difference(mergeJson(merged, next), merged)).toBeUndefined()
    },
  )
})

describe('withoutUndefined', () => {
  it('leaves out what is undefined, and nothing else', () => {
    expect(withoutUndefined({ a: undefined, b: null, c: 0, d: '', e: { f: undefined } })).toStrictEqual({
      b: null,
      c: 0,
      d: '',
      e: { f: undefined },
    })
  })
})
