import { describe, expect, it } from 'vitest'
import { toProviderError } from '../../../src/providers/openai/error'

describe('toProviderError', () => {
  it('reads OpenAI’s error', () => {
    const raw = { message: 'Too fast', type: 'requests', param: null, code: 'rate_limit_exceeded' }
    expect(toProviderError(raw)).toStrictEqual({
      message: 'Too fast',
      code: 'rate_limit_exceeded',
      type: 'requests',
      retryable: true,
      raw,
    })
  })

  it('reads OpenRouter’s error, whose code is the status', () => {
    expect(
      toProviderError({ code: 502, message: 'Upstream', metadata: { provider_name: 'X' } }),
    ).toStrictEqual({
      message: 'Upstream',
      code: 502,
      status: 502,
      retryable: true,
      raw: { code: 502, message: 'Upstream', metadata: { provider_name: 'X' } },
    })
  })

  it('reads a bare message', () => {
    expect(toProviderError('model is loading')).toStrictEqual({
      message: 'model is loading',
      retryable: false,
      raw: 'model is loading',
    })
  })

  it.each([
    ['wrapped', { error: { message: 'Slow down', type: 'rate_limit_error', code: 429 } }],
    ['bare', { message: 'Slow down', type: 'rate_limit_error', code: 429 }],
  ])('reads the error that a gateway put into the text of its own, %s', (_, inner) => {
    const message = ` ${JSON.stringify(inner)}`
    expect(toProviderError({ message, type: 'api_error', code: 400 })).toStrictEqual({
      message: 'Slow down',
      code: 429,
      type: 'rate_limit_error',
      status: 429,
      retryable: true,
      raw: { message, type: 'api_error', code: 400 },
    })
    expect(toProviderError(message)).toMatchObject({ message: 'Slow down', code: 429 })
  })

  it('fills from outside what the error inside does not say', () => {
    expect(
      toProviderError({ message: '{"error":{"message":"Inner"}}', type: 'api_error', code: 500 }),
    ).toMatchObject({
      message: 'Inner',
      code: 500,
      type: 'api_error',
      status: 500,
    })
  })

  it.each(['{', '{"a":', '{not json}', '[1]'])('leaves the text %s as it is', (message) => {
    expect(toProviderError({ message }).message).toBe(message)
  })

  it.each<[string, unknown, string]>([
    ['detail', { detail: 'context too long' }, 'context too long'],
    ['a list of details', { detail: [{ loc: ['body'], msg: 'why' }] }, '[{"loc":["body"],"msg":"why"}]'],
    ['an empty list of details', { detail: [] }, 'the provider gave no message'],
    ['type', { type: 'overloaded_error' }, 'overloaded_error'],
    ['nothing', {}, 'the provider gave no message'],
    ['an empty message', { message: '', detail: 'why' }, 'why'],
    ['an odd message', { message: 3, type: 7 }, 'the provider gave no message'],
    ['null', null, 'the provider gave no message'],
    ['a list', ['x'], 'the provider gave no message'],
  ])('finds the message of %s', (_, raw, message) => {
    expect(toProviderError(raw)).toMatchObject({ message, raw })
  })

  it('takes the type for the code where there is no other, and says it once', () => {
    const error = toProviderError({ message: 'm', type: 'server_error' })
    expect(error.code).toBe('server_error')
    expect(error).not.toHaveProperty('type')
  })

  it('keeps nothing of the caller’s', () => {
    const raw = { message: 'm', list: [1] }
    const error = toProviderError(raw)
    raw.list.push(2)
    expect(error.raw).toEqual({ message: 'm', list: [1] })
  })
})

describe('the status', () => {
  it.each<[unknown, number | undefined]>([
    [{ status: 503 }, 503],
    [{ status_code: 504 }, 504],
    [{ status: '429' }, 429],
    [{ code: '404' }, 404],
    [{ code: 400 }, 400],
    [{ status: 500, code: 400 }, 500],
    [{ status: 'RESOURCE_EXHAUSTED', code: 429 }, 429],
    [{ code: 200 }, undefined],
    [{ code: 600 }, undefined],
    [{ code: 429.5 }, undefined],
    [{ code: 1113 }, undefined],
    [{ code: '0429' }, undefined],
    [{ code: 'E429' }, undefined],
    [{}, undefined],
  ])('of %j is %s', (raw, status) => {
    expect(toProviderError(raw).status).toBe(status)
  })
})

