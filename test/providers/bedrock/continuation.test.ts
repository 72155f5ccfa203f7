import { describe, expect, it } from 'vitest'
import { continuationFrame } from '../../../src/frames'
import { continuation } from '../../../src/providers/bedrock/continuation'
import { type BedrockCursor, initialCursor } from '../../../src/providers/bedrock/cursor'
import type { BedrockEvent } from '../../../src/providers/bedrock/events'
import { translate } from '../../../src/providers/bedrock/translate'
import { delta, finish, input, reasoning, stop, text, toolUse } from '../../support/bedrock'

const wire = (event: unknown) => event as BedrockEvent // what a server sends may be anything

const cursorAfter = (events: readonly unknown[]): BedrockCursor =>
  events.reduce<BedrockCursor>((cursor, event) => translate(cursor, wire(event))[0], initialCursor())

const short = (events: readonly unknown[], event: unknown) => continuation(cursorAfter(events), wire(event))

const cases = [
  ['text', [text(0, 'a')], text(0, 'x'), 'text-delta', 0],
  ['reasoning', [reasoning(0, { text: 'a' })], reasoning(0, { text: 'x' }), 'reasoning-delta', 0],
  ['arguments', [toolUse(0, 't', 'f'), input(0, '{')], input(0, 'x'), 'tool-call-delta', 0],
  [
    'arguments behind a text',
    [text(0, 'a'), stop(0), toolUse(1, 't', 'f'), input(1, '{')],
    input(1, 'x'),
    'tool-call-delta',
    1,
  ],
  ['text at an index with gaps', [text(7, 'a')], text(7, 'x'), 'text-delta', 0],
] as const

describe('the short way is taken', () => {
  it.each(cases)('for the next fragment of an open part: %s', (_, events, event, type, part) => {
    const said = { type, part, choice: 0, text: 'x' }
    expect(short(events, event)).toStrictEqual(said)
    const padded = { contentBlockDelta: { ...Object(event).contentBlockDelta, p: 'abc' } }
    expect(short(events, padded)).toStrictEqual(said)
    const [cursor, signals] = translate(cursorAfter(events), wire(event))
    expect(cursor).toEqual(cursorAfter(events))
    expect(signals).toHaveLength(1)
  })
})

describe('the short way passes over fields that are null', () => {
  it.each<[string, readonly unknown[], unknown]>([
    ['beside text', [text(0, 'a')], delta(0, { text: 'x', toolUse: null, reasoningContent: null })],
    ['beside reasoning', [reasoning(0, { text: 'a' })], reasoning(0, { text: 'x', signature: null })],
    [
      'beside an argument',
      [toolUse(0, 't', 'f'), input(0, '{')],
      delta(0, { toolUse: { input: 'x', toolUseId: null }, text: null }),
    ],
  ])('%s', (_, events, event) => {
    const said = short(events, event)
    const [cursor, signals] = translate(cursorAfter(events), wire(event))
    expect(said?.text).toBe('x')
    expect(cursor).toEqual(cursorAfter(events))
    expect(signals).toEqual(said && [continuationFrame(said)])
  })
})

describe('the long way is taken', () => {
  it.each<[string, readonly unknown[], unknown]>([
    ['for the first fragment', [], text(0, 'x')],
    ['for arguments that begin', [toolUse(0, 't', 'f')], input(0, 'x')],
    ['for a call without an id', [toolUse(0, '', 'f'), input(0, '{')], input(0, 'x')],
    ['for a call without a name', [input(0, '{')], input(0, 'x')],
    ['for a fragment of another kind', [text(0, 'a')], reasoning(0, { text: 'x' })],
    ['for an empty fragment', [text(0, 'a')], text(0, '')],
    ['for a fragment that is no text', [text(0, 'a')], text(0, 1)],
    ['after the stop of the block', [text(0, 'a'), stop(0)], text(0, 'x')],
    ['after the stop of a call', [toolUse(0, 't', 'f'), input(0, '{'), stop(0)], input(0, 'x')],
    ['after the stop reason', [text(0, 'a'), finish('end_turn')], text(0, 'x')],
    ['for another index', [text(0, 'a')], text(1, 'x')],
    ['for an index that is none', [text(null, 'a')], text(null, 'x')],
    ['for a signature', [reasoning(0, { text: 'a' })], reasoning(0, { signature: 'S' })],
    ['for two things', [reasoning(0, { text: 'a' })], reasoning(0, { text: 'x', signature: 'S' })],
    ['for two fields', [text(0, 'a')], delta(0, { text: 'x', citation: {} })],
    [
      'for a block that comes whole',
      [delta(0, { toolResult: [] })],
      delta(0, { toolResult: [{ text: 'x' }] }),
    ],
    ['for a member beside it', [text(0, 'a')], { ...text(0, 'x'), 'amazon-bedrock-trace': {} }],
    [
      'for a field beside it',
      [text(0, 'a')],
      { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'x' }, y: 1 } },
    ],
    ['for no member', [text(0, 'a')], {}],
    ['for a member that is null', [text(0, 'a')], { contentBlockDelta: null }],
    ['for a delta that is null', [text(0, 'a')], delta(0, null)],
    ['for a fragment that is null', [reasoning(0, { text: 'a' })], reasoning(0, null)],
    ['for what is no object', [text(0, 'a')], null],
  ])('%s', (_, events, event) => {
    expect(short(events, event)).toBeUndefined()
  })
})
