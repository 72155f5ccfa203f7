import { type CollectorState, initial } from '../collector'
import { collectDecoded, type Decoded } from '../decoded'
import type { Provider } from '../frames'
import { type Chunk, type ProviderOptions, requireProvider } from '../providers'
import { openDecoder, openTeller, requirePiece } from './decoder'
import { dialects } from './dialects'
import type { Piece } from './framing'

/**
 * Decodes a whole recording: the raw body of a stream, or its decoded events, one JSON a line. Total: what is no event is a `Left` in its place,
 * and the rest goes on.
 *
 * ```ts
 * decodeRecording('openai', 'data: {"choices":[]}\n\ndata: [DONE]\n\n') // [Right({ provider: 'openai', event: { choices: [] } }), Right(…)]
 * ```
 *
 * @throws TypeError for a provider we do not know, and for a recording that is neither text nor bytes: the caller's mistakes.
 */
export const decodeRecording = <P extends Provider>(provider: P, recording: Piece): readonly Decoded<P>[] => {
  requireProvider(provider)
  const decoder = openDecoder(provider)
  const decoded = decoder.push(requirePiece(recording))
  const last = decoder.end()
  return last.length === 0 ? decoded : [...decoded, ...last]
}

/**
 * Chunks as the body that a server would send, in their dialect's own framing: for tests, replay and servers of recordings. `decodeRecording` gives
 * the same chunks back.
 *
 * @throws TypeError for a provider we do not know: the caller's mistake.
 */
export const encodeRecording = <P extends Provider>(provider: P, chunks: Iterable<Chunk<P>>): Uint8Array => {
  requireProvider(provider)
  return dialects[provider].encode(Array.from(chunks, ({ event }) => event))
}

/**
 * Folds a whole recording without keeping its events: the state after the last of them, still open. What is no event is folded as
 * {@link collectDecoded} does.
 *
 * ```ts
 * finalize(foldRecording('openai', bytes))
 * ```
 *
 * @throws TypeError for a provider we do not know, for options that make no sense, and for a recording that is neither text nor bytes.
 */
export const foldRecording = <P extends Provider>(
  provider: P,
  recording: Piece,
  options?: ProviderOptions,
): CollectorState<P> => {
  let state = initial(provider, options)
  const framing = openTeller<P>(provider, (decoded) => {
    state = collectDecoded(state, decoded)
  })
  const piece = requirePiece(recording)
  for (let start = 0; start < piece.length; start += SLICE) framing.push(sliceOf(piece, start))
  framing.end()
  return state
}

/** Enough at a time that a slice costs nothing, and little enough that its events are still at hand when they are folded. */
const SLICE = 16_384

/** Of bytes a view, not a copy. */
const sliceOf = (piece: Piece, start: number): Piece =>
  typeof piece === 'string' ? piece.slice(start, start + SLICE) : piece.subarray(start, start + SLICE)