describe('whether a retry makes sense', () => {
  it.each<[unknown, boolean]>([
    [{ code: 408 }, true],
    [{ code: 409 }, true],
    [{ code: 429 }, true],
    [{ code: 500 }, true],
    [{ code: 503 }, true],
    [{ code: 529 }, true],
    [{ code: '503' }, true],
    [{ code: 400 }, false],
    [{ code: 401 }, false],
    [{ code: 403 }, false],
    [{ code: 404 }, false],
    [{ code: 422 }, false],
    [{ code: 'rate_limit_exceeded' }, true],
    [{ type: 'ratelimit' }, true],
    [{ type: 'overloaded_error' }, true],
    [{ code: 'timeout' }, true],
    [{ type: 'Time_Out' }, true],
    [{ code: 'service_unavailable' }, true],
    [{ type: 'server_error' }, true],
    [{ type: 'internal_error' }, true],
    [{ type: 'invalid_request_error' }, false],
    [{ code: 'context_length_exceeded' }, false],
    [{ message: 'rate limit' }, false],
    [{}, false],
    [{ code: 429, type: 'insufficient_quota' }, false],
    [{ code: 'insufficient_quota' }, false],
    [{ code: 'billing_hard_limit_reached', status: 429 }, false],
    [{ status: 400, type: 'rate_limit_error' }, false],
    [{ status: 429, code: 'organization_spend_limit_exceeded' }, false],
    [{ status: 429, code: 'project_spend_limit_exceeded' }, false],
    [{ status: 429, code: 'organization_usage_limit_exceeded' }, false],
    [{ status: 429, code: 'credit_balance_exhausted' }, false],
    [{ status: 429, type: 'rate_limit_error', details: { error_code: 'ramp_limit_exceeded' } }, true],
    [
      { status: 429, type: 'rate_limit_error', details: { error_code: 'enforced_spend_limit_reached' } },
      false,
    ],
    [
      { status: 429, type: 'rate_limit_error', details: { error_code: 'contract_spend_limit_reached' } },
      false,
    ],
    [{ status: 429, type: 'rate_limit_error', details: { error_code: 5 } }, true],
    [{ status: 429, type: 'rate_limit_error', details: null }, true],
  ])('of %j: %s', (raw, retryable) => {
    expect(toProviderError(raw).retryable).toBe(retryable)
  })
})

describe('an error of Anthropic', () => {
  const spent = {
    type: 'rate_limit_error',
    message: 'You have reached your API usage limits.',
    details: { error_code: 'enforced_spend_limit_reached' },
  }

  it('has its code in the details', () => {
    expect(toProviderError(spent)).toEqual({
      message: spent.message,
      code: 'enforced_spend_limit_reached',
      type: 'rate_limit_error',
      retryable: false,
      raw: spent,
    })
  })

  it('has it there too where a gateway put the error into the text of its own', () => {
    const message = JSON.stringify({ type: 'error', error: spent })
    expect(toProviderError({ message, code: 429 })).toMatchObject({
      code: 'enforced_spend_limit_reached',
      type: 'rate_limit_error',
      status: 429,
      retryable: false,
    })
  })

  it('has the code that it says itself', () => {
    expect(toProviderError({ ...spent, code: 429 })).toMatchObject({ code: 429, type: 'rate_limit_error' })
  })
})

describe('an error of Google', () => {
  const overloaded = {
    code: 503,
    message: 'The model is overloaded.',
    status: 'UNAVAILABLE',
    details: [
      'no object',
      { '@type': 'type.googleapis.com/google.rpc.Help' },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '17.5s' },
    ],
  }

  it('has its word for the code as its type, and the delay it asks for', () => {
    expect(toProviderError(overloaded)).toEqual({
      message: 'The model is overloaded.',
      code: 503,
      type: 'UNAVAILABLE',
      status: 503,
      retryable: true,
      retryAfter: 17.5,
      raw: overloaded,
    })
  })

  it.each([[undefined], ['x'], [[]], [[{ retryDelay: 'soon' }]], [[{ retryDelay: null }]]])(
    'asks for no delay in %j',
    (details) => {
      expect(toProviderError({ message: 'm', details })).not.toHaveProperty('retryAfter')
    },
  )

  it.each(['429', 'Failed', 'not found', ''])('has no type in the status %j', (status) => {
    expect(toProviderError({ message: 'm', status })).not.toHaveProperty('type')
  })
})
