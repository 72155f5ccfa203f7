import * as E from 'fp-ts/Either'
import { feed, finish, initialJson, type JsonState, valueOf as valueSoFar } from '../../src/json'
import type { Reader } from './reader'

export const WHOLE = 'JSON.parse of the whole, once'
export const FED = 'feed, then finish'
export const READ = 'feed, valueOf after each, then finish'

/** Nobody can be faster: the text in one piece. */
const parseWhole: Reader = { name: WHOLE, looks: false, read: ({ text }) => JSON.parse(text) }

const fed: Reader = {
  name: FED,
  looks: false,
  read: ({ fragments }) => {
    let state = initialJson
    for (const fragment of fragments) state = feed(state, fragment)
    return wholeValue(state)
  },
}

const fedAndRead: Reader = {
  name: READ,
  looks: true,
  read: ({ fragments }, look) => {
    let state = initialJson
    for (const fragment of fragments) {
      state = feed(state, fragment)
      look(valueSoFar(state))
    }
    return wholeValue(state)
  },
}

const wholeValue = (state: JsonState): unknown => E.toUnion(finish(state))

export const OURS: readonly Reader[] = [parseWhole, fed, fedAndRead]
