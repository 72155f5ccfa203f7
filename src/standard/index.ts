export { judge, judgeAsync } from './judge'
export { type Mismatch, mismatchOf, phraseOf, type SchemaIssue } from './mismatch'
