import { fromBase64 } from '../data'
import { unframedText } from '../decoded'
import { bodyFraming } from './body'
import { frameLength } from './event-stream'
import type { Conventions, Framing, Sink } from './framing'
import { textFraming } from './text'

/**
 * A body that should be binary frames, as it shows itself to be: frames, base64 of frames, or else text such as an error's JSON and decoded
 * events. No text begins with the first byte of a frame's length, which is 0 or 1.
 */
export const eventStreamBody = (
  openFrames: () => Framing<Uint8Array>,
  conventions: Conventions,
  sink: Sink,
): Framing => {
  let framing: Framing | undefined
  return {
    push: (piece) => {
      if (piece.length === 0) return
      framing ??=
        piece[0] === 0 || piece[0] === 1
          ? bytesFraming(openFrames())
          : textFraming(encodedFraming(openFrames, conventions, sink))
      framing.push(piece)
    },
    end: () => framing?.end(),
  }
}

const bytesFraming = (inner: Framing<Uint8Array>): Framing => ({
  push: (piece) => inner.push(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece),
  end: inner.end,
})

/** A prelude in base64. */
const HEAD = 16

/** Text that is base64 of frames, which its first characters prove, or anything else. */
const encodedFraming = (
  openFrames: () => Framing<Uint8Array>,
  conventions: Conventions,
  sink: Sink,
): Framing<string> => {
  let head = ''
  let framing: Framing<string> | undefined

  const begin = (): Framing<string> => {
    const prelude = fromBase64(head.slice(0, HEAD))
    const isFrames = prelude !== undefined && frameLength(prelude) !== undefined
    const chosen = isFrames ? base64Framing(openFrames(), sink) : bodyFraming(conventions, sink)
    chosen.push(head)
    return chosen
  }

  return {
    push: (text) => {
      if (framing !== undefined) return framing.push(text)
      head = (head + text).trimStart()
      if (head.length >= HEAD) framing = begin()
    },
    end: () => {
      framing ??= begin()
      framing.end()
    },
  }
}

/** Base64 in lines of any length. */
const base64Framing = (inner: Framing<Uint8Array>, sink: Sink): Framing<string> => {
  let rest = ''

  const pushGroups = (text: string): void => {
    const bytes = fromBase64(text)
    if (bytes === undefined) sink.fault(unframedText(text))
    else inner.push(bytes)
  }

  return {
    push: (text) => {
      const digits = rest + text.replace(/\s+/g, '')
      const end = digits.length - (digits.length % 4)
      rest = digits.slice(end)
      pushGroups(digits.slice(0, end))
    },
    end: () => {
      if (rest !== '') pushGroups(rest)
      inner.end()
    },
  }
}
