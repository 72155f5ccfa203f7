import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { jsonSchemaOf, type Schema } from '../../src/schema'

const expected = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

const schemas: readonly (readonly [name: string, schema: Schema])[] = [
  ['zod', z.object({ city: z.string() })],
  ['arktype', type({ city: 'string' })],
  ['valibot', toStandardJsonSchema(v.object({ city: v.string() }))],
  ['a JSON Schema', { $schema: 'https://json-schema.org/draft/2020-12/schema', ...expected }],
]

describe('jsonSchemaOf', () => {
  it.each(schemas)('of %s is its JSON Schema, without the name of its draft', (_, schema) => {
    expect(jsonSchemaOf(schema)).toStrictEqual(expected)
  })

  it('is what a schema takes, where it gives something else', () => {
    const length = z.string().transform((text) => text.length)
    expect(jsonSchemaOf(length)).toEqual({ type: 'string' })
  })

  it('of a library that has no converter is undefined', () => {
    expect(jsonSchemaOf(v.object({ city: v.string() }))).toBeUndefined()
  })

  it('lets a library say what JSON Schema cannot', () => {
    expect(() => jsonSchemaOf(z.date())).toThrow('Date cannot be represented in JSON Schema')
  })

  it('of a JSON Schema whose keys are odd is still that', () => {
    const schema = JSON.parse(
      '{"~standard": {"validate": "x"}, "properties": {"__proto__": {"type": "string"}}}',
    )
    expect(JSON.stringify(jsonSchemaOf(schema))).toBe(JSON.stringify(schema))
  })
})
