import { isRecord } from '../../data'
import type { Fields } from '../shared/fields'
import { restOf } from '../shared/rest'
import { issue, NOTHING, readAll } from '../shared/signals'
import { readFunctionCall, readToolCalls } from './calls'
import { REASONING_FIELDS } from './cursor'
import { choiceOf, type Desk, type Reader, type Said } from './desk'
import type { ChatDelta } from './events'
import { readBlankReasoning, readReasoning } from './reasoning'
import { readContent, readRefusal } from './text'
import { readAnnotations, readAudio, readImages } from './whole'

/** Reads all that a delta says. */
export const readDelta = (desk: Desk, delta: ChatDelta): Said =>
  saysNothing(delta) ? [desk, NOTHING] : readAll(desk, delta, READERS)

/** In most streams of calls the first delta has the role alone, and the last has nothing: they need no reader. */
const saysNothing = (delta: ChatDelta): boolean => {
  for (const key in delta) {
    if (key !== 'role' && delta[key as keyof ChatDelta] !== null) return false // any key of an object may be read
  }
  return true
}

/** Fields we do not read are the message's own and may have to go back with it. */
const readExtra: Reader = (desk, delta) => {
  const metadata = restOf(delta, READ_FIELDS)
  return metadata === null
    ? null
    : [desk, [{ type: 'metadata', scope: 'message', ...choiceOf(desk), metadata }]]
}

const LISTS = ['tool_calls', 'reasoning_details', 'images', 'annotations']
const OBJECTS = ['function_call', 'audio']
const TEXTS: ReadonlySet<string> = new Set(['refusal', ...REASONING_FIELDS])

/** Mistral repeats the choice's index here. */
const READ_FIELDS: ReadonlySet<string> = new Set(['role', 'index', 'content', ...TEXTS, ...LISTS, ...OBJECTS])

/** Fields of another type than they should be, of which nothing else is read. They do not go back with the message. */
const readMisfits: Reader = (desk, delta) => {
  const metadata = restOf(delta, { has: (field) => fits(field, (delta as Fields)[field]) }) // any key of an object may be read
  const where = choiceOf(desk)
  return metadata === null
    ? null
    : [
        desk,
        [issue('malformed-event', MISFIT, where), { type: 'metadata', scope: 'choice', ...where, metadata }],
      ]
}

const MISFIT = 'A field of a delta has another type; it was kept as metadata.'

/** Of `content` whatever it is becomes a part. */
const fits = (field: string, value: unknown): boolean => {
  if (value === '' || TEXTS.has(field)) return typeof value === 'string'
  return LISTS.includes(field) ? Array.isArray(value) : !OBJECTS.includes(field) || isRecord(value)
}

const READERS: readonly Reader[] = [
  readReasoning,
  readContent,
  readRefusal,
  readToolCalls,
  readFunctionCall,
  readAudio,
  readImages,
  readAnnotations,
  readBlankReasoning,
  readMisfits,
  readExtra,
]

/** A whole message, for a choice that got no delta: its calls are told apart by their place in the list. */
export const readMessage = (desk: Desk, message: ChatDelta): Said => {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isRecord) : []
  const delta: ChatDelta = { ...message, tool_calls: calls.map((call, index) => ({ ...call, index })) }
  return readDelta(desk, delta)
}
