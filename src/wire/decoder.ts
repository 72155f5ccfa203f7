import * as E from 'fp-ts/Either'
import type { Decoded } from '../decoded'
import type { Provider } from '../frames'
import { decode } from '../providers'
import { dialects } from './dialects'
import type { Framing, Piece } from './framing'

/** Decodes a body piece by piece. */
export interface Decoder<P extends Provider> {
  /** What became known by this piece. */
  readonly push: (piece: Piece) => readonly Decoded<P>[]
  /** What is left to say when the body is over. */
  readonly end: () => readonly Decoded<P>[]
}

/** Tells each thing as soon as it is known. */
export const openTeller = <P extends Provider>(provider: P, tell: (decoded: Decoded<P>) => void): Framing => {
  const decodeEvent = decode(provider)
  return dialects[provider].framing({
    event: (json) => tell(decodeEvent(json)),
    fault: (error) => tell(E.left(error)),
  })
}

/** @param status of the response whose body it is */
export const openDecoder = <P extends Provider>(provider: P, status?: number): Decoder<P> => {
  let batch: Decoded<P>[] = []
  const framing = openTeller(provider, (decoded) => {
    const isOfResponse = status !== undefined && E.isLeft(decoded) && decoded.left.code === 'html-page'
    batch.push(isOfResponse ? E.left({ ...decoded.left, status }) : decoded)
  })
  const take = (): readonly Decoded<P>[] => {
    const taken = batch
    batch = []
    return taken
  }
  return {
    push: (piece) => {
      framing.push(piece)
      return take()
    },
    end: () => {
      framing.end()
      return take()
    },
  }
}

/** @throws TypeError for what is neither text nor bytes. */
export const requirePiece = (value: unknown): Piece => {
  if (typeof value === 'string' || value instanceof Uint8Array) return value
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  const kind = value === null ? 'null' : typeof value
  throw new TypeError(
    `A stream is read from text or bytes; this is neither, but ${kind}. Decoded events go to \`decode\`.`,
  )
}
