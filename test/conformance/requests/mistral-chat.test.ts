import { describe, expect, it } from 'vitest'
import { toRequest } from '../../../src/request'
import { type Asked, chatTools, type Fields, loadRequests, pick, record, settings, without } from './asked'

const requests = loadRequests('mistral-chat')

const asked = (body: Fields): Asked => ({
  tools: chatTools(body),
  settings: settings(body['model'], {
    temperature: body['temperature'],
    maxOutputTokens: body['max_tokens'],
    stop: body['stop'],
    toolChoice: body['tool_choice'] === 'any' ? 'required' : body['tool_choice'],
    responseFormat: record(body['response_format'])['type'] === 'json_object' ? 'json' : undefined,
    reasoning: body['reasoning_effort'] === undefined ? undefined : { effort: body['reasoning_effort'] },
    extra: pick(body, ['n', 'parallel_tool_calls', 'random_seed', 'safe_prompt', 'top_p']),
  }),
})

describe.skipIf(requests.length === 0)('a recorded request to Mistral', () => {
  it.each(requests)('$file', ({ body }) => {
    const { tools, settings } = asked(body)
    const written = toRequest('mistral')([], tools, settings)
    expect(without({ ...written }, 'messages')).toEqual(body)
  })
})
