// What may stand in a stream in place of a chunk.
import { fc } from '@fast-check/vitest'
import type { ProviderError } from '../../src'
import type { DecodeError } from '../../src/decoded'

/** The error of a request that was refused. */
export const refusal: ProviderError = { message: 'slow down', status: 429, retryable: true, raw: null }

export const faults = (): fc.Arbitrary<DecodeError> =>
  fc.oneof(
    fc.record({
      code: fc.constantFrom('invalid-json' as const, 'truncated-event' as const, 'unframed-text' as const),
      message: fc.string(),
      text: fc.string({ unit: 'binary', maxLength: 300 }),
    }),
    fc.record({
      code: fc.constant('not-an-event' as const),
      message: fc.string(),
      provider: fc.constant('openai' as const),
      json: fc.constantFrom(42, 'text', null, [1]),
    }),
    fc.record({
      code: fc.constant('corrupt-frame' as const),
      message: fc.string(),
      text: fc.base64String(),
    }),
    fc.record({ code: fc.constant('aborted' as const), message: fc.string() }),
    fc.record({ code: fc.constant('connection-lost' as const), message: fc.string(), cause: fc.string() }),
    fc.record({ code: fc.constant('html-page' as const), message: fc.string(), body: fc.string() }),
    fc.record({
      code: fc.constant('http-error' as const),
      message: fc.string(),
      status: fc.nat(),
      body: fc.string(),
      error: fc.constant(refusal),
    }),
  )
