import type { Content, GenerateContentConfig } from '@google/genai'
import { describe, expect, it } from 'vitest'
import { toRequest } from '../../../src/request'
import { foldWith } from '../../support/fold'
import { ended, parts } from '../../support/gemini'
import { sentBy, settings, tools } from '../../support/genai'
import { result } from '../../support/turns'

describe('a request of generateContent', () => {
  it('is what the official SDK sends, at the address that has the model', async () => {
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
    const conversation = [{ role: 'user', content: [image] }, message, result('f1')] as const
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
})
