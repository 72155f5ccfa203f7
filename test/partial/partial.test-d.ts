import type { Either } from 'fp-ts/Either'
import { expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import { type CollectorState, finalize, initial } from '../../src'
import {
  collectPartial,
  type DeepPartial,
  finalObject,
  finalObjectAsync,
  type ObjectError,
  partialObject,
} from '../../src/partial'

const recipe = z.object({
  title: z.string(),
  steps: z.array(z.object({ text: z.string(), minutes: z.number() })),
})
type Recipe = z.infer<typeof recipe>

it('a partial object has the type of its schema, and may lack anything', () => {
  const value = partialObject(initial('openai'), recipe)
  expectTypeOf(value).toEqualTypeOf<
    | {
        readonly title?: string
        readonly steps?: readonly { readonly text?: string; readonly minutes?: number }[]
      }
    | undefined
  >()
  expectTypeOf(partialObject(initial('openai'))).toBeUnknown()
  expectTypeOf<DeepPartial<string | null>>().toEqualTypeOf<string | null>()
})

it('a final object has the type of its schema', () => {
  expectTypeOf(finalObject(initial('openai'), recipe)).toEqualTypeOf<Either<ObjectError, Recipe>>()
  expectTypeOf(finalObjectAsync(initial('openai'), recipe)).resolves.toEqualTypeOf<
    Either<ObjectError, Recipe>
  >()
})

it('a state of collectPartial is a collector state, of its provider', () => {
  const state = collectPartial(initial('anthropic'), { provider: 'anthropic', event: { type: 'ping' } })
  expectTypeOf(state).toExtend<CollectorState<'anthropic'>>()
  expectTypeOf(finalize).toBeCallableWith(state)
  // @ts-expect-error a chunk needs the tag of its provider
  collectPartial(initial('anthropic'), { event: { type: 'ping' } })
})
