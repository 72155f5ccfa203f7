export type { Mismatch, SchemaIssue } from '../standard'
export { jsonSchemaOf } from './convert'
export type { JsonSchema, OutputOf, Schema } from './schema'
export { validate, validateSync } from './validate'
