import { fc, it as property } from '@fast-check/vitest'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as E from 'fp-ts/Either'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Json, toJson } from '../../src/data'
import { type JsonSchema, type Schema, validate, validateSync } from '../../src/schema'

const jsonSchema: JsonSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city', 'days'],
}

const schemas: readonly (readonly [name: string, schema: Schema])[] = [
  ['zod', z.object({ city: z.string(), days: z.number().int() })],
  ['valibot', v.object({ city: v.string(), days: v.pipe(v.number(), v.integer()) })],
  ['valibot with a converter', toStandardJsonSchema(v.object({ city: v.string(), days: v.number() }))],
  ['arktype', type({ city: 'string', days: 'number.integer' })],
  ['a JSON Schema', jsonSchema],
]

describe.each(schemas)('by %s', (_, schema) => {
  it('a value that fits comes out', async () => {
    const value = { city: 'Paris', days: 3 }
    expect(await validate(schema, value)).toEqual(E.right(value))
    expect(validateSync(schema, value)).toEqual(E.right(value))
  })

  it('one that does not is told from, with the place and the reason, as plain JSON', async () => {
    const refused = await validate(schema, { city: 'Paris', days: 'three' })
    expect(validateSync(schema, { city: 'Paris', days: 'three' })).toEqual(refused)
    expect(refused).toMatchObject({
      left: {
        message: expect.stringMatching(/^The value does not fit its schema: days[: ].+[^.]\.$/),
        issues: [{ message: expect.any(String), path: ['days'] }],
      },
    })
    expect(toJson(refused)).toEqual(refused)
  })
})

it('a schema may transform, and may answer later', async () => {
  const later = z.string().transform(async (text) => text.length)
  expect(await validate(later, 'four')).toEqual(E.right(4))
  expect(() => validateSync(later, 'four')).toThrow(
    new TypeError('The schema answers later, with a promise: use validate.'),
  )
})

const issuesOf = (schema: JsonSchema, value: Json) => {
  const judged = validateSync(schema, value)
  return E.isLeft(judged) ? judged.left.issues : []
}

