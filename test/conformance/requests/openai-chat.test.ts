import { describe, expect, it } from 'vitest'
import { toRequest } from '../../../src/request'
import {
  type Asked,
  defined,
  type Fields,
  list,
  loadRequests,
  pick,
  record,
  sayingSomething,
  settings,
  tool,
  without,
} from './asked'

const requests = loadRequests('openai-chat')

/** Fields that the settings have no word for; older and lesser servers' limit among them. */
const EXTRA = [
  'enable_thinking',
  'logprobs',
  'max_tokens',
  'n',
  'parallel_tool_calls',
  'provider',
  'reasoning',
  'seed',
  'thinking',
  'top_logprobs',
  'top_p',
  'usage',
  'venice_parameters',
]

const asked = (body: Fields): Asked => ({
  tools: list(body['tools']).map(({ function: inside }) => {
    const { name, description, parameters, strict } = record(inside)
    return { ...tool(name, description, parameters), ...(typeof strict === 'boolean' && { strict }) }
  }),
  settings: settings(body['model'], {
    temperature: body['temperature'],
    maxOutputTokens: body['max_completion_tokens'],
    stop: body['stop'],
    toolChoice: toolChoice(body['tool_choice']),
    responseFormat: record(body['response_format'])['json_schema'],
    reasoning: body['reasoning_effort'] === undefined ? undefined : { effort: body['reasoning_effort'] },
    extra: {
      ...pick(body, EXTRA),
      ...('stream' in body ? {} : { stream: undefined }),
      ...('stream_options' in body ? {} : { stream_options: undefined }),
      ...('model' in body ? {} : { model: undefined }),
    },
  }),
})

const toolChoice = (choice: unknown): unknown =>
  typeof choice === 'object' ? { name: record(record(choice)['function'])['name'] } : choice

describe.skipIf(requests.length === 0)('a recorded request of Chat Completions', () => {
  it.each(requests)('$file', ({ body }) => {
    const { tools, settings } = asked(body)
    const written = toRequest('openai')([], tools, settings)
    expect(without({ ...written }, 'messages')).toEqual(defined(sayingSomething(body)))
  })
})
