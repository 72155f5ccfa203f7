import { describe, expect, it } from 'vitest'
import { toRequest } from '../../../src/request'
import {
  type Asked,
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

const requests = loadRequests('anthropic-messages')

/** Fields that the settings have no word for; of a tool list, of a choice or of an effort, where they hold more than we say, all of it. */
const asked = (body: Fields): Asked => {
  const hasOwnTools = list(body['tools']).some((one) => 'type' in one || 'cache_control' in one)
  const { type: choice, name } = record(body['tool_choice'])
  const { budget_tokens: budget, type: thinking } = record(body['thinking'])
  const { effort } = record(body['output_config'])
  const isOwnEffort = effort !== undefined && thinking !== 'adaptive'
  return {
    tools: hasOwnTools
      ? []
      : list(body['tools']).map(({ name, description, input_schema: schema }) =>
          tool(name, description, schema),
        ),
    settings: settings(body['model'], {
      temperature: body['temperature'],
      maxOutputTokens: body['max_tokens'],
      stop: body['stop_sequences'],
      toolChoice: choice === 'tool' ? { name } : choice === 'any' ? 'required' : choice,
      reasoning: reasoningOf(thinking, budget, isOwnEffort ? undefined : effort),
      extra: {
        ...pick(body, ['anthropic_version', 'context_management', 'top_p']),
        ...(hasOwnTools && pick(body, ['tools'])),
        ...('disable_parallel_tool_use' in record(body['tool_choice']) && pick(body, ['tool_choice'])),
        ...(isOwnEffort && pick(body, ['output_config'])),
        ...('stream' in body ? {} : { stream: undefined }),
        ...('model' in body ? {} : { model: undefined }),
      },
    }),
  }
}

const reasoningOf = (thinking: unknown, budget: unknown, effort: unknown): unknown => {
  switch (thinking) {
    case 'enabled':
      return { budget }
    case 'disabled':
      return { effort: 'none' }
    case 'adaptive':
      return effort === undefined ? {} : { effort }
    default:
      return undefined
  }
}

describe.skipIf(requests.length === 0)('a recorded request of the Messages API', () => {
  it.each(requests)('$file', ({ body }) => {
    const { tools, settings } = asked(body)
    const written = toRequest('anthropic')([], tools, settings)
    expect(without({ ...written }, 'messages')).toEqual(sayingSomething(body))
  })
})
