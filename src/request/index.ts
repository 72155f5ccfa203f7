export type {
  ReasoningSettings,
  RequestBodies,
  RequestBody,
  RequestSettings,
  ResponseSchema,
  ToolDefinition,
} from '../providers'
export { toProviderMessages, toRequest } from '../providers/requests'
