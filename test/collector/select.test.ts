import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import {
  close,
  collect,
  collectAll,
  finishReason,
  initial,
  isDone,
  isToolTurn,
  outputChars,
  reasoning,
  snapshot,
  text,
  toolCalls,
  usage,
} from '../../src'
import { wireEvents } from '../../src/testing'
import { calls, chunk, delta, finish, text as said } from '../support/chat'
import { chunkOf } from '../support/fold'
import { runs } from '../support/runs'

const stateAfter = (events: readonly unknown[], thinkTags = false) =>
  collectAll(
    'openai',
    events.map((event) => chunkOf('openai', event)),
    { thinkTags },
  )

const call = calls({ index: 0, id: 'c', function: { name: 'f', arguments: '{"a":1}' } })

describe('the selectors', () => {
  it('know nothing of a state before the first chunk', () => {
    const state = initial('openai')
    expect([text(state), reasoning(state), toolCalls(state), isToolTurn(state)]).toEqual(['', '', [], false])
    expect([usage(state), finishReason(state), isDone(state), outputChars(state)]).toEqual([
      undefined,
      { kind: 'unknown' },
      false,
      0,
    ])
  })

  it('tell the end', () => {
    expect(isDone(stateAfter([said('a'), finish('stop')]))).toBe(false)
    expect(isDone(stateAfter([said('a'), '[DONE]']))).toBe(true)
    expect(isDone(stateAfter([{ error: 'why' }]))).toBe(true)
    expect(isDone(close(stateAfter([said('a')]), 'aborted'))).toBe(true)
  })

  it('tell a tool turn as soon as there is a call', () => {
    expect(isToolTurn(stateAfter([said('a')]))).toBe(false)
    expect(isToolTurn(stateAfter([said('a'), call]))).toBe(true)
    expect(finishReason(stateAfter([call, finish('stop')]))).toEqual({ kind: 'tool-calls', raw: 'stop' })
  })

  it('give calls their input at the end', () => {
    const state = stateAfter([call, finish('tool_calls')])
    expect(toolCalls(state)[0]?.input).toMatchObject({ left: { code: 'incomplete' } })
    expect(toolCalls(close(state))[0]?.input).toEqual({ _tag: 'Right', right: { a: 1 } })
  })

  it('read choice 0 of an open stream, else the lowest that came', () => {
    const state = stateAfter([
      chunk({ index: 1, delta: { content: 'b', reasoning: 'r' }, finish_reason: 'length' }),
    ])
    expect([text(state), reasoning(state), finishReason(state)]).toEqual(['', '', { kind: 'unknown' }])
    const closed = close(state)
    expect([text(closed), reasoning(closed), finishReason(closed).kind]).toEqual(['b', 'r', 'length'])
  })

  it.prop([wireEvents('openai')], { numRuns: runs(100) })(
    'say at each point what a snapshot says',
    (events) => {
      let state = initial('openai')
      for (const event of events) {
        state = collect(state, { provider: 'openai', event })
        const response = snapshot(state)
        expect([text(state), reasoning(state), toolCalls(state), usage(state), finishReason(state)]).toEqual([
          response.text,
          response.reasoning ?? '',
          response.toolCalls,
          response.usage,
          response.finishReason,
        ])
        expect(isToolTurn(state)).toBe(response.toolCalls.length > 0)
      }
    },
  )
})

describe('outputChars', () => {
  it('counts text, refusals, reasoning, summaries and arguments of all choices, and nothing else', () => {
    const events = [
      said('12'),
      delta({ refusal: '345' }),
      delta({ reasoning_details: [{ type: 'x', text: '6789', signature: 'none' }] }),
      delta({ reasoning_details: [{ type: 'x', summary: '01234' }] }),
      calls({ index: 0, id: 'none', function: { name: 'none', arguments: '567890' } }),
      chunk({ index: 1, delta: { content: '1234567' } }),
      delta({ images: [{ url: 'none' }], audio: { data: 'none', transcript: 'none' } }),
    ]
    const wanted = [2, 5, 9, 14, 20, 27, 27]
    expect(events.map((_, n) => outputChars(stateAfter(events.slice(0, n + 1))))).toEqual(wanted)
    expect(outputChars(close(stateAfter(events)))).toBe(27)
  })

  it('counts UTF-16 units', () => {
    expect(outputChars(stateAfter([said('😀'), said('é')]))).toBe(3)
  })

  it('counts what takes turns under the pen once', () => {
    const one = calls({ index: 0, id: 'a', function: { name: 'f', arguments: '{' } })
    const two = calls({ index: 1, id: 'b', function: { name: 'g', arguments: '{{' } })
    const more = (index: number) => calls({ index, function: { arguments: '1' } })
    expect(outputChars(stateAfter([one, two, more(0), more(1), more(0)]))).toBe(6)
  })

  it('does not count what was taken back', () => {
    expect(outputChars(stateAfter([said('1234')], true))).toBe(4)
    expect(outputChars(stateAfter([said('1234'), said('</think>56')], true))).toBe(6)
    const whole = (value: unknown) => calls({ index: 0, id: 'c', function: { name: 'f', arguments: value } })
    expect(outputChars(stateAfter([whole({ a: 1 }), whole({ b: 23 })]))).toBe('{"b":23}'.length)
  })

  it.prop([fc.array(fc.tuple(fc.constantFrom('content', 'refusal', 'reasoning'), fc.string()))], {
    numRuns: runs(200),
  })('is the sum of all fragments', (fragments) => {
    const state = stateAfter(fragments.map(([field, fragment]) => delta({ [field]: fragment })))
    expect(outputChars(state)).toBe(fragments.reduce((sum, [, fragment]) => sum + fragment.length, 0))
  })
})
