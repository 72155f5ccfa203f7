export type { JsonSchema, OutputOf, Schema } from '../schema'
export type { Mismatch, SchemaIssue } from '../standard'
export {
  createCollector,
  createSessionCollector,
  type FunctionCall,
  type ModelResponseCollector,
  type ResponseCollector,
  type SessionSelection,
} from './collector'
export { ModelError, type ModelErrorCode, type ModelFailure } from './error'
export { modelProvider } from './model-provider'
export type { FunctionCallDelta, ModelPart } from './part'
export type { Measurement, ModelInput, Preparation, PreparedRequest, StageSettings } from './prepare'
export type { CallSettings, ModelCall, ModelProvider, ProviderObject, StreamParts } from './provider'
export {
  type Invoked,
  type InvokeOptions,
  ModelRunner,
  type ModelRunnerOptions,
  type PreparedInvocation,
  type Selections,
} from './runner'
export {
  type AnswerSelection,
  answer,
  type JsonAnswer,
  type ModelSelection,
  type ResultOf,
  type SelectedCall,
  type Selection,
  type SelectionAnswer,
  type SelectionTool,
  type TextAnswer,
  type ToolOptions,
  type ToolSelection,
  textAnswer,
  tool,
} from './selection'
