export { cuttings, hostileEvents, oddJson, wireEvents } from './arbitraries'
export {
  BrokenLaw,
  type Check,
  isComplete,
  isDeterministic,
  isFoldModelled,
  isImmutableAndShared,
  isLinear,
  isMonotone,
  isSerialisable,
  isShortWayTrue,
  isTotal,
  type Stream,
} from './checks'
export type { Cutting } from './cutting'
export { type Law, laws, type Oracle } from './laws'
export { type Piece, type Script, type ScriptCall, type ScriptChoice, scripts } from './script'
export { carried, type Expected, type ExpectedChoice, expected, synthesize, told } from './synthesize'
