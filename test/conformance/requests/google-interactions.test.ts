import { describe, expect, it } from 'vitest'
import { isJsonObject, type JsonObject } from '../../../src/data'
import { type RequestSettings, type ToolDefinition, toRequest } from '../../../src/request'
import { CORPUS_ABSENT, hasCorpus } from '../corpus'
import { leftOver, objectIn, recordedRequests } from './recorded'

const toolsOf = (body: JsonObject): readonly ToolDefinition[] =>
  (Array.isArray(body['tools']) ? body['tools'] : [])
    .filter(isJsonObject)
    .map(({ name, description, parameters }) => ({
      name: String(name),
      ...(typeof description === 'string' && { description }),
      ...(isJsonObject(parameters) && { parameters }),
    }))

const LEVELS = ['low', 'medium', 'high'] as const

const settingsOf = (body: JsonObject): RequestSettings => {
  const generation = objectIn(body, 'generation_config')
  const { temperature, max_output_tokens, tool_choice, thinking_level } = generation
  const effort = LEVELS.find((level) => level === thinking_level)
  return {
    model: String(body['model']),
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof max_output_tokens === 'number' && { maxOutputTokens: max_output_tokens }),
    ...(tool_choice === 'any' && { toolChoice: 'required' as const }),
    ...(effort !== undefined && { reasoning: { effort } }),
    ...(effort !== undefined &&
      generation['thinking_summaries'] !== 'auto' && {
        extra: { generation_config: { thinking_summaries: generation['thinking_summaries'] } },
      }),
  }
}

describe.skipIf(!hasCorpus)('recorded requests of the Interactions API', () => {
  const requests = recordedRequests('google-interactions').map(({ file, body }) => {
    const { input, ...written } = toRequest('google-interactions')([], toolsOf(body), settingsOf(body))
    return { file, sent: body, written: JSON.parse(JSON.stringify(written)) as JsonObject } // an object, as the writer's type says
  })

  it.each(requests)('$file is what we write for the same settings', ({ sent, written }) => {
    expect(sent).toMatchObject(written)
  })

  it('leave these fields to `extra`', () => {
    expect([...new Set(requests.flatMap(({ sent, written }) => leftOver(sent, written)))]).toEqual(['store'])
  })
})

it.runIf(!hasCorpus)(CORPUS_ABSENT, () => undefined)
