import type * as E from 'fp-ts/Either'
import { describe, expectTypeOf, it } from 'vitest'
import {
  feed,
  feedWithEvents,
  finish,
  initialJson,
  type Json,
  type JsonError,
  type JsonEvent,
  type JsonPath,
  type JsonState,
  pathOf,
  valueAt,
  valueOf,
} from '../../src/json'

describe('the types of json', () => {
  it('let nobody write to a state', () => {
    expectTypeOf<JsonState>().toEqualTypeOf<Readonly<JsonState>>()
    expectTypeOf<JsonState['head']>().toEqualTypeOf<Readonly<JsonState['head']>>()
    expectTypeOf<NonNullable<JsonState['open']>>().toEqualTypeOf<Readonly<NonNullable<JsonState['open']>>>()
    expectTypeOf<JsonError>().toEqualTypeOf<Readonly<JsonError>>()
    expectTypeOf<JsonPath>().toEqualTypeOf<readonly (string | number)[]>()
    // @ts-expect-error a state is read only
    initialJson.offset = 1
  })

  it('let nobody write to a value', () => {
    const value = valueOf(initialJson)
    if (Array.isArray(value)) expectTypeOf(value).not.toEqualTypeOf<Json[]>()
    expectTypeOf(value).toEqualTypeOf<Json | undefined>()
    expectTypeOf(valueAt(initialJson, ['a', 0])).toEqualTypeOf<Json | undefined>()
    expectTypeOf(pathOf(initialJson)).toEqualTypeOf<JsonPath>()
  })

  it('give an end as an Either, and feed as something to reduce with', () => {
    expectTypeOf(finish(initialJson)).toEqualTypeOf<E.Either<JsonError, Json>>()
    expectTypeOf(['[', ']'].reduce(feed, initialJson)).toEqualTypeOf<JsonState>()
    expectTypeOf(feedWithEvents(initialJson, '[')).toEqualTypeOf<readonly [JsonState, readonly JsonEvent[]]>()
  })

  it('tell a value only of the event that has one', () => {
    const valuesOf = (event: JsonEvent): Json => {
      switch (event.type) {
        case 'key':
          // @ts-expect-error a key has no value yet
          return event.value
        case 'value':
          return event.value
      }
    }
    expectTypeOf(valuesOf).returns.toEqualTypeOf<Json>()
  })
})
