export type { NotAnEvent } from '../providers'
export { type BedrockSdkChunk, fromBedrockSdk } from './bedrock-sdk'
export { collectDecoded, collectDecodedWithFrames } from './collect'
export { type Decoded, decodeRecording, encodeRecording } from './decoder'
export { type CannotTell, detect } from './detect'
export { encodeSse } from './encode'
export type {
  Aborted,
  ConnectionLost,
  CorruptFrame,
  DecodeError,
  HtmlPage,
  HttpError,
  InvalidJson,
  TruncatedEvent,
  UnframedText,
} from './error'
export { readChunks, readFrames, readResponse, readStates } from './read'
export type { Source } from './source'
