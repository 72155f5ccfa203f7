import { describe, expect, it } from 'vitest'
import { type Message, snapshot } from '../../../src'
import { toProviderMessages, toRequest } from '../../../src/request'
import { corpusStreams, foldBytes } from '../streams'
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
} from './asked'
import { isInputItem, misplaced } from './responses-items'

const requests = loadRequests('openai-responses')

/** Clients send some tools in other words: the choice as that of Chat Completions, or a function with its body inside. */
const isFunction = ({ type, name, parameters }: Fields): boolean =>
  type === 'function' && name !== undefined && parameters !== undefined

/** What has no words of ours: tools that the server runs, choices among several tools, and all other fields. */
const asked = (body: Fields): Asked => {
  const { tools, tool_choice: choice, text, reasoning } = body
  const ours = list(tools).filter((one) => isFunction(one) && !('allowed_callers' in one))
  const areOurs = ours.length === list(tools).length
  const { name, mode } = record(typeof choice === 'string' ? undefined : choice)
  const { type, ...format } = record(record(text)['format'])
  const { effort, ...more } = record(reasoning)
  const isOurEffort = effort !== 'max'
  return {
    tools: areOurs
      ? ours.map((one) => ({
          ...tool(one['name'], one['description'], one['parameters']),
          ...(typeof one['strict'] === 'boolean' && { strict: one['strict'] }),
        }))
      : [],
    settings: settings(body['model'], {
      temperature: body['temperature'],
      maxOutputTokens: body['max_output_tokens'],
      toolChoice:
        typeof choice === 'string' ? choice : mode === undefined && name !== undefined ? { name } : undefined,
      responseFormat: type === 'json_schema' ? format : undefined,
      reasoning: isOurEffort && effort !== undefined ? { effort } : undefined,
      extra: {
        store: body['store'],
        include: body['include'],
        ...pick(body, [
          'top_p',
          'top_logprobs',
          'prompt_cache_options',
          'prompt_cache_retention',
          'prompt_cache_key',
        ]),
        ...pick(body, [
          'parallel_tool_calls',
          'service_tier',
          'truncation',
          'user',
          'metadata',
          'previous_response_id',
        ]),
        ...(!areOurs && pick(body, ['tools'])),
        ...(mode !== undefined && pick(body, ['tool_choice'])),
        ...sayingSomething({ reasoning: isOurEffort ? more : record(reasoning) }),
      },
    }),
  }
}

/** A tool whose strictness was not told is told not to be strict, and everything is streamed. */
const inOurWords = ({ tools, stream: _, ...body }: Fields): Fields => ({
  ...body,
  stream: true,
  ...(tools !== undefined && {
    tools: list(tools).map((one) =>
      list(tools).every(isFunction) && !('allowed_callers' in one) ? { strict: false, ...one } : one,
    ),
  }),
})

describe.skipIf(requests.length === 0)('a recorded request of the Responses API', () => {
  it.each(requests)('$file', ({ body }) => {
    const { tools, settings } = asked(body)
    const { model, input: _, ...written } = toRequest('openai-responses')([], tools, settings)
    expect({ model, ...written }).toEqual({ model: 'm', ...inOurWords(body) })
  })
})

const answers = corpusStreams()
  .filter(({ provider }) => provider === 'openai-responses')
  .map(({ file, bytes }) => ({ file, ...snapshot(foldBytes('openai-responses', bytes())) }))

/** The answer with a result for each of its calls, as it goes back. */
const sentBack = ({ message, toolCalls }: (typeof answers)[number]): readonly Fields[] =>
  toProviderMessages('openai-responses')([
    message,
    ...toolCalls.map(({ id }): Message => ({ role: 'tool', toolCallId: id, content: 'ok' })),
  ]) as readonly Fields[] // objects

describe.skipIf(answers.length === 0)('a recorded answer of the Responses API that goes back', () => {
  it.each(answers)('is what the official SDK takes: $file', (answer) => {
    const items = sentBack(answer)
    expect(items.filter((item) => !isInputItem(item))).toEqual([])
    expect(misplaced(items)).toEqual([])
    expect(items.filter(({ type }) => type === 'function_call' || type === 'custom_tool_call')).toHaveLength(
      answer.toolCalls.length,
    )
  })

  it('has calls in many of them', () => {
    expect(answers.filter(({ toolCalls }) => toolCalls.length > 0).length).toBeGreaterThan(20)
  })
})
