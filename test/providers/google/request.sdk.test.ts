import { type Content, type GenerateContentConfig, GoogleGenAI } from '@google/genai'
import { describe, expect, it } from 'vitest'
import { type RequestSettings, type ToolDefinition, toRequest } from '../../../src/request'
import { foldWith } from '../../support/chat'
import { ended, parts } from '../../support/gemini'
import { completed, step } from '../../support/interactions'

interface Sent {
  readonly path: string
  readonly body: unknown
}

/** What a client of the official SDK sends while `use` uses it. */
const sentBy = async (use: (client: GoogleGenAI) => Promise<unknown>): Promise<Sent> => {
  let sent: Sent = { path: '', body: undefined }
  const answer = async (address: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(address, init)
    const { pathname, search } = new URL(request.url)
    sent = { path: pathname + search, body: JSON.parse(await request.text()) }
    return new Response('', { headers: { 'content-type': 'text/event-stream' } })
  }
  await use(new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: 'http://localhost', fetch: answer } }))
  return sent
}

const tools: readonly ToolDefinition[] = [
  { name: 'add', description: 'Adds.', parameters: { type: 'object' } },
]

const settings: RequestSettings = {
  model: 'gemini-3-flash-preview',
  system: 'Be brief.',
  toolChoice: 'required',
  temperature: 0,
  maxOutputTokens: 9,
  stop: ['END'],
  responseFormat: { name: 'sum', schema: { type: 'object' } },
  reasoning: { effort: 'low' },
}

const result = { role: 'tool', toolCallId: 'f1', content: 'ok' } as const

describe('a request that goes through the official SDK', () => {
  it('of generateContent is the body that we write, at the address that has the model', async () => {
    const { message } = foldWith('google', [
      parts(
        { text: 'a' },
        { executableCode: { language: 'PYTHON', code: '1' }, thoughtSignature: 'UzA=' },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
        { functionCall: { id: 'f1', name: 'add', args: { a: 1 } }, thoughtSignature: 'UzE=' },
        { text: '', thoughtSignature: 'UzI=' },
      ),
      ended(),
    ]).response
    const image = { type: 'file', mediaType: 'image/png', data: 'AA==' } as const
    const conversation = [{ role: 'user', content: [image] }, message, result] as const
    const body = toRequest('google')(conversation, tools, settings)
    const { contents, generationConfig, systemInstruction, tools: declared, toolConfig } = body
    const config = { ...generationConfig, systemInstruction, tools: declared, toolConfig }
    const { path, body: sent } = await sentBy((client) =>
      client.models.generateContentStream({
        model: settings.model,
        contents: contents satisfies Content[],
        config: config as unknown as GenerateContentConfig, // its enums are these words
      }),
    )
    expect(path).toBe('/v1beta/models/gemini-3-flash-preview:streamGenerateContent?alt=sse')
    expect(sent).toEqual(body)
  })

  it('of the Interactions API is the body that we write', async () => {
    const { message } = foldWith('google-interactions', [
      ...step(0, { type: 'thought' }, { type: 'thought_signature', signature: 'UzA=' }),
      ...step(1, { type: 'google_search_call', id: 's1', arguments: { queries: ['x'] }, signature: 'UzE=' }),
      ...step(2, { type: 'google_search_result', call_id: 's1', result: [{ search_suggestions: 'y' }] }),
      ...step(3, { type: 'model_output' }, { type: 'text', text: 'Hi' }),
      ...step(4, { type: 'function_call', id: 'f1', name: 'add', arguments: { a: 1 }, signature: 'UzI=' }),
      completed('requires_action'),
    ]).response
    const body = toRequest('google-interactions')(
      [{ role: 'user', content: 'Hi' }, message, result],
      tools,
      settings,
    )
    const { input, ...rest } = body
    type Input = NonNullable<Parameters<GoogleGenAI['interactions']['create']>[0]['input']>
    const { body: sent } = await sentBy(
      (client) => client.interactions.create({ ...rest, input: input as unknown as Input }), // steps of any form
    )
    expect(sent).toEqual(body)
  })
})
