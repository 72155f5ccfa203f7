import { fc, it } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect } from 'vitest'
import { initial } from '../../src'
import { collectDecoded, encodeSse } from '../../src/wire'
import { decodeRecording, foldRecording } from '../../src/wire/recording'
import { chunkOf } from '../support/fold'
import { runs } from '../support/runs'
import {
  bodies,
  cut,
  cuts,
  decodePieces,
  encode,
  lineEnds,
  patience,
  rawBodies,
  shred,
  wireEvents,
} from './support'

const numRuns = runs()

describe('any body', () => {
  it.prop([rawBodies(), cuts()], { numRuns })(
    'cut anywhere between bytes gives the same (law 5)',
    (body, at) => {
      const bytes = encode(body)
      const whole = decodeRecording('openai', bytes)
      expect(decodePieces('openai', cut(bytes, at))).toEqual(whole)
      expect(decodePieces('openai', shred(bytes))).toEqual(whole)
    },
    patience,
  )

  it.prop([rawBodies(), cuts()], { numRuns })(
    'gives as text, cut anywhere, what its bytes give',
    (text, at) => {
      const body = new TextDecoder('utf-8', { ignoreBOM: true }).decode(encode(text)) // without lone surrogates
      const whole = decodeRecording('openai', encode(body))
      expect(decodeRecording('openai', body)).toEqual(whole)
      expect(decodePieces('openai', cut(body, at))).toEqual(whole)
    },
    patience,
  )

  it.prop([bodies(), lineEnds()], { numRuns })(
    'means the same with every style of line ends',
    (body, end) => {
      expect(decodeRecording('openai', body.replaceAll('\n', end))).toEqual(decodeRecording('openai', body))
    },
    patience,
  )

  it.prop([bodies()], { numRuns })(
    'means the same with a byte order mark before it',
    (text) => {
      const body = text.replace(/^\ufeff+/, '')
      expect(decodeRecording('openai', `\ufeff${body}`)).toEqual(decodeRecording('openai', body))
    },
    patience,
  )
})

describe('anything at all', () => {
  it.prop([fc.string({ unit: 'binary' }), cuts()], { numRuns })(
    'that is text never throws',
    (text, at) => {
      const whole = decodeRecording('openai', text)
      expect(decodePieces('openai', cut(text, at))).toEqual(whole)
    },
    patience,
  )

  it.prop([fc.uint8Array({ maxLength: 200 }), cuts()], { numRuns })(
    'that is bytes never throws',
    (bytes, at) => {
      const whole = decodeRecording('openrouter', bytes)
      expect(decodePieces('openrouter', cut(bytes, at))).toEqual(whole)
      expect(foldRecording('openrouter', bytes)).toEqual(whole.reduce(collectDecoded, initial('openrouter')))
    },
    patience,
  )
})

describe('events encoded as server-sent events', () => {
  it.prop([wireEvents(), fc.constantFrom('openai' as const, 'openrouter' as const)], { numRuns })(
    'decode to the same events',
    (events, provider) => {
      const chunks = events.map((event) => chunkOf(provider, JSON.parse(JSON.stringify(event))))
      expect(decodeRecording(provider, encodeSse(chunks))).toEqual(chunks.map((chunk) => E.right(chunk)))
    },
    patience,
  )

  it.prop([wireEvents(), cuts(), lineEnds()], { numRuns })(
    'do so however they are cut and whatever ends their lines',
    (events, at, end) => {
      const chunks = events.map((event) => chunkOf('openai', JSON.parse(JSON.stringify(event))))
      const bytes = encode(encodeSse(chunks).replaceAll('\n', end))
      expect(decodePieces('openai', cut(bytes, at))).toEqual(chunks.map((chunk) => E.right(chunk)))
    },
    patience,
  )
})
