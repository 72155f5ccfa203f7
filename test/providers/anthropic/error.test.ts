import { describe, expect, it } from 'vitest'
import { payLaws } from '../../support/pay-laws'

const errorOf = (event: object) => {
  const { result } = payLaws('anthropic', [event])
  return result._tag === 'Left' && result.left.code === 'provider-error' ? result.left.error : undefined
}

describe('an error in the stream', () => {
  it.each([
    ['overloaded_error', 529, true],
    ['api_error', 500, true],
    ['timeout_error', 504, true],
    ['rate_limit_error', 429, true],
  ])('of type %s has the status it would have had', (type, status, retryable) => {
    const event = { type: 'error', error: { type, message: 'm' }, request_id: 'req_1' }
    expect(errorOf(event)).toEqual({ message: 'm', code: type, status, retryable, raw: event })
  })

  it.each(['invalid_request_error', 'authentication_error', 'billing_error', 'not_found_error', 'new_error'])(
    'of type %s will not pass',
    (type) => {
      const event = { type: 'error', error: { type, message: 'm' } }
      expect(errorOf(event)).toEqual({ message: 'm', code: type, retryable: false, raw: event })
    },
  )

  it.each(['enforced_spend_limit_reached', 'contract_spend_limit_reached'])(
    'that %s will not pass, though it has the type of a rate limit',
    (code) => {
      const error = { type: 'rate_limit_error', message: 'm', details: { error_code: code } }
      const event = { type: 'error', error }
      expect(errorOf(event)).toEqual({
        message: 'm',
        code,
        type: 'rate_limit_error',
        status: 429,
        retryable: false,
        raw: event,
      })
    },
  )

  it('keeps the status that it says itself', () => {
    expect(errorOf({ type: 'error', error: { type: 'api_error', message: 'm', status: 503 } })).toMatchObject(
      {
        status: 503,
        retryable: true,
      },
    )
  })

  it.each([
    [{ type: 'error', error: 'broken' }, 'broken'],
    [{ type: 'error', error: null, message: 'm' }, 'm'],
    [{ type: 'error', message: 'flat' }, 'flat'],
    [{ error: { message: 'without a type' } }, 'without a type'],
    [{ type: 'error', error: { type: 'api_error' } }, 'api_error'],
    [{ type: 'error', error: {} }, 'the provider gave no message'],
    [{ type: 'error', error: [1] }, 'the provider gave no message'],
  ])('may have another form: %j', (event, message) => {
    expect(errorOf(event)).toMatchObject({ message, raw: event })
  })
})
