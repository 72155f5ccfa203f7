import type { StandardSchemaV1 } from '@standard-schema/spec'
import { type } from 'arktype'
import * as E from 'fp-ts/Either'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { judge, judgeAsync } from '../../src/standard'

const schemas = [
  ['zod', z.object({ days: z.number() })],
  ['valibot', v.object({ days: v.number() })],
  ['arktype', type({ days: 'number' })],
] as const

describe.each(schemas)('with a schema of %s', (_, schema) => {
  it('a value that fits is what the schema makes of it', async () => {
    expect(judge(schema, { days: 3 }, 'other')).toEqual(E.right({ days: 3 }))
    expect(await judgeAsync(schema, { days: 3 })).toEqual(E.right({ days: 3 }))
  })

  it('one that does not is a Left of plain JSON that names the place once', async () => {
    const refused = judge(schema, { days: 'three' }, 'other')
    expect(await judgeAsync(schema, { days: 'three' })).toEqual(refused)
    expect(JSON.parse(JSON.stringify(refused))).toEqual(refused)
    expect(refused).toMatchObject({
      left: {
        message: expect.stringMatching(/^The value does not fit its schema: days(?!.*days)[: ].+\.$/),
        issues: [{ message: expect.any(String), path: ['days'] }],
      },
    })
  })
})

it('a path of any kind of step is plain', () => {
  const schema: StandardSchemaV1 = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: () => ({ issues: [{ message: 'is odd', path: ['a', { key: 0 }, Symbol('s')] }] }),
    },
  }
  expect(judge(schema, {}, 'other')).toMatchObject({ left: { issues: [{ path: ['a', 0, 'Symbol(s)'] }] } })
})

it('a schema that answers later is refused, with the name of what takes it', async () => {
  const later = z.string().refine(async (text) => text === 'yes')
  expect(() => judge(later, 'yes', 'judgeAsync')).toThrow(
    new TypeError('The schema answers later, with a promise: use judgeAsync.'),
  )
  expect(await judgeAsync(later, 'yes')).toEqual(E.right('yes'))
  expect(await judgeAsync(later, 'no')).toMatchObject({ left: { issues: [{ path: [] }] } })
})
