export { continuationFrame } from './continuation'
export type {
  Conversation,
  FileInput,
  JsonOutput,
  Message,
  TextInput,
  ToolMessage,
  ToolOutput,
  UserMessage,
  UserPart,
} from './conversation'
export type { CloseReason, ProviderError, StreamError } from './error'
export type { FinishKind, FinishReason } from './finish-reason'
export type {
  Arrange,
  AudioDelta,
  Citation,
  Continuation,
  End,
  ErrorFrame,
  Frame,
  IssueFrame,
  IssueSignal,
  LogprobsFrame,
  MetadataFrame,
  PartEnd,
  PartFrame,
  ReasoningComplete,
  ReasoningDelta,
  ReasoningKind,
  ReasoningMark,
  RefusalComplete,
  RefusalDelta,
  Reset,
  ServerToolCallDelta,
  ServerToolCallSignal,
  Signal,
  Start,
  StreamFrame,
  TextComplete,
  TextDelta,
  TextMark,
  ToolCallComplete,
  ToolCallDelta,
  ToolCallSignal,
  UsageFrame,
  WholePart,
} from './frame'
export type { ChoiceOptions } from './gather'
export type { Issue, IssueCode } from './issue'
export type {
  AudioPart,
  ContentPart,
  FilePart,
  ReasoningPart,
  RefusalPart,
  ServerToolCallPart,
  ServerToolResultPart,
  SourcePart,
  TextPart,
  ToolCallPart,
  ToolInputError,
  ToolKind,
  UnknownPart,
} from './part'
export type { Provider } from './provider'
export type { Alternative, Answer, AssistantMessage, LlmResponse, Logprobs } from './response'
export {
  collectText,
  type FramesReader,
  requireEnd,
  textOnly,
  toAssistantMessage,
  toReasoning,
  toToolCalls,
} from './select'
export { toFrames } from './to-frames'
export { UNFINISHED_INPUT } from './tool-input'
export type { CostInfo, Usage } from './usage'
