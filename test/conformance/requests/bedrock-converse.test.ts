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
} from './asked'

const requests = loadRequests('bedrock-converse')

const asked = (body: Fields): Asked => {
  const { temperature, maxTokens, stopSequences: stop, ...inferenceConfig } = record(body['inferenceConfig'])
  const { reasoning_config: thinking, ...fields } = record(body['additionalModelRequestFields'])
  const { tools, toolChoice } = record(body['toolConfig'])
  const { tool: named, any } = record(toolChoice)
  const { budget_tokens: budget } = record(thinking)
  const specs = list(tools).flatMap(({ toolSpec }) => (toolSpec === undefined ? [] : [record(toolSpec)]))
  return {
    tools: specs.map(({ name, description, inputSchema }) =>
      tool(name, description, record(inputSchema)['json']),
    ),
    settings: settings(body['modelId'], {
      temperature,
      maxOutputTokens: maxTokens,
      stop,
      toolChoice: any === undefined ? named : 'required',
      reasoning: budget === undefined ? undefined : { budget },
      extra: sayingSomething({
        ...pick(body, ['guardrailConfig']),
        inferenceConfig,
        additionalModelRequestFields: fields,
        // a tool that the service runs has no definition of ours
        ...(specs.length < list(tools).length && pick(body, ['toolConfig'])),
      }),
    }),
  }
}

/** Converse takes Claude's own name for it as well; and over HTTP the model stands in the path. */
const inOurWords = ({ modelId: _, additionalModelRequestFields, ...body }: Fields): Fields => {
  const { reasoning_config: thinking, ...fields } = record(additionalModelRequestFields)
  return sayingSomething({ ...body, additionalModelRequestFields: { ...fields, ...defined({ thinking }) } })
}

describe.skipIf(requests.length === 0)('a recorded request to ConverseStream', () => {
  it.each(requests)('$file', ({ body }) => {
    const { tools, settings } = asked(body)
    const { modelId, messages: _, ...written } = toRequest('bedrock')([], tools, settings)
    expect(written).toEqual(inOurWords(body))
    expect(modelId).toBe(body['modelId'] ?? 'm')
  })
})
