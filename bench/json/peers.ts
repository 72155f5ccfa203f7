import { JSONParser } from '@streamparser/json'
import { parsePartialJson } from 'ai'
import { disableErrorLogging, parse as parseBestEffort } from 'best-effort-json-parser'
import { parse as parseRiver } from 'jsonriver'
import { parse as parsePartial } from 'partial-json'
import type { Reader } from './reader'

export const JSONRIVER = 'jsonriver'

/** Mutates one value in place. It gives it when there is something new; between two fragments the value given last is what there is. */
const jsonriver: Reader = {
  name: JSONRIVER,
  looks: true,
  read: async ({ fragments }, look) => {
    let latest: unknown
    const stream = handOut(fragments, () => look(latest))
    for await (const value of parseRiver(stream)) latest = value
    return latest
  },
}

/** A stream that costs as little as one can, and tells when the next fragment is asked for: the one before is parsed then. */
const handOut = (fragments: readonly string[], afterEach: () => void): AsyncIterable<string> => ({
  [Symbol.asyncIterator]: () => {
    let position = 0
    return {
      next: () => {
        if (position > 0) afterEach()
        const fragment = fragments[position++]
        return Promise.resolve(
          fragment === undefined ? { done: true, value: undefined } : { done: false, value: fragment },
        )
      },
    }
  },
})

/**
 * Emits every value that grew, with what it is in; the outermost is taken. A string that is still open is not in its container yet: it is put
 * there if that is an object. A list would have it twice when it closes.
 */
const streamparser: Reader = {
  name: '@streamparser/json',
  looks: true,
  read: ({ fragments }, look) => {
    const parser = new JSONParser({ emitPartialTokens: true, emitPartialValues: true })
    let root: unknown
    parser.onValue = ({ value, key, parent, stack, partial = false }) => {
      root = stack[1]?.value ?? parent ?? value
      if (
        partial &&
        value !== undefined &&
        key !== undefined &&
        parent !== undefined &&
        !Array.isArray(parent)
      )
        parent[key] = value
    }
    for (const fragment of fragments) {
      parser.write(fragment)
      look(root)
    }
    return root
  },
}

/** Who parses the text so far at each fragment, from its start. */
const reparsing = (name: string, parse: (text: string) => unknown): Reader => ({
  name,
  looks: true,
  isQuadratic: true,
  read: ({ fragments }, look) => {
    let text = ''
    let value: unknown
    for (const fragment of fragments) {
      text += fragment
      value = parse(text)
      look(value)
    }
    return value
  },
})

const partialJson = reparsing('partial-json', (text) => parsePartial(text))

disableErrorLogging()
const bestEffort = reparsing('best-effort-json-parser', (text) => parseBestEffort(text))

/** The same, but that each value is a promise. */
const aiSdk: Reader = {
  name: 'ai parsePartialJson',
  looks: true,
  isQuadratic: true,
  read: async ({ fragments }, look) => {
    let text = ''
    let value: unknown
    for (const fragment of fragments) {
      text += fragment
      value = (await parsePartialJson(text)).value
      look(value)
    }
    return value
  },
}

export const PEERS: readonly Reader[] = [jsonriver, streamparser, partialJson, bestEffort, aiSdk]
