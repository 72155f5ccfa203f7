import { describe, expect, it } from 'vitest'
import { toException } from '../../../src/providers/bedrock/error'

describe('an exception of the stream', () => {
  it('has the status that its name stands for, however it is spelled', () => {
    expect(toException('throttlingException', { message: 'x' })).toMatchObject({
      code: 'throttlingException',
      status: 429,
      retryable: true,
    })
    expect(toException('ThrottlingException', { message: 'x' })).toMatchObject({
      code: 'ThrottlingException',
      status: 429,
    })
  })

  it('may be tried again after an error of the model’s stream, as AWS says', () => {
    const raw = { message: 'x', originalStatusCode: 400, originalMessage: 'y' }
    expect(toException('modelStreamErrorException', raw)).toEqual({
      message: 'x',
      code: 'modelStreamErrorException',
      status: 424,
      retryable: true,
      raw,
    })
  })

  it.each([
    ['validationException', 400, false],
    ['serviceQuotaExceededException', 400, false],
    ['accessDeniedException', 403, false],
    ['resourceNotFoundException', 404, false],
    ['modelTimeoutException', 408, true],
    ['modelErrorException', 424, false],
    ['modelStreamErrorException', 424, true],
    ['modelNotReadyException', 429, true],
    ['throttlingException', 429, true],
    ['internalServerException', 500, true],
    ['serviceUnavailableException', 503, true],
  ])('%s stands for %i, and another try makes sense: %s', (name, status, retryable) => {
    expect(toException(name, { message: 'x' })).toMatchObject({ code: name, status, retryable })
  })

  it('may have any name and hold anything', () => {
    expect(toException('constructorException', null)).toEqual({
      message: 'the provider gave no message',
      code: 'constructorException',
      retryable: false,
      raw: null,
    })
    expect(toException('moodException', 'wait')).toMatchObject({ message: 'wait', raw: 'wait' })
  })
})
