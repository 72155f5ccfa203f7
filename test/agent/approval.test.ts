import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type Agent,
  type AgentError,
  type AgentResult,
  type AgentState,
  type CallToApprove,
  type Decision,
  resume,
  runToCompletion,
  type Tool,
} from '../../src/agent'
import type { Turn } from '../machine/world'
import { agentOf, text } from './support'

const erasing: Turn = {
  text: '',
  calls: [{ id: 'c0', name: 'erase', arguments: '{"path":"/tmp/a"}' }],
  finish: 'tool_calls',
}

/** An agent that asks to erase a file, and then answers; and which files were. */
const eraserOf = (approve?: Agent['approve'], turns: readonly Turn[] = [erasing]) => {
  const erased: string[] = []
  const erase: Tool<z.ZodObject<{ path: z.ZodString }>> = {
    name: 'erase',
    input: z.object({ path: z.string() }),
    needsApproval: true,
    execute: ({ path }) => {
      erased.push(path)
      return 'gone'
    },
  }
  const { agent } = agentOf([...turns, text('Done.')], { tools: [erase as Tool], approve })
  return { agent, erased }
}

const resultOf = (ended: E.Either<AgentError, AgentResult>): AgentResult =>
  E.getOrElse<AgentError, AgentResult>((error) => {
    throw new Error(error.message)
  })(ended)

/** As it comes back from a file. */
const suspendedState = (ended: E.Either<AgentError, AgentResult>): AgentState => {
  if (E.isRight(ended) || ended.left.code !== 'suspended') throw new Error('The run is not suspended.')
  return JSON.parse(JSON.stringify(ended.left.state))
}

const decisions: readonly (readonly [Decision, readonly string[], unknown])[] = [
  [{ type: 'approve' }, ['/tmp/a'], { status: 'succeeded', content: 'gone' }],
  [{ type: 'edit', input: { path: '/tmp/b' } }, ['/tmp/b'], { status: 'succeeded', content: 'gone' }],
  [{ type: 'reject' }, [], { error: 'rejected', content: 'Error: rejected' }],
  [{ type: 'reject', reason: null }, [], { error: 'rejected', content: 'Error: rejected' }],
  [{ type: 'reject', reason: 'keep it' }, [], { error: 'rejected', content: 'Error: rejected (keep it)' }],
  [
    { type: 'edit', input: { path: 7 } },
    [],
    { error: 'invalid-arguments', content: expect.stringContaining('path') },
  ],
]

describe('a call that needs approval', () => {
  it.each(decisions)('goes by %j of the hook', async (decision, files, record) => {
    const asked: CallToApprove[] = []
    const { agent, erased } = eraserOf((call) => {
      asked.push(call)
      return decision
    })
    const { toolCalls, text } = resultOf(await runToCompletion(agent, 'Erase it.'))
    expect(asked).toEqual([{ id: 'c0', name: 'erase', input: { path: '/tmp/a' }, iteration: 1 }])
    expect(erased).toEqual(files)
    expect(toolCalls).toMatchObject([record])
    expect(text).toBe('Done.')
  })

  it.each(decisions)('goes by %j days later', async (decision, files, record) => {
    const suspended = suspendedState(await runToCompletion(eraserOf().agent, 'Erase it.'))
    const { agent, erased } = eraserOf(undefined, []) // another process has another agent
    const ended = await resume(agent, suspended, { decisions: { c0: decision } }).result
    expect(erased).toEqual(files)
    expect(resultOf(ended).toolCalls).toMatchObject([record])
    expect(resultOf(ended).messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ])
  })

  it('suspends the run where nobody can say, and again where nobody can say then', async () => {
    const first = await runToCompletion(eraserOf(() => ({ type: 'defer' })).agent, 'Erase it.')
    expect(E.isLeft(first) && first.left).toMatchObject({
      code: 'suspended',
      pending: [{ id: 'c0', name: 'erase', input: { path: '/tmp/a' } }],
    })
    const { agent, erased } = eraserOf(undefined, [])
    const second = await resume(agent, suspendedState(first), { decisions: { c0: { type: 'defer' } } }).result
    const third = await resume(agent, suspendedState(second), { decisions: { c0: { type: 'approve' } } })
      .result
    expect(resultOf(third).text).toBe('Done.')
    expect(erased).toEqual(['/tmp/a'])
  })

  it('asks the hook of the agent that goes on where no decision is there', async () => {
    const suspended = suspendedState(await runToCompletion(eraserOf().agent, 'Erase it.'))
    const { agent, erased } = eraserOf(async () => ({ type: 'approve' }), [])
    expect(resultOf(await resume(agent, suspended).result).text).toBe('Done.')
    expect(erased).toEqual(['/tmp/a'])
  })

  it('lets the others of its turn run, and is not asked about where its input is invalid', async () => {
    const two: Turn = {
      text: '',
      calls: [
        { id: 'c0', name: 'erase', arguments: '{"path":"/tmp/a"}' },
        { id: 'c1', name: 'erase', arguments: '{"path":7}' },
        { id: 'c2', name: 'erase', arguments: '{"path":"/tmp/c"}' },
      ],
      finish: 'tool_calls',
    }
    const asked: string[] = []
    const { agent, erased } = eraserOf(
      ({ id }) => {
        asked.push(id)
        return { type: id === 'c0' ? 'defer' : 'approve' }
      },
      [two],
    )
    const ended = await runToCompletion(agent, 'Erase them.')
    expect(asked).toEqual(['c0', 'c2'])
    expect(erased).toEqual(['/tmp/c'])
    expect(E.isLeft(ended) && ended.left).toMatchObject({ code: 'suspended', pending: [{ id: 'c0' }] })
  })

  it.each<[string, () => unknown]>([
    ['true', () => true],
    ['false', () => false],
    ['a word', () => 'approve'],
    ['a decision of another kind', () => ({ type: 'allow' })],
    ['an edit without an input', () => ({ type: 'edit' })],
    ['an input that has no JSON', () => ({ type: 'edit', input: new Map() })],
    ['a reason that is no text', () => ({ type: 'reject', reason: 7 })],
    ['a list', () => [{ type: 'approve' }]],
    [
      'an error',
      () => {
        throw new Error('asleep')
      },
    ],
  ])('never runs by %s', async (_, approve) => {
    const { agent, erased } = eraserOf(approve as Agent['approve'])
    const { toolCalls, text } = resultOf(await runToCompletion(agent, 'Erase it.'))
    expect(erased).toEqual([])
    expect(toolCalls).toMatchObject([{ status: 'failed', error: 'execution-failed' }])
    expect(text).toBe('Done.')
    const suspended = suspendedState(await runToCompletion(eraserOf().agent, 'Erase it.'))
    const said = (() => {
      try {
        return approve()
      } catch {
        return null
      }
    })() as Decision
    expect(() => resume(agent, suspended, { decisions: { c0: said } })).toThrow(TypeError)
  })
})
