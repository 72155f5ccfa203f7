export {
  type ReasoningSettings,
  type RequestBodies,
  type RequestBody,
  type RequestSettings,
  type ResponseSchema,
  type ToolDefinition,
  toProviderMessages,
  toRequest,
} from '../providers'
