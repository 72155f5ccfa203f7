export type { NotAnEvent } from '../providers'
export { type BedrockSdkChunk, fromBedrockSdk, toBedrockSdk } from './bedrock-sdk'
export { collectDecoded, collectDecodedWithFrames } from './collect'
export type { Decoded } from './decoder'
export { type CannotTell, detect } from './detect'
export { encodeSse } from './encode'
export {
  type Aborted,
  type ConnectionLost,
  type CorruptFrame,
  type DecodeError,
  type HtmlPage,
  type HttpError,
  type InvalidJson,
  sourceFailure,
  type TimedOut,
  type TruncatedEvent,
  timedOut,
  type UnframedText,
} from './error'
export { readChunks, readFrames, readResponse, readStates } from './read'
export { decodeRecording, encodeRecording, foldRecording } from './recording'
export type { Source } from './source'
