import { EventStreamCodec, type Message } from '@smithy/eventstream-codec'
import { toBase64 } from '../data'
import { corruptFrame, truncatedEvent } from '../decoded'
import type { Framing, Sink } from './framing'

const PRELUDE_BYTES = 12
const SMALLEST_FRAME = 16
const LARGEST_FRAME = 24 * 2 ** 20

const decoder = new TextDecoder()
const encoder = new TextEncoder()

export const utf8 = (bytes: ArrayBufferView): string => decoder.decode(bytes)

const openCodec = () => new EventStreamCodec(utf8, (text) => encoder.encode(text))

/**
 * The frames of an AWS event stream.
 *
 * ```
 *   ┌ length ┬ length of headers ┬ CRC ┐ ┌ headers ┬ payload ┬ CRC of all before it ┐
 *   └──── 12 bytes, the prelude ───────┘ └─────────┴─────────┴──────────────────────┘
 * ```
 *
 * A frame whose own checksum is wrong is one fault, and reading goes on behind it. One whose prelude is wrong says nothing sure about where it
 * ends: that fault holds all that follows, and is told at the end.
 *
 * @see https://docs.aws.amazon.com/transcribe/latest/dg/streaming-setting-up.html#streaming-event-stream
 */
export const eventStreamFraming = (
  tell: (message: Message) => void,
  fault: Sink['fault'],
): Framing<Uint8Array> => {
  const codec = openCodec()
  let frame = new Uint8Array(PRELUDE_BYTES)
  let filled = 0
  let unreadable: Uint8Array[] | undefined

  const fill = (piece: Uint8Array, start: number): number => {
    const taken = piece.subarray(start, start + frame.length - filled)
    frame.set(taken, filled)
    filled += taken.length
    return start + taken.length
  }

  /** The prelude is there: makes room for the rest of its frame. */
  const openFrame = (): void => {
    const length = frameLength(frame)
    if (length === undefined) {
      unreadable = [frame]
      return
    }
    const prelude = frame
    frame = new Uint8Array(length)
    frame.set(prelude)
  }

  const closeFrame = (): void => {
    const whole = frame
    frame = new Uint8Array(PRELUDE_BYTES)
    filled = 0
    let message: Message
    try {
      message = codec.decode(whole)
    } catch {
      fault(corruptFrame(toBase64(whole), false))
      return
    }
    tell(message)
  }

  return {
    push: (piece) => {
      for (let at = 0; at < piece.length; ) {
        if (unreadable !== undefined) {
          unreadable.push(piece.slice(at)) // a copy: the source may use its buffer again
          return
        }
        at = fill(piece, at)
        if (filled < frame.length) return
        if (filled === PRELUDE_BYTES) openFrame()
        else closeFrame()
      }
    },
    end: () => {
      if (unreadable !== undefined) fault(corruptFrame(toBase64(joined(unreadable)), true))
      else if (filled > 0) fault(truncatedEvent(toBase64(frame.subarray(0, filled))))
    },
  }
}

/** The length of the frame that these bytes begin; undefined where they are no sound prelude. */
export const frameLength = (prelude: Uint8Array): number | undefined => {
  if (prelude.length < PRELUDE_BYTES) return undefined
  const view = new DataView(prelude.buffer, prelude.byteOffset, PRELUDE_BYTES)
  const length = view.getUint32(0)
  const isSound = view.getUint32(8) === crc32(prelude.subarray(0, 8))
  return isSound && length >= SMALLEST_FRAME && length <= LARGEST_FRAME ? length : undefined
}

/** Bit by bit, for eight bytes: the codec checks a prelude only when all of its frame is there, which may never be. */
const crc32 = (bytes: Uint8Array): number => {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** The text of a header; '' where there is none. */
export const headerOf = ({ headers }: Message, name: string): string => {
  const value = Object.hasOwn(headers, name) ? headers[name]?.value : undefined
  return typeof value === 'string' ? value : ''
}

/** Frames with these headers and this text. */
export const eventStream = (
  messages: readonly { readonly headers: Readonly<Record<string, string>>; readonly text: string }[],
): Uint8Array => {
  const codec = openCodec()
  return joined(
    messages.map(({ headers, text }) =>
      codec.encode({
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, { type: 'string', value }]),
        ),
        body: encoder.encode(text),
      }),
    ),
  )
}

const joined = (pieces: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  pieces.reduce((at, piece) => {
    whole.set(piece, at)
    return at + piece.length
  }, 0)
  return whole
}
