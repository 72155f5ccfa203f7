export {
  type Aborted,
  type ConnectionLost,
  type CorruptFrame,
  collectDecoded,
  collectDecodedWithFrames,
  type Decoded,
  type DecodeError,
  type HtmlPage,
  type HttpError,
  type InvalidJson,
  sourceFailure,
  type TimedOut,
  type TruncatedEvent,
  timedOut,
  type UnframedText,
} from '../decoded'
export type { NotAnEvent } from '../providers'
export { type BedrockSdkChunk, fromBedrockSdk, toBedrockSdk } from './bedrock-sdk'
export { type CannotTell, detect } from './detect'
export { encodeSse } from './encode'
export { readChunks, readFrames, readResponse, readStates } from './read'
export { decodeRecording, encodeRecording, foldRecording } from './recording'
export type { Source } from './source'
