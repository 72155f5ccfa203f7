import type { Cohere } from 'cohere-ai'
import { describe, expectTypeOf, it } from 'vitest'
import type { RequestBody } from '../../../src/request'

/** The SDK writes the wire's names in camel case, and publishes no others. */
type InCamelCase<T> = T extends (infer Item)[]
  ? InCamelCase<Item>[]
  : T extends object
    ? { [K in keyof T as K extends string ? CamelCase<K> : K]: InCamelCase<T[K]> }
    : T

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

describe('a request of Cohere’s chat', () => {
  it('is what the official SDK takes, under the wire’s names', () => {
    expectTypeOf<InCamelCase<RequestBody<'cohere'>>>().toExtend<Cohere.V2ChatStreamRequest>()
  })
})
