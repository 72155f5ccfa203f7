import type { GoogleGenAI } from '@google/genai'
import { describe, expect, it } from 'vitest'
import { toRequest } from '../../../src/request'
import { foldWith } from '../../support/fold'
import { sentBy, settings, tools } from '../../support/genai'
import { completed, step } from '../../support/interactions'
import { result } from '../../support/turns'

describe('a request of the Interactions API', () => {
  it('is what the official SDK sends', async () => {
    const { message } = foldWith('google-interactions', [
      ...step(0, { type: 'thought' }, { type: 'thought_signature', signature: 'UzA=' }),
      ...step(1, { type: 'google_search_call', id: 's1', arguments: { queries: ['x'] }, signature: 'UzE=' }),
      ...step(2, { type: 'google_search_result', call_id: 's1', result: [{ search_suggestions: 'y' }] }),
      ...step(3, { type: 'model_output' }, { type: 'text', text: 'Hi' }),
      ...step(4, { type: 'function_call', id: 'f1', name: 'add', arguments: { a: 1 }, signature: 'UzI=' }),
      completed('requires_action'),
    ]).response
    const body = toRequest('google-interactions')(
      [{ role: 'user', content: 'Hi' }, message, result('f1')],
      tools,
      settings,
    )
    const { input, ...rest } = body
    type Input = NonNullable<Parameters<GoogleGenAI['interactions']['create']>[0]['input']>
    const { path, body: sent } = await sentBy(
      (client) => client.interactions.create({ ...rest, input: input as unknown as Input }), // steps of any form
    )
    expect(path).toBe('/v1beta/interactions')
    expect(sent).toEqual(body)
  })
})
