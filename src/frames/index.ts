export { type Continuation, continuationFrame } from './continuation'
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
  AudioDelta,
  Citation,
  End,
  ErrorFrame,
  Frame,
  IssueFrame,
  LogprobsFrame,
  MetadataFrame,
  PartFrame,
  ReasoningComplete,
  ReasoningDelta,
  ReasoningKind,
  RefusalComplete,
  RefusalDelta,
  Reset,
  ServerToolCallDelta,
  Start,
  StreamFrame,
  TextComplete,
  TextDelta,
  ToolCallComplete,
  ToolCallDelta,
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
export type {
  Arrange,
  IssueSignal,
  PartEnd,
  ReasoningMark,
  ServerToolCallSignal,
  Signal,
  TextMark,
  ToolCallSignal,
} from './signal'
export { toFrames } from './to-frames'
export { UNFINISHED_INPUT } from './tool-input'
export type { CostInfo, Usage } from './usage'
