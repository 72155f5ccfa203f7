import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { close, finalize, type Provider } from '../../src'
import { detect, foldRecording, readResponse } from '../../src/wire'
import { encode } from './support'

const foldBody = (provider: Provider, body: Uint8Array) => finalize(close(foldRecording(provider, body)))

const ofCohere = {
  id: 'r',
  finish_reason: 'COMPLETE',
  message: { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] },
  usage: { tokens: { input_tokens: 1, output_tokens: 2 } },
}

const ofInteractions = {
  id: 'v',
  status: 'completed',
  usage: { total_input_tokens: 1, total_output_tokens: 2, total_tokens: 3 },
}

const steps = [{ type: 'model_output', content: [{ type: 'text', text: 'Hi' }] }]

describe('a body that is the whole answer', () => {
  const answers: readonly (readonly [Provider, object])[] = [
    ['cohere', ofCohere],
    ['google-interactions', { ...ofInteractions, object: 'interaction', steps }],
    ['google-interactions', { ...ofInteractions, outputs: [{ type: 'text', text: 'Hi' }] }],
  ]

  it.each(answers)('of %s is its response, wherever it stands', async (provider, answer) => {
    for (const text of [
      JSON.stringify(answer),
      JSON.stringify(answer, null, 2),
      `: ping\n\n${JSON.stringify(answer)}\n`,
      `data: ${JSON.stringify(answer)}\n\n`,
    ]) {
      const response = foldBody(provider, encode(text))
      expect(response, text).toMatchObject(
        E.right({
          text: 'Hi',
          finishReason: { kind: 'stop' },
          usage: { inputTokens: 1, outputTokens: 2 },
          issues: [{ code: 'whole-message', count: 1 }],
        }),
      )
      expect(await readResponse(provider, new Response(text))).toEqual(response)
    }
    expect(detect(JSON.stringify(answer, null, 2))).toEqual(E.right(provider))
    expect(detect(JSON.stringify(answer))).toEqual(E.right(provider))
  })
})
