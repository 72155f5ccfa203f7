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
export {
  allParts,
  answerParts,
  finishReason,
  isDone,
  isToolTurn,
  type NumberedPart,
  outputChars,
  reasoning,
  text,
  toolCalls,
  usage,
} from './select'
export type { CollectorState } from './state'
