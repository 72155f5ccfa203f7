export type { ToolErrorCode } from './answers'
export {
  type AgentConfig,
  type AgentToolDefinition,
  agentConfig,
  type LastTurn,
  type ModelChoice,
  type PartialAgentConfig,
  type RetryPolicy,
} from './config'
export { DEFERRED, type Decision, isDecision } from './decision'
export {
  type AbortModel,
  type AbortTools,
  type AgentRequest,
  type AskApproval,
  type CallModel,
  type Effect,
  type Emit,
  type Finish,
  isWork,
  type Notify,
  type RepairInput,
  type RunTool,
  type StartTimer,
  type Work,
} from './effects'
export type {
  AgentEvent,
  CallDecided,
  HaltReason,
  InputRepaired,
  ModelChunk,
  ModelEnded,
  ModelFaulted,
  RunHalted,
  RunResumed,
  RunStarted,
  TimerFired,
  ToolFailed,
  ToolProgressed,
  ToolStarted,
  ToolSucceeded,
  ToolTimedOut,
} from './events'
export type {
  AgentFrame,
  CallStatus,
  OfIteration,
  RunEnd,
  RunOutcome,
  ToolContent,
  ToolEnd,
  ToolProgress,
  ToolStart,
} from './frame'
export {
  type Journal,
  type JournalError,
  journalHead,
  journalLine,
  type Replayed,
  readJournal,
  replay,
  replayed,
} from './journal'
export { step } from './machine'
export type {
  IterationStopNotice,
  ModelRetryNotice,
  ModelStartNotice,
  ModelStopNotice,
  Notice,
  ReasoningDeltaNotice,
  RunStartNotice,
  RunStopNotice,
  ToolStartNotice,
  ToolStopNotice,
} from './notice'
export type {
  AgentError,
  AgentPartial,
  AgentResult,
  ModelCallRecord,
  ModelFailure,
  PendingCall,
  ToolCallRecord,
} from './result'
export { type AgentState, initialAgentState, type Phase } from './state'
