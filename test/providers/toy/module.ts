import { isRecord } from '../../../src/data'
import { initialCursor } from './cursor'
import { continuation, finish, translate } from './translate'

export const toy = {
  initial: initialCursor,
  isEvent: (json: unknown): boolean => isRecord(json),
  translate,
  continuation,
  finish,
}
