import { describe, expect, it } from 'vitest'
import { callsOf, codesOf } from '../support/fold'
import { payLaws } from '../support/pay-laws'

const plan = (text: string) => ({ type: 'tool-plan-delta', delta: { message: { tool_plan: text } } })

const end = (finishReason: string, usage: object) => ({
  type: 'message-end',
  delta: { finish_reason: finishReason, usage },
})

const both = {
  billed_units: { input_tokens: 5, output_tokens: 1 },
  tokens: { input_tokens: 15, output_tokens: 1 },
}

describe('Cohere', () => {
  it('Q101: the plan is reasoning, and of the two sets of counts the tokens are taken', () => {
    const { response } = payLaws('cohere', [
      { type: 'message-start', id: 'r', delta: { message: { role: 'assistant' } } },
      plan('I'),
      plan(' will'),
      {
        type: 'tool-call-start',
        index: 0,
        delta: {
          message: { tool_calls: { id: 'c', type: 'function', function: { name: 'f', arguments: '' } } },
        },
      },
      { type: 'tool-call-end', index: 0 },
      end('TOOL_CALL', both),
      '[DONE]',
    ])
    expect(response.reasoning).toBe('I will')
    expect(response.text).toBe('')
    expect(response.message.content[0]).toMatchObject({ type: 'reasoning', extra: { type: 'tool_plan' } })
    expect(callsOf(response)).toEqual([{ id: 'c', name: 'f', arguments: '', input: {} }])
    expect(response.usage).toEqual({ inputTokens: 15, outputTokens: 1, totalTokens: 16, raw: both })
    expect(response.finishReason).toEqual({ kind: 'tool-calls', raw: 'TOOL_CALL' })
    expect(codesOf(response)).toEqual([])
  })

  it('Q101: the billed counts stand in where there are no others', () => {
    const { response } = payLaws('cohere', [plan('I'), end('COMPLETE', { billed_units: both.billed_units })])
    expect(response.usage).toMatchObject({ inputTokens: 5, outputTokens: 1, totalTokens: 6 })
  })

  it('Q101: an event by the names of the older API is kept as it came, and told', () => {
    const older = { event_type: 'text-generation', text: 'Hi', type: 'text-generation' }
    const { response } = payLaws('cohere', [older, end('COMPLETE', both)])
    expect(response.message.content).toEqual([{ type: 'unknown', raw: older }])
    expect(codesOf(response)).toEqual(['unknown-event'])
  })
})
