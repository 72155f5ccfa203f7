export { collectDecodedPartial, collectPartial, collectPartialWithFrames } from './collect'
export type { DeepPartial } from './deep-partial'
export {
  finalObject,
  finalObjectAsync,
  type InvalidJson,
  type InvalidObject,
  type ObjectError,
} from './object'
export { partialInput, partialObject } from './select'
export type { Values, WithValues } from './values'
