import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { type CollectorState, close, finalize, initial } from '../../src'
import { collectDecoded, decodeRecording } from '../../src/wire'
import { responses } from '../../src/wire/responses'

const foldBody = (body: string) =>
  finalize(
    close(
      decodeRecording('openai-responses', body).reduce<CollectorState>(
        collectDecoded,
        initial('openai-responses'),
      ),
    ),
  )

const message = { type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }

describe('events that are told beside the stream', () => {
  it('are as they came where they say of what type they are, and else an error', () => {
    const typed = { type: 'error', code: 'slow_down', message: 'm' }
    expect(responses.errorEvent(typed)).toBe(typed)
    expect(responses.errorEvent({ message: 'm' })).toEqual({ error: { message: 'm' } })
  })

  it.each(['completed', 'incomplete', 'failed'])(
    'are the end of a whole response, by its status %s',
    (status) => {
      const whole = { object: 'response', status }
      expect(responses.strayEvent(whole)).toEqual({ type: `response.${status}`, response: whole })
    },
  )
})

describe('bodies of the Responses API', () => {
  it.each(['completed', 'incomplete'])(
    'may be a whole response, here %s, that was not streamed',
    (status) => {
      const body = JSON.stringify({ object: 'response', id: 'r', status, output: [message] }, null, 2)
      expect(foldBody(body)).toMatchObject(E.right({ id: 'r', text: 'Hi', finishReason: { raw: status } }))
    },
  )

  it('may be a response without a status', () => {
    expect(foldBody(JSON.stringify({ object: 'response', output: [message] }))).toMatchObject(
      E.right({ text: 'Hi', finishReason: { raw: 'completed' } }),
    )
  })

  it.each([
    ['an error event', 'event: error\ndata: {"type":"error","code":"slow_down","message":"m"}\n\n'],
    ['an error event without a type', 'event: error\ndata: {"code":"slow_down","message":"m"}\n\n'],
    ['an error in place of events', '{"error":{"code":"slow_down","message":"m"}}'],
  ])('may be %s', (_, body) => {
    expect(foldBody(body)).toMatchObject(
      E.left({ code: 'provider-error', error: { code: 'slow_down', message: 'm' } }),
    )
  })

  it('may end in the mark of another API, after their own end or in place of it', () => {
    const text = 'data: {"type":"response.output_text.delta","item_id":"m","delta":"Hi"}\n\n'
    const end = 'data: {"type":"response.completed","response":{"status":"completed"}}\n\n'
    const codesOf = (body: string) => {
      const result = foldBody(body)
      return E.isRight(result) ? result.right.issues.map(({ code }) => code) : result.left.code
    }
    expect(codesOf(`${text}${end}data: [DONE]\n\n`)).toEqual(['item-unannounced', 'event-after-end'])
    expect(codesOf(`${text}data: [DONE]\n\n`)).toEqual(['item-unannounced', 'finish-reason-missing'])
    expect(codesOf(text)).toBe('incomplete-stream')
  })
})
