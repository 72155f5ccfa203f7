import { fc, it } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect } from 'vitest'
import { close, collect, finalize, initial } from '../../src'
import { collectDecoded, collectDecodedWithFrames, type Decoded, type DecodeError } from '../../src/decoded'
import { faults, refusal } from '../support/faults'
import { chunkOf } from '../support/fold'
import { runs } from '../support/runs'
import { said } from '../wire/support'

const open = collect(initial('openai'), chunkOf('openai', said('Hel')))

const fold = (fault: DecodeError) => {
  const state = collectDecoded(open, E.left(fault))
  return { phase: state.head.phase, result: finalize(state) }
}

describe('collectDecoded', () => {
  it('collects a chunk', () => {
    const chunk = chunkOf('openai', said('lo'))
    expect(collectDecoded(open, E.right(chunk))).toEqual(collect(open, chunk))
  })

  it('fails the state with the error of a refused request', () => {
    const fault: DecodeError = { code: 'http-error', message: 'm', status: 429, body: '', error: refusal }
    expect(fold(fault).phase).toEqual({
      type: 'failed',
      error: { code: 'provider-error', message: 'slow down', error: refusal },
    })
  })

  it.each([
    [undefined, false],
    [200, false],
    [404, false],
    [429, true],
    [503, true],
  ])(
    'fails the state with a page in place of a stream; with status %s a retry makes sense: %s',
    (status, retryable) => {
      const fault: DecodeError = {
        code: 'html-page',
        message: 'a page',
        body: '<html>',
        ...(status !== undefined && { status }),
      }
      expect(fold(fault).phase).toEqual({
        type: 'failed',
        error: {
          code: 'provider-error',
          message: 'a page',
          error: { message: 'a page', retryable, raw: '<html>', ...(status !== undefined && { status }) },
        },
      })
    },
  )

  it.each([
    [{ code: 'connection-lost', message: 'm', cause: 'c' } as const, 'cut'],
    [{ code: 'corrupt-frame', message: 'm', text: 'AAAA' } as const, 'cut'],
    [{ code: 'aborted', message: 'm' } as const, 'aborted'],
  ])('closes the state: %j', (fault, reason) => {
    expect(fold(fault).result).toMatchObject({
      left: { code: 'incomplete-stream', reason, partial: { text: 'Hel' } },
    })
  })

  it.each([
    [{ code: 'invalid-json', message: 'No JSON.', text: 'oops' } as const, 'No JSON. It was left out: oops'],
    [{ code: 'truncated-event', message: 'Cut.', text: '{"a' } as const, 'Cut. It was left out: {"a'],
    [
      { code: 'unframed-text', message: 'Stray.', text: 'x'.repeat(300) } as const,
      `Stray. It was left out: ${'x'.repeat(200)}…`,
    ],
    [
      { code: 'not-an-event', message: 'No event.', provider: 'openai', json: [1] } as const,
      'No event. It was left out: [1]',
    ],
  ])('notes an issue, and the stream goes on: %j', (fault, message) => {
    const state = collectDecoded(open, E.left(fault))
    expect(state.head.phase.type).toBe('open')
    const after = collectDecoded(state, E.right(chunkOf('openai', said('lo', 'stop'))))
    expect(finalize(after)).toMatchObject({
      right: { text: 'Hello', issues: [{ code: 'undecodable-event', message, count: 1 }] },
    })
  })

  it('counts what is lost again', () => {
    const fault: Decoded = E.left({ code: 'invalid-json', message: 'No JSON.', text: 'oops' })
    const state = [fault, fault, fault].reduce(collectDecoded, open)
    expect(finalize(close(state))).toMatchObject({ left: { partial: { issues: [{ count: 3 }, {}] } } })
  })
})

const decodedLists = (): fc.Arbitrary<readonly Decoded<'openai'>[]> => {
  const chunks = fc.string().map((text) => E.right(chunkOf('openai', said(text))) as Decoded<'openai'>) // of that provider
  return fc.array(
    fc.oneof(
      chunks,
      faults().map((fault): Decoded<'openai'> => E.left(fault)),
    ),
    { maxLength: 12 },
  )
}

describe('any list of decoded things', () => {
  it.prop([decodedLists()], { numRuns: runs() })(
    'folds with its frames to the same state as without',
    (list) => {
      let state = initial('openai')
      for (const decoded of list) {
        const [next] = collectDecodedWithFrames(state, decoded)
        expect(collectDecoded(state, decoded)).toEqual(next)
        expect(JSON.parse(JSON.stringify(next))).toEqual(next)
        state = next
      }
    },
  )
})
