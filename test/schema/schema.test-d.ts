import { type } from 'arktype'
import type { Either } from 'fp-ts/Either'
import * as v from 'valibot'
import { describe, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import type { Json } from '../../src'
import {
  type JsonSchema,
  type Mismatch,
  type OutputOf,
  type Schema,
  validate,
  validateSync,
} from '../../src/schema'

const zod = z.object({ city: z.string(), days: z.string().transform(Number) })
const ark = type({ city: 'string' })
const valibot = v.object({ city: v.string() })

describe('a schema', () => {
  it('says what its values are', () => {
    expectTypeOf<OutputOf<typeof zod>>().toEqualTypeOf<{ city: string; days: number }>()
    expectTypeOf<OutputOf<typeof ark>>().toEqualTypeOf<{ city: string }>()
    expectTypeOf<OutputOf<typeof valibot>>().toEqualTypeOf<{ city: string }>()
    expectTypeOf<OutputOf<JsonSchema>>().toEqualTypeOf<Json>()
  })

  it('is any of them', () => {
    expectTypeOf(zod).toExtend<Schema>()
    expectTypeOf(zod).toExtend<Schema<{ city: string; days: number }>>()
    expectTypeOf(zod).not.toExtend<Schema<{ city: number }>>()
    expectTypeOf({ type: 'object', properties: {} } as const).toExtend<Schema>()
    expectTypeOf<Date>().not.toExtend<Schema>()
  })

  it('types what validation gives', () => {
    expectTypeOf(validate(zod, {})).resolves.toEqualTypeOf<Either<Mismatch, { city: string; days: number }>>()
    expectTypeOf(validateSync({ type: 'string' }, 'x')).toEqualTypeOf<Either<Mismatch, Json>>()
  })
})
