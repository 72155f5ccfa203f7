export type { NotAnEvent } from '../providers'
export { collectDecoded, collectDecodedWithFrames } from './collect'
export { type Decoded, decodeRecording, encodeRecording } from './decoder'
export { type CannotTell, detect } from './detect'
export { encodeSse } from './encode'
export type {
  Aborted,
  ConnectionLost,
  DecodeError,
  HtmlPage,
  HttpError,
  InvalidJson,
  TruncatedEvent,
  UnframedText,
} from './error'
export { readChunks, readFrames, readResponse, readStates } from './read'
export type { Source } from './source'
