import { describe, expect, it } from 'vitest'
import { type CollectorState, close, collect, initial, toolCalls } from '../../src'
import { collectPartial, partialInput, partialObject } from '../../src/partial'
import { calls, chunk, finish, text } from '../support/chat'

const fold = (step: typeof collect, ...events: readonly unknown[]): CollectorState<'openai'> =>
  events.reduce<CollectorState<'openai'>>(
    (state, event) => step(state, { provider: 'openai', event: event as never }), // whatever a server sends
    initial('openai'),
  )

const opener = (index: number, name: string) => ({
  index,
  id: `call_${index}`,
  type: 'function',
  function: { name, arguments: '' },
})
const more = (index: number, fragment: string) => ({ index, function: { arguments: fragment } })

describe.each([
  ['collectPartial', collectPartial as typeof collect],
  ['collect', collect],
])('states of %s', (_, step) => {
  it('show the input of an open call as far as it has come', () => {
    const events = [
      calls(opener(0, 'find')),
      calls(more(0, '{"city": "Pa')),
      calls(more(0, 'ris", "days": 1')),
    ]
    expect(partialInput(fold(step, ...events.slice(0, 1)), 0)).toBeUndefined()
    expect(partialInput(fold(step, ...events.slice(0, 2)), 0)).toEqual({ city: 'Pa' })
    expect(partialInput(fold(step, ...events), 0)).toEqual({ city: 'Paris' })
  })

  it('show the inputs of calls that take turns, each its own', () => {
    const state = fold(
      step,
      calls(opener(0, 'find')),
      calls(opener(1, 'book')),
      calls(more(0, '{"city": "Pa')),
      calls(more(1, '{"night')),
      calls(more(0, 'ris"')),
      calls(more(1, 's": [1, 2')),
    )
    expect(partialInput(state, 0)).toEqual({ city: 'Paris' })
    expect(partialInput(state, 1)).toEqual({ nights: [1] })
    expect(partialInput(state, 2)).toBeUndefined()
  })

  it('show the strict input once the call is complete, the same object', () => {
    const state = close(
      fold(step, calls(opener(0, 'find')), calls(more(0, '{"city": "Paris"}')), finish('tool_calls')),
    )
    expect(partialInput(state, 0)).toEqual({ city: 'Paris' })
    expect(partialInput(state, 0)).toBe(partialInput(state, 0))
  })

  it('show what there is of arguments that a limit cut off, though the call is not to be run', () => {
    const state = close(
      fold(step, calls(opener(0, 'find')), calls(more(0, '{"city": "Par')), finish('length')),
    )
    expect(partialInput(state, 0)).toEqual({ city: 'Par' })
    expect(toolCalls(state)[0]?.input).toMatchObject({ _tag: 'Left', left: { code: 'incomplete' } })
  })

  it('show the input of a custom tool as the text it is', () => {
    const custom = { index: 0, id: 'c', type: 'custom', custom: { name: 'run', input: '1 + ' } }
    expect(partialInput(fold(step, calls(custom)), 0)).toBe('1 + ')
  })

  it('show no input where the arguments are no JSON', () => {
    expect(
      partialInput(fold(step, calls(opener(0, 'find')), calls(more(0, 'city=Paris'))), 0),
    ).toBeUndefined()
  })

  it('show the object of a JSON answer as far as it has come', () => {
    const events = [text('{"title": "Sou'), text('p", "steps": ["Boil wa'), text('ter"]}')]
    expect(partialObject(fold(step, ...events.slice(0, 1)))).toEqual({ title: 'Sou' })
    expect(partialObject(fold(step, ...events.slice(0, 2)))).toEqual({ title: 'Soup', steps: ['Boil wa'] })
    expect(partialObject(fold(step, ...events))).toEqual({ title: 'Soup', steps: ['Boil water'] })
  })

  it('show no object where the answer is prose, and none before the answer', () => {
    expect(partialObject(fold(step, text('Here you are: {"a": 1}')))).toBeUndefined()
    expect(partialObject(initial('openai'))).toBeUndefined()
  })

  it('look for the object in the first choice only', () => {
    const other = chunk({ index: 1, delta: { content: '{"b": 2}' }, finish_reason: null })
    expect(partialObject(fold(step, other, text('{"a": 1')))).toEqual({})
  })

  it('join the texts of an answer that comes in several parts', () => {
    const answer = (index: number, type: string, fields: object) => ({ type, index, ...fields })
    const events = [
      answer(0, 'content_block_start', { content_block: { type: 'text', text: '' } }),
      answer(0, 'content_block_delta', { delta: { type: 'text_delta', text: ' \n' } }),
      answer(0, 'content_block_stop', {}),
      answer(1, 'content_block_start', { content_block: { type: 'text', text: '' } }),
      answer(1, 'content_block_delta', { delta: { type: 'text_delta', text: '{"a": [1, ' } }),
      answer(1, 'content_block_stop', {}),
      answer(2, 'content_block_start', { content_block: { type: 'text', text: '' } }),
      answer(2, 'content_block_delta', { delta: { type: 'text_delta', text: '2, 3]' } }),
    ]
    const state = events.reduce<CollectorState<'anthropic'>>(
      (before, event) => step(before, { provider: 'anthropic', event: event as never }), // as the wire has it
      initial('anthropic'),
    )
    expect(partialObject(state)).toEqual({ a: [1, 2, 3] })
  })
})

describe('what collectPartial has read', () => {
  it('stays the same object from one look to the next', () => {
    const before = fold(collectPartial as typeof collect, text('{"rows": [{"id": 1}, {"id": '))
    const after = collectPartial(before, { provider: 'openai', event: text('2}') as never }) // as the wire has it
    const rows = (state: CollectorState) =>
      (partialObject(state) as { readonly rows: readonly unknown[] }).rows
    expect(rows(after)).toEqual([{ id: 1 }, { id: 2 }])
    expect(rows(after)[0]).toBe(rows(before)[0])
  })

  it('starts again where a provider takes its text back', () => {
    const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'find' }
    const events = [
      { type: 'response.output_item.added', output_index: 0, item: { ...call, arguments: '' } },
      {
        type: 'response.function_call_arguments.delta',
        output_index: 0,
        item_id: 'fc_1',
        delta: '{"city": "Rom',
      },
      {
        type: 'response.function_call_arguments.done',
        output_index: 0,
        item_id: 'fc_1',
        arguments: '{"town": "Paris"}',
      },
    ]
    const state = events.reduce<CollectorState<'openai-responses'>>(
      (before, event) => collectPartial(before, { provider: 'openai-responses', event: event as never }), // as the wire has it
      initial('openai-responses'),
    )
    expect(partialInput(state, 0)).toEqual({ town: 'Paris' })
  })
})
