export {
  close,
  closeWithFrames,
  collect,
  collectAll,
  collectWithFrames,
  fail,
  failWithFrames,
  initial,
  note,
  noteWithFrames,
} from './collect'
export { type CollectError, finalize, snapshot } from './finalize'
export { allParts, answerParts, type NumberedPart } from './numbered'
export {
  finishReason,
  isDone,
  isToolTurn,
  outputChars,
  reasoning,
  text,
  toolCalls,
  usage,
} from './select'
export type { CollectorState } from './state'
