import { describe, expect, it } from 'vitest'
import type { Continuation } from '../../../src/frames'
import { continuation } from '../../../src/providers/anthropic/continuation'
import { type AnthropicCursor, initialCursor } from '../../../src/providers/anthropic/cursor'
import type { AnthropicEvent } from '../../../src/providers/anthropic/events'
import { translate } from '../../../src/providers/anthropic/translate'
import {
  blockDelta,
  blockStart,
  blockStop,
  inputDelta,
  messageDelta,
  messageStart,
  signatureDelta,
  textDelta,
  thinkingDelta,
} from '../../support/messages'

const wire = (event: unknown) => event as AnthropicEvent // what a server sends may be anything

const after = (events: readonly unknown[]): AnthropicCursor =>
  events.reduce<AnthropicCursor>((cursor, event) => translate(cursor, wire(event))[0], initialCursor())

const short = (events: readonly unknown[], event: unknown) => continuation(after(events), wire(event))

const call = blockStart(0, { type: 'tool_use', id: 't', name: 'f', input: {} })

const opened = {
  text: [messageStart(), blockStart(0, { type: 'text', text: '' })],
  thinking: [messageStart(), blockStart(0, { type: 'thinking', thinking: '' })],
  call: [messageStart(), call, inputDelta(0, '{')],
}

const next = { text: textDelta(0, 'x'), thinking: thinkingDelta(0, 'x'), call: inputDelta(0, 'x') }

const said: { readonly [K in keyof typeof next]: Continuation } = {
  text: { type: 'text-delta', part: 0, choice: 0, text: 'x' },
  thinking: { type: 'reasoning-delta', part: 0, choice: 0, text: 'x' },
  call: { type: 'tool-call-delta', part: 0, choice: 0, text: 'x' },
}

const KINDS = ['text', 'thinking', 'call'] as const

describe('the short way is taken', () => {
  it.each(KINDS)('for the next fragment of an open block: %s', (kind) => {
    expect(short(opened[kind], next[kind])).toStrictEqual(said[kind])
  })

  it('for a block among others that are open', () => {
    const second = blockStart(1, { type: 'text', text: '' })
    expect(short([...opened.call, second], inputDelta(0, 'x'))).toStrictEqual(said.call)
    expect(short([...opened.call, second], textDelta(1, 'x'))).toStrictEqual({ ...said.text, part: 1 })
  })

  it('for a block in its place, whatever the others have for an index', () => {
    const other = blockStart(null, { type: 'text', text: 'a' })
    const own = blockStart(1, { type: 'text', text: '' })
    expect(short([messageStart(), other, own], textDelta(1, 'x'))).toStrictEqual({ ...said.text, part: 1 })
  })
})

describe('the long way is left to', () => {
  it.each(KINDS)('what says something beside the fragment: %s', (kind) => {
    const { delta } = next[kind] as { readonly delta?: object }
    expect(short(opened[kind], { ...next[kind], extra: 1 })).toBeUndefined()
    expect(short(opened[kind], { ...next[kind], delta: { ...delta, extra: 1 } })).toBeUndefined()
  })

  it.each(KINDS)('a fragment that is empty or no text: %s', (kind) => {
    const { delta } = next[kind] as { readonly delta?: object }
    for (const value of ['', null, 1, ['x']]) {
      const fields = Object.fromEntries(
        Object.entries(delta ?? {}).map(([key, held]) => [key, key === 'type' ? held : value]),
      )
      expect(short(opened[kind], { ...next[kind], delta: fields })).toBeUndefined()
    }
  })

  it.each(KINDS)('a block that is stopped, unknown or of another kind: %s', (kind) => {
    expect(short([...opened[kind], blockStop(0)], next[kind])).toBeUndefined()
    expect(short(opened[kind], { ...next[kind], index: 1 })).toBeUndefined()
    expect(short(opened[kind], { ...next[kind], index: '0' })).toBeUndefined()
    for (const other of KINDS.filter((one) => one !== kind)) {
      expect(short(opened[kind], next[other])).toBeUndefined()
    }
  })

  it.each(KINDS)('what comes after a stop reason: %s', (kind) => {
    expect(short([...opened[kind], messageDelta({ stop_reason: 'x' })], next[kind])).toBeUndefined()
  })

  it('the first fragment of a call, which may be blank, and a call without an id', () => {
    expect(short([messageStart(), call], inputDelta(0, '{'))).toBeUndefined()
    const nameless = blockStart(0, { type: 'tool_use', id: 't', input: {} })
    expect(short([messageStart(), nameless, inputDelta(0, '{')], next.call)).toBeUndefined()
    const unidentified = blockStart(0, { type: 'tool_use', name: 'f', input: {} })
    expect(short([messageStart(), unidentified, inputDelta(0, '{')], next.call)).toBeUndefined()
  })

  it('signatures, blocks of other kinds, and indexes that are not places', () => {
    expect(short(opened.thinking, signatureDelta(0, 'S'))).toBeUndefined()
    const server = blockStart(0, { type: 'server_tool_use', id: 's', name: 'f', input: {} })
    expect(short([server, inputDelta(0, '{')], inputDelta(0, 'x'))).toBeUndefined()
    expect(short([blockStart(3, { type: 'text', text: '' })], textDelta(3, 'x'))).toBeUndefined()
    expect(short([...opened.text, blockStart(0, { type: 'text', text: '' })], next.text)).toBeUndefined()
    const behind = [blockStart(1, { type: 'text', text: '' }), blockStart(0, { type: 'text', text: '' })]
    expect(short(behind, textDelta(1, 'x'))).toBeUndefined()
  })

  it.each([null, 'text', '[DONE]', 1, [], {}, { type: 'ping' }, blockDelta(0, null), blockDelta(0, 'x')])(
    'what is no delta of a block: %j',
    (event) => {
      expect(short(opened.text, event)).toBeUndefined()
    },
  )
})