describe('a JSON Schema', () => {
  it('tells every reason, with indexes as numbers and keys as they are', () => {
    const schema = {
      properties: { 'a/b ~ü%': { items: { type: 'string' } }, '0': { items: { const: 1 } } },
      required: ['c'],
    }
    expect(issuesOf(schema, { 'a/b ~ü%': ['x', 2], '0': [2] })).toEqual([
      { message: 'Instance does not have required property "c"', path: [] },
      { message: 'Instance does not match 1', path: ['0', 0] },
      { message: 'Instance type "number" is invalid. Expected "string"', path: ['a/b ~ü%', 1] },
    ])
  })

  it('names what is not allowed', () => {
    const schema = { properties: { a: {} }, additionalProperties: false }
    expect(issuesOf(schema, { a: 1, b: 2 })).toEqual([{ message: 'is not allowed', path: ['b'] }])
  })

  it('of several shapes tells why none of them is it', () => {
    const schema = {
      anyOf: [{ type: 'string' }, { $ref: '#/$defs/none' }],
      $defs: { none: { type: 'null' } },
    }
    expect(issuesOf(schema, 1).map(({ message }) => message)).toEqual([
      'Instance does not match any subschemas',
      'Instance type "number" is invalid. Expected "string"',
      'Instance type "number" is invalid. Expected "null"',
    ])
    expect(issuesOf(schema, null)).toEqual([])
  })

  it('is read by the draft that it names', () => {
    const pair = { items: [{ type: 'string' }, { type: 'number' }], additionalItems: false }
    const tuple = { prefixItems: [{ type: 'string' }, { type: 'number' }], items: false }
    const sibling = { $ref: '#/definitions/text', maxLength: 1, definitions: { text: { type: 'string' } } }
    const draft = (name: string, schema: JsonSchema): JsonSchema => ({ $schema: name, ...schema })
    expect(issuesOf(tuple, ['a', 1, 2])).toEqual([{ message: 'is not allowed', path: [2] }])
    expect(issuesOf(draft('http://json-schema.org/draft-07/schema#', pair), ['a', 1, 2])).toHaveLength(1)
    expect(issuesOf(draft('https://json-schema.org/draft/2019-09/schema', pair), ['a', 1, 2])).toHaveLength(1)
    expect(issuesOf(draft('http://json-schema.org/draft-07/schema#', sibling), 'ab')).toEqual([]) // beside `$ref` nothing counted then
    expect(issuesOf(draft('http://json-schema.org/draft-06/schema#', sibling), 'ab')).toEqual([])
    expect(issuesOf(draft('https://json-schema.org/draft/2019-09/schema', sibling), 'ab')).toHaveLength(1)
    expect(issuesOf(sibling, 'ab')).toHaveLength(1)
    const exclusive = { minimum: 1, exclusiveMinimum: true }
    expect(issuesOf(draft('http://json-schema.org/draft-04/schema#', exclusive), 1)).toHaveLength(1)
  })

  it('is not written into, and may be frozen', () => {
    const schema = Object.freeze({ properties: Object.freeze({ a: Object.freeze({ type: 'string' }) }) })
    expect(issuesOf(schema, { a: 'x' })).toEqual([])
    const open = { $ref: '#/$defs/a', $defs: { a: { type: 'string' } } }
    issuesOf(open, 1)
    expect(Object.getOwnPropertyNames(open)).toEqual(['$ref', '$defs'])
  })

  it('takes prototype keys for keys', () => {
    const schema: JsonSchema = {
      required: ['constructor', 'toString'],
      properties: JSON.parse('{"__proto__": {"type": "string"}}'),
      additionalProperties: { type: 'number' },
    }
    expect(issuesOf(schema, JSON.parse('{}')).map(({ message }) => message)).toEqual([
      'Instance does not have required property "constructor"',
      'Instance does not have required property "toString"',
    ])
    const own = JSON.parse('{"constructor": 1, "toString": 2, "__proto__": 3}')
    expect(issuesOf(schema, own)).toEqual([
      { message: 'Instance type "number" is invalid. Expected "string"', path: ['__proto__'] },
    ])
    expect(issuesOf(schema, JSON.parse('{"constructor": 1, "toString": 2, "__proto__": "x"}'))).toEqual([])
  })

  it('that cannot be used is the caller’s mistake', async () => {
    const lost = { $ref: '#/$defs/nowhere' }
    expect(() => validateSync(lost, 1)).toThrow(TypeError)
    await expect(validate(lost, 1)).rejects.toThrow(/^The JSON Schema cannot be used: Unresolved \$ref/)
    expect(() => validateSync({ $ref: '#' }, 1)).toThrow(TypeError) // of itself, without end
    expect(() => validateSync({ pattern: '(' }, 'a')).toThrow(TypeError)
  })

  it('judges a value with more mistakes than a call has arguments', () => {
    const schema = { properties: { list: { items: { type: 'string' } } } }
    expect(issuesOf(schema, { list: Array.from({ length: 300_000 }, () => 1) })[0]).toMatchObject({
      path: ['list', 0],
    })
  })

  it('judges keys that no URI can hold', () => {
    const schema = { additionalProperties: { type: 'string' } }
    expect(issuesOf(schema, { '\ud800': 1 })).toEqual([
      { message: 'A key of it holds half of a surrogate pair', path: [] },
    ])
    expect(issuesOf(schema, { a: '\ud800' })).toEqual([])
  })

  property.prop([fc.jsonValue()])(
    'takes any value, and gives it back when there is nothing to fit',
    (value) => {
      const json = toJson(value)
      expect(validateSync({}, json)).toEqual(E.right(json))
      expect(validateSync({ not: {} }, json)).toMatchObject({ left: { issues: [{ path: [] }] } })
    },
  )

  property.prop([fc.jsonValue()])('takes a value for what it is', (value) => {
    const json = toJson(value)
    expect(validateSync({ const: json }, json)).toEqual(E.right(json))
    expect(E.isLeft(validateSync({ const: [json] }, json))).toBe(true)
  })
})
