export { collectDecoded, collectDecodedWithFrames } from './collect'
export type { Decoded } from './decoded'
export {
  type Aborted,
  type ConnectionLost,
  type CorruptFrame,
  corruptFrame,
  type DecodeError,
  excerpt,
  type HtmlPage,
  type HttpError,
  htmlPage,
  type InvalidJson,
  invalidJson,
  sourceFailure,
  type TimedOut,
  type TruncatedEvent,
  timedOut,
  truncatedEvent,
  type UnframedText,
  unframedText,
} from './error'
