import { fc, it as prop } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import type { ContentPart, Conversation, ToolCallPart, ToolMessage } from '../../../src/frames'
import { inputOf, outputText, turnsOf, wellFormed } from '../../../src/providers/shared/turns'
import { runs } from '../../support/runs'

const call = (id: string, input: ToolCallPart['input'] = E.right({})): ToolCallPart => ({
  type: 'tool-call',
  id,
  name: 'f',
  arguments: '{}',
  input,
  kind: 'function',
})

const cut = E.left({ code: 'incomplete', message: 'cut' } as const)
const reasoning = (text: string): ContentPart => ({ type: 'reasoning', content: [text], summary: [] })
const said = (text: string): ContentPart => ({ type: 'text', text })
const assistant = (...content: readonly ContentPart[]) => ({ role: 'assistant', content }) as const
const result = (toolCallId: string, content = 'ok'): ToolMessage => ({ role: 'tool', toolCallId, content })
const user = { role: 'user', content: 'go on' } as const

/** The turns in short: ids of calls and of results, kinds of other parts. */
const shortOf = (conversation: Conversation) =>
  turnsOf(conversation).map((turn) =>
    turn.role === 'user'
      ? 'user'
      : turn.role === 'tool'
        ? turn.results.map(({ message }) => `${message.toolCallId}=${outputText(message)}`)
        : turn.content.map((part) => (part.type === 'tool-call' ? part.id : part.type)),
  )

describe('the turns of a conversation', () => {
  it('Q116: have the results in the order of the calls, right behind them', () => {
    expect(shortOf([assistant(call('a'), call('b')), user, result('b', 'B'), result('a', 'A')])).toEqual([
      ['a', 'b'],
      ['a=A', 'b=B'],
      'user',
    ])
  })

  it('Q113: leave out calls without a result, results without a call, and calls that were cut', () => {
    expect(
      shortOf([
        assistant(said('hm'), call('a'), call('b'), call('c', cut)),
        result('a'),
        result('c'),
        result('x'),
        user,
        assistant(call('d')),
        user,
      ]),
    ).toEqual([['text', 'a'], ['a=ok'], 'user', 'user'])
  })

  it('Q98: leave out reasoning with the calls that it led to, and keep it for what is left', () => {
    expect(shortOf([assistant(reasoning('r'), call('a')), user])).toEqual(['user'])
    expect(
      shortOf([
        assistant(reasoning('r'), call('a'), call('b'), reasoning('s'), call('c')),
        result('b'),
        user,
      ]),
    ).toEqual([['reasoning', 'b'], ['b=ok'], 'user'])
    expect(shortOf([assistant(said('x'), reasoning('unfinished')), user])).toEqual([['text'], 'user'])
  })

  it('Q121: give a later call of the same id its own, and its result too', () => {
    const twice = [
      assistant(call('a')),
      result('a', '1'),
      assistant(call('a'), call('a')),
      result('a', '2'),
      result('a', '3'),
    ]
    expect(shortOf(twice)).toEqual([['a'], ['a=1'], ['a_2', 'a_3'], ['a_2=2', 'a_3=3']])
  })

  it('keep calls whose arguments were wrong: they were answered', () => {
    const wrong = call('a', E.left({ code: 'invalid-json', message: 'no' }))
    expect(shortOf([assistant(wrong), result('a', 'Error: no')])).toEqual([['a'], ['a=Error: no']])
    expect(inputOf(wrong)).toEqual({ arguments: '{}' })
    expect(inputOf(call('a', E.right('text')))).toEqual({ input: 'text' })
  })

  const messages = fc.array(
    fc.oneof(
      fc.constant(user),
      fc.constantFrom('a', 'b', 'c').map((id) => result(id)),
      fc
        .array(
          fc.oneof(
            fc.constantFrom('a', 'b', 'c').map((id) => call(id)),
            fc.constantFrom('a', 'b').map((id) => call(id, cut)),
            fc.constantFrom(reasoning('r'), said('t')),
          ),
          { maxLength: 4 },
        )
        .map((content) => assistant(...content)),
    ),
    { maxLength: 8 },
  )

  prop.prop([messages], { numRuns: runs() })(
    'pair every call with exactly one result (law 12)',
    (conversation) => {
      const turns = turnsOf(conversation)
      const seen = new Set<string>()
      for (const [position, turn] of turns.entries()) {
        if (turn.role !== 'assistant') continue
        const calls = turn.content.filter((part) => part.type === 'tool-call')
        expect(turn.calls).toEqual(calls)
        for (const { id } of calls) {
          expect(seen.has(id)).toBe(false)
          seen.add(id)
        }
        const next = turns[position + 1]
        const answered = next?.role === 'tool' ? next.results.map(({ message }) => message.toolCallId) : []
        expect(answered).toEqual(calls.map(({ id }) => id))
      }
    },
  )
})

describe('wellFormed', () => {
  it('Q107: turns half a surrogate pair into U+FFFD and leaves whole ones, in keys too', () => {
    expect(wellFormed({ '\ud83d': ['a\ud83d', '\ude00b', '😀'] })).toEqual({
      '\ufffd': ['a\ufffd', '\ufffdb', '😀'],
    })
  })

  it('leaves out what is undefined', () => {
    expect(Object.keys(wellFormed({ a: undefined, b: 1 }))).toEqual(['b'])
  })
})
