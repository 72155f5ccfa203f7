export { onAbort, unlessAborted } from './on-abort'
