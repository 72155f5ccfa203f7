import { describe, expect, it } from 'vitest'
import { isJsonObject, type Json, type JsonObject } from '../../../src/data'
import {
  type ReasoningSettings,
  type RequestSettings,
  type ToolDefinition,
  toRequest,
} from '../../../src/request'
import { CORPUS_ABSENT, hasCorpus } from '../corpus'
import { leftOver, objectIn, recordedRequests } from './recorded'

/** Types of Google's own schema language are those of JSON Schema in capitals, or their numbers. */
const TYPES = ['', 'string', 'number', 'integer', 'boolean', 'array', 'object']

const jsonSchema = (schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map(jsonSchema)
  if (!isJsonObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]): [string, Json] => {
      if (key === 'type' && typeof value === 'number') return [key, TYPES[value] ?? '']
      return [key, key === 'type' && typeof value === 'string' ? value.toLowerCase() : jsonSchema(value)]
    }),
  )
}

/** The same body with its schemas as JSON Schema, which is how we send them. */
const inJsonSchema = (body: JsonObject): JsonObject => {
  const { responseSchema, ...generation } = objectIn(body, 'generationConfig')
  return {
    ...body,
    ...('generationConfig' in body && {
      generationConfig: {
        ...generation,
        ...(responseSchema !== undefined && { responseJsonSchema: jsonSchema(responseSchema) }),
      },
    }),
    ...(Array.isArray(body['tools']) && {
      tools: body['tools'].filter(isJsonObject).map((tool) => {
        const { functionDeclarations } = tool
        return Array.isArray(functionDeclarations)
          ? { ...tool, functionDeclarations: functionDeclarations.filter(isJsonObject).map(declared) }
          : tool
      }),
    }),
  }
}

const declared = ({ parameters, ...declaration }: JsonObject): JsonObject => ({
  ...declaration,
  ...(parameters !== undefined && { parametersJsonSchema: jsonSchema(parameters) }),
})

/** Functions, as they stand in the one tool that has them. */
const toolsOf = (body: JsonObject): readonly ToolDefinition[] =>
  (Array.isArray(body['tools']) ? body['tools'] : [])
    .flatMap((tool) => (isJsonObject(tool) ? (tool['functionDeclarations'] ?? []) : []))
    .filter(isJsonObject)
    .map(({ name, description, parametersJsonSchema }) => ({
      name: String(name),
      ...(typeof description === 'string' && { description }),
      ...(isJsonObject(parametersJsonSchema) && { parameters: parametersJsonSchema }),
    }))

const settingsOf = (body: JsonObject): RequestSettings => {
  const { temperature, maxOutputTokens, responseMimeType, responseJsonSchema, thinkingConfig } = objectIn(
    body,
    'generationConfig',
  )
  const { mode } = objectIn(objectIn(body, 'toolConfig'), 'functionCallingConfig')
  return {
    model: 'gemini-3-flash-preview',
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof maxOutputTokens === 'number' && { maxOutputTokens }),
    ...(responseMimeType === 'application/json' && { responseFormat: 'json' as const }),
    ...(isJsonObject(responseJsonSchema) && {
      responseFormat: { name: 'answer', schema: responseJsonSchema },
    }),
    ...(isJsonObject(thinkingConfig) && { reasoning: reasoningOf(thinkingConfig) }),
    ...(mode === 'AUTO' && { toolChoice: 'auto' as const }),
  }
}

const reasoningOf = ({ thinkingBudget, thinkingLevel }: JsonObject): ReasoningSettings => ({
  ...(typeof thinkingBudget === 'number' && { budget: thinkingBudget }),
  ...((thinkingLevel === 'low' || thinkingLevel === 'medium') && { effort: thinkingLevel }),
})

describe.skipIf(!hasCorpus)('recorded requests of generateContent', () => {
  const requests = recordedRequests('google-genai').map(({ file, body }) => {
    const sent = inJsonSchema(body)
    const { contents, ...written } = toRequest('google')([], toolsOf(sent), settingsOf(sent))
    return { file, sent, written: JSON.parse(JSON.stringify(written)) as JsonObject } // an object, as the writer's type says
  })

  it.each(requests)('$file is what we write for the same settings', ({ sent, written }) => {
    expect(sent).toMatchObject({ ...written, ...('tools' in written && { tools: expect.anything() }) })
    for (const tool of Array.isArray(written['tools']) ? written['tools'] : []) {
      expect(sent['tools']).toContainEqual(tool)
    }
  })

  it.each(requests)('$file: `extra` carries the rest', ({ sent }) => {
    expect(toRequest('google')([], [], { model: 'any', extra: sent })).toEqual({ contents: [], ...sent })
  })

  it('leave these fields to `extra`', () => {
    const left = new Set(
      requests.flatMap(({ sent, written }) => [
        ...leftOver(sent, written),
        ...(Array.isArray(sent['tools']) ? sent['tools'] : [])
          .filter(isJsonObject)
          .flatMap(Object.keys)
          .filter((kind) => kind !== 'functionDeclarations')
          .map((kind) => `tools.${kind}`),
      ]),
    )
    expect([...left].sort()).toEqual([
      'generationConfig.candidateCount',
      'generationConfig.imageConfig',
      'generationConfig.responseModalities',
      'generationConfig.topK',
      'generationConfig.topP',
      'model',
      'toolConfig.includeServerSideToolInvocations',
      'tools',
      'tools.codeExecution',
      'tools.googleSearch',
      'tools.google_search',
      'tools.urlContext',
    ])
  })
})

it.runIf(!hasCorpus)(CORPUS_ABSENT, () => undefined)
