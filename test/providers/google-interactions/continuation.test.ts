import { describe, expect, it } from 'vitest'
import { continuation } from '../../../src/providers/google-interactions/continuation'
import { type InteractionsCursor, initialCursor } from '../../../src/providers/google-interactions/cursor'
import type { InteractionsEvent } from '../../../src/providers/google-interactions/events'
import { translate } from '../../../src/providers/google-interactions/translate'
import { completed, delta, started, stopped, text } from '../../support/interactions'

const wire = (event: unknown) => event as InteractionsEvent // what a server sends may be anything

const cursorAfter = (...events: readonly unknown[]): InteractionsCursor =>
  events.reduce<InteractionsCursor>((cursor, event) => translate(cursor, wire(event))[0], initialCursor())

const fragment = text('x')
const args = { type: 'arguments_delta', arguments: 'x' }

const telling = cursorAfter(started(0, { type: 'model_output' }), delta(0, fragment))
const call = started(1, { type: 'function_call', id: 'c', name: 'f', arguments: {} })
const calling = cursorAfter(started(0, { type: 'thought' }), call, delta(1, args))

describe('the short way is taken', () => {
  it('for the next fragment of an open text', () => {
    const said = { type: 'text-delta', part: 0, choice: 0, text: 'x' }
    expect(continuation(telling, wire(delta(0, fragment)))).toEqual(said)
    const more = { ...delta(0, { ...fragment, annotations: null }), event_id: 'e', metadata: null }
    expect(continuation(telling, wire(more))).toEqual(said)
  })

  it('for the next fragment of a call’s arguments', () => {
    expect(continuation(calling, wire(delta(1, args)))).toEqual({
      type: 'tool-call-delta',
      part: 0,
      choice: 0,
      text: 'x',
    })
  })
})

describe('the short way is not taken', () => {
  it.each<[string, InteractionsCursor, unknown]>([
    ['for what is no event', telling, null],
    ['for the end mark', telling, '[DONE]'],
    ['for another event', telling, { ...delta(0, fragment), event_type: 'content.delta' }],
    ['for a step that is not known', telling, delta(1, fragment)],
    ['for a step without an index', telling, delta(null, fragment)],
    [
      'for a step that is over',
      cursorAfter(started(0, { type: 'model_output' }), delta(0, fragment), stopped(0)),
      delta(0, fragment),
    ],
    ['before there is an open part', cursorAfter(started(0, { type: 'model_output' })), delta(0, fragment)],
    [
      'while another step is open',
      cursorAfter(started(0, {}), started(1, { type: 'model_output' }), delta(1, fragment)),
      delta(0, fragment),
    ],
    [
      'after the final status',
      cursorAfter(started(0, { type: 'model_output' }), delta(0, fragment), completed()),
      delta(0, fragment),
    ],
    ['for an empty text', telling, delta(0, { type: 'text', text: '' })],
    ['for annotations', telling, delta(0, { ...fragment, annotations: [] })],
    ['for another delta', telling, delta(0, { type: 'image' })],
    ['for a delta that is none', telling, delta(0, 'x')],
    ['for counts', telling, { ...delta(0, fragment), metadata: { usage: {} } }],
    ['for arguments of no call', telling, delta(0, args)],
    ['for the first fragment of arguments', cursorAfter(call), delta(1, args)],
    [
      'for a call whose name has not come',
      cursorAfter(started(0, { type: 'function_call', id: 'c' }), delta(0, args)),
      delta(0, args),
    ],
    [
      'for a call that was told whole since',
      cursorAfter(call, delta(1, args), delta(1, { type: 'function_call', arguments: { a: 1 } })),
      delta(1, args),
    ],
    ['for a call that is over', cursorAfter(call, delta(1, args), stopped(1)), delta(1, args)],
    [
      'for a call without an id',
      cursorAfter(started(0, { type: 'function_call', name: 'f' }), delta(0, args)),
      delta(0, args),
    ],
    ['for arguments that are no text', calling, delta(1, { type: 'arguments_delta', arguments: {} })],
  ])('%s', (_, cursor, event) => {
    expect(continuation(cursor, wire(event))).toBeUndefined()
  })
})
