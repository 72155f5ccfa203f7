import { describe, expect, it } from 'vitest'
import { chat } from '../../src/wire/chat'

describe('an error told beside the events', () => {
  it.each([
    [{ error: { message: 'm' } }, { error: { message: 'm' } }],
    [
      { error: 'm', id: 1 },
      { error: 'm', id: 1 },
    ],
    [{ message: 'm' }, { error: { message: 'm' } }],
    [{ error: null, message: 'm' }, { error: { error: null, message: 'm' } }],
    [{ error: false }, { error: { error: false } }],
    [['m'], { error: ['m'] }],
    ['m', { error: 'm' }],
    [500, { error: '500' }],
    [null, { error: 'null' }],
    [false, { error: 'false' }],
  ])('%j is the event %j', (said, event) => {
    expect(chat.errorEvent(said)).toEqual(event)
  })
})

describe('JSON outside the framing', () => {
  it.each([
    { error: { message: 'm' } },
    { error: 'm' },
    { choices: [{ message: { role: 'assistant', content: 'Hi' } }], object: 'chat.completion' },
    { choices: [] },
    { object: 'error', message: 'm' },
    { type: 'error', message: 'm' },
    '[DONE]',
  ])('%j is an event as it is', (json) => {
    expect(chat.strayEvent(json)).toBe(json)
  })

  it.each([{ detail: 'Not Found' }, { detail: [{ msg: 'field required' }] }, { message: 'Unauthorized' }])(
    '%j is an error',
    (json) => {
      expect(chat.strayEvent(json)).toEqual({ error: json })
    },
  )

  it.each([
    {},
    { error: null },
    { a: 1 },
    { message: { content: 'Hi' } },
    { message: '' },
    { detail: '' },
    { detail: [] },
    { choices: 1 },
    [{ error: 'm' }],
    'text',
    42,
    null,
  ])('%j means nothing', (json) => {
    expect(chat.strayEvent(json)).toBeUndefined()
  })
})
