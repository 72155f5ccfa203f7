import { fc, it as prop } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import type { ContentPart, Conversation, ToolCallPart } from '../../../src/frames'
import {
  inputOf,
  turnsOf as orderedTurns,
  outputFiles,
  outputText,
  sinceAnswer,
  type Turn,
  wellFormed,
} from '../../../src/providers/shared/turns'
import { runs } from '../../support/runs'
import { result, said, call as toolCall } from '../../support/turns'

const call = (id: string, input: ToolCallPart['input'] = E.right({})): ToolCallPart =>
  toolCall({ id, arguments: '{}', input })

const cut = E.left({ code: 'incomplete', message: 'cut' } as const)
const reasoning = (thought: string): ContentPart => ({ type: 'reasoning', content: [thought], summary: [] })
const text = (written: string): ContentPart => ({ type: 'text', text: written })
const user = { role: 'user', content: 'go on' } as const

const turnsOf = (conversation: Conversation, ...tools: readonly string[]): readonly Turn[] =>
  orderedTurns(conversation, new Set(tools))

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
    expect(shortOf([said(call('a'), call('b')), user, result('b', 'B'), result('a', 'A')])).toEqual([
      ['a', 'b'],
      ['a=A', 'b=B'],
      'user',
    ])
  })

  it('Q113: leave out calls without a result, and results without a call', () => {
    expect(
      shortOf([
        said(text('hm'), call('a'), call('b'), call('c', cut)),
        result('a'),
        result('x'),
        user,
        said(call('d')),
        user,
      ]),
    ).toEqual([['text', 'a'], ['a=ok'], 'user', 'user'])
  })

  it('Q102: have a call that was cut off where somebody said so in answer to it', () => {
    expect(shortOf([said(call('a', cut), call('b', cut)), result('a', 'Error: cut')])).toEqual([
      ['a'],
      ['a=Error: cut'],
    ])
  })

  it('leave out a call whose result comes after the next answer, and that result', () => {
    expect(shortOf([said(call('a')), said(text('x')), result('a')])).toEqual([['text']])
  })

  it('Q98: leave out reasoning with the calls that it led to, and keep it for what is left', () => {
    expect(shortOf([said(reasoning('r'), call('a')), user])).toEqual(['user'])
    expect(
      shortOf([said(reasoning('r'), call('a'), call('b'), reasoning('s'), call('c')), result('b'), user]),
    ).toEqual([['reasoning', 'b'], ['b=ok'], 'user'])
    expect(shortOf([said(text('x'), reasoning('unfinished')), user])).toEqual([['text'], 'user'])
    expect(shortOf([said(reasoning('r'), reasoning('s'), call('a')), result('a')])).toEqual([
      ['reasoning', 'reasoning', 'a'],
      ['a=ok'],
    ])
  })

  it('Q121: give a later call of the same id its own, and its result too', () => {
    const twice = [
      said(call('a')),
      result('a', '1'),
      said(call('a'), call('a')),
      result('a', '2'),
      result('a', '3'),
    ]
    expect(shortOf(twice)).toEqual([['a'], ['a=1'], ['a_2', 'a_3'], ['a_2=2', 'a_3=3']])
  })

  it('give a call that the model made up a name that providers take, and its result too', () => {
    const [asked, answered] = turnsOf([said({ ...call('a'), name: 'functions.add' }), result('a')])
    expect(asked).toMatchObject({ content: [{ name: 'functions_add' }], calls: [{ name: 'functions_add' }] })
    expect(answered).toMatchObject({ results: [{ call: { name: 'functions_add' } }] })
  })

  it('leave the name of a tool on offer as it is: its provider takes it', () => {
    const [asked] = turnsOf([said({ ...call('a'), name: 'files.read' }), result('a')], 'files.read')
    expect(asked).toMatchObject({ content: [{ name: 'files.read' }] })
  })

  it('keep calls whose arguments were wrong: they were answered', () => {
    const wrong = call('a', E.left({ code: 'invalid-json', message: 'no' }))
    expect(shortOf([said(wrong), result('a', 'Error: no')])).toEqual([['a'], ['a=Error: no']])
  })

  it('leave out a message of which nothing is left, unless it has fields beside its content', () => {
    const beside = { role: 'assistant', content: [], extra: { reasoning_content: '' } } as const
    expect(shortOf([said(), said(call('a')), beside])).toEqual([[]])
    expect(turnsOf([beside])).toEqual([{ ...beside, calls: [] }])
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
            fc.constantFrom(reasoning('r'), text('t')),
          ),
          { maxLength: 4 },
        )
        .map((content) => said(...content)),
    ),
    { maxLength: 8 },
  )

  prop.prop([messages], { numRuns: runs() })(
    'pair every call with exactly one result (law 12)',
    (conversation) => {
      const turns = turnsOf(conversation)
      const seen = new Set<string>()
      for (const [position, turn] of turns.entries()) {
        if (turn.role === 'tool') expect(turns[position - 1]?.role).toBe('assistant')
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

describe('sinceAnswer', () => {
  it('is all that follows the last answer, or all where there is none', () => {
    const turns = turnsOf([user, said(call('a')), result('a'), user])
    expect(sinceAnswer(turns)).toEqual(turns.slice(2))
    expect(sinceAnswer(turnsOf([user, user]))).toEqual([user, user])
  })
})

describe('inputOf', () => {
  it.each([
    ['an object as it is', E.right({ a: 1 }), { a: 1 }],
    ['a text', E.right('text'), { input: 'text' }],
    ['a list', E.right([1]), { input: [1] }],
    ['null', E.right(null), { input: null }],
    ['what could not be read', E.left({ code: 'invalid-json', message: 'no' } as const), { arguments: '{}' }],
  ])('carries in an object %s', (_, input, carried) => {
    expect(inputOf(call('a', input))).toEqual(carried)
  })
})

describe('outputText', () => {
  it('has texts and JSON on lines of their own, and no files', () => {
    const file = { type: 'file', mediaType: 'image/png', data: 'AA==' } as const
    const content = [{ type: 'text', text: 'a' }, file, { type: 'json', value: { b: [1] } }] as const
    expect(outputText({ role: 'tool', toolCallId: 'a', content })).toBe('a\n{"b":[1]}')
    expect(outputFiles({ role: 'tool', toolCallId: 'a', content })).toEqual([file])
    expect(outputFiles({ role: 'tool', toolCallId: 'a', content: 'a' })).toEqual([])
  })
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
