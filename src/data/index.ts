export { fromBase64, toBase64 } from './base64'
export { emptyScan, type JsonScan, parseJson, parseJsonObject, scanJson } from './parse'
export { flatten, LONGEST_TREE } from './text'
export { fieldOf, messageOf } from './thrown'
export { LONGEST_TIMER } from './time'
export {
  emptyObject,
  finiteNumber,
  isJsonObject,
  isRecord,
  isSameJson,
  type Json,
  type JsonArray,
  type JsonObject,
  MAX_DEPTH,
  mergeJson,
  mergeWire,
  setOwn,
  toJson,
  toJsonObject,
  withoutUndefined,
} from './value'
