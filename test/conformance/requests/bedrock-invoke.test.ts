import { describe, expect, it } from 'vitest'
import { toRequest } from '../../../src/request'
import {
  type Asked,
  type Fields,
  list,
  loadRequests,
  record,
  sayingSomething,
  settings,
  tool,
  without,
} from './asked'

/** Other makers' models have bodies of their own, which are not written. */
const requests = loadRequests('bedrock-invoke').filter(({ body }) => 'anthropic_version' in body)

const asked = (body: Fields): Asked => {
  const { type: choice } = record(body['tool_choice'])
  const { budget_tokens: budget } = record(body['thinking'])
  return {
    tools: list(body['tools']).map(({ name, description, input_schema: schema }) =>
      tool(name, description, schema),
    ),
    settings: settings('m', {
      temperature: body['temperature'],
      maxOutputTokens: body['max_tokens'],
      toolChoice: choice,
      reasoning: budget === undefined ? undefined : { budget },
    }),
  }
}

describe.skipIf(requests.length === 0)('a recorded request to Claude by InvokeModel', () => {
  it.each(requests)('$file', ({ body }) => {
    const { tools, settings } = asked(body)
    const written = toRequest('bedrock-invoke')([], tools, settings)
    expect(without({ ...written }, 'messages')).toEqual(sayingSomething(body))
  })
})
