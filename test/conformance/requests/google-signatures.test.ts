import { describe, expect, it } from 'vitest'
import { type Message, snapshot } from '../../../src'
import { toProviderMessages } from '../../../src/request'
import { CORPUS_ABSENT, hasCorpus } from '../corpus'
import { corpusStreams, foldBytes } from '../streams'

/** Every signature in JSON text, in its order, whatever it stands on; blank ones are none. */
const signaturesIn = (text: string): readonly string[] =>
  [...text.matchAll(/"(?:thoughtS|s)ignature":\s*("[^"]+")/g)].map(([, literal = '""']) =>
    String(JSON.parse(literal)),
  )

/** A stream's answer as it goes back, with a result for each of its calls. */
const sentBack = (provider: 'google' | 'google-interactions', bytes: Uint8Array): string => {
  const { message, toolCalls } = snapshot(foldBytes(provider, bytes))
  const results = toolCalls.map(({ id }): Message => ({ role: 'tool', toolCallId: id, content: 'ok' }))
  return JSON.stringify(toProviderMessages(provider)([message, ...results]))
}

describe.skipIf(!hasCorpus)('what recorded answers of Google are sent back as', () => {
  for (const provider of ['google', 'google-interactions'] as const) {
    const signed = corpusStreams()
      .filter((stream) => stream.provider === provider)
      .map(({ file, bytes }) => ({
        file,
        bytes,
        signatures: signaturesIn(new TextDecoder().decode(bytes())),
      }))
      .filter(({ signatures }) => signatures.length > 0)

    it.each(signed)('has every signature of $file, in its order', ({ bytes, signatures }) => {
      expect(signaturesIn(sentBack(provider, bytes()))).toEqual(signatures)
    })

    it(`is signed at all: ${provider}`, () => {
      expect(signed.length).toBeGreaterThan(5)
    })
  }
})

it.runIf(!hasCorpus)(CORPUS_ABSENT, () => undefined)
