import { describe, expect, it } from 'vitest'
import { toRequest } from '../../../src/request'
import { type Asked, chatTools, type Fields, loadRequests, settings, without } from './asked'

const requests = loadRequests('cohere-chat')

const asked = (body: Fields): Asked => ({
  tools: chatTools(body),
  settings: settings(body['model'], {
    temperature: body['temperature'],
    maxOutputTokens: body['max_tokens'],
    reasoning: body['thinking'] === undefined ? undefined : { effort: 'high' },
  }),
})

describe.skipIf(requests.length === 0)('a recorded request to Cohere', () => {
  it.each(requests)('$file', ({ body }) => {
    const { tools, settings } = asked(body)
    const written = toRequest('cohere')([], tools, settings)
    expect(without({ ...written }, 'messages')).toEqual(body)
  })
})
