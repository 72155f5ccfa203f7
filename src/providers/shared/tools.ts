import type { JsonObject } from '../../data'
import type { ToolDefinition } from '../settings'

/** The schema of a tool's arguments; one that takes none has an empty object. */
export const parametersOf = ({ parameters }: ToolDefinition): JsonObject => parameters ?? NO_PARAMETERS

const NO_PARAMETERS: JsonObject = Object.freeze({ type: 'object', properties: Object.freeze({}) })
