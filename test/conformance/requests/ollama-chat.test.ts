import { describe, expect, it } from 'vitest'
import { toRequest } from '../../../src/request'
import {
  type Asked,
  chatTools,
  type Fields,
  loadRequests,
  pick,
  record,
  sayingSomething,
  settings,
  without,
} from './asked'

const requests = loadRequests('ollama-chat')

const asked = (body: Fields): Asked => {
  const { model, format, think } = body
  const { temperature, num_predict: maxOutputTokens, stop, ...options } = record(body['options'])
  return {
    tools: chatTools(body),
    settings: settings(model, {
      temperature,
      maxOutputTokens,
      stop,
      responseFormat: format === 'json' ? 'json' : undefined,
      reasoning: think === undefined ? undefined : { effort: think === true ? 'high' : 'none' },
      extra: sayingSomething({ ...pick(body, ['keep_alive', 'temperature']), options }),
    }),
  }
}

describe.skipIf(requests.length === 0)('a recorded request to Ollama', () => {
  it.each(requests)('$file', ({ body }) => {
    const { tools, settings } = asked(body)
    const written = toRequest('ollama')([], tools, settings)
    expect(without({ ...written }, 'messages')).toEqual({ ...sayingSomething(body), stream: true })
  })
})
