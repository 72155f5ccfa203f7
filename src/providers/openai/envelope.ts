import { type JsonObject, mergeJson, mergeWire } from '../../data'
import type { Signal, Usage } from '../../frames'
import { readIdentityOf } from '../shared/identity'
import { restOf } from '../shared/rest'
import { type ChatCursor, withFields } from './cursor'
import { toCost, toUsage } from './usage'

/** What one reader has to say of an event; null when that is nothing. */
export type Reading = readonly [ChatCursor, readonly Signal[]] | null

/** The first non-empty id and model stay, whatever later events say. */
export const readIdentity = (
  cursor: ChatCursor,
  event: { readonly id?: unknown; readonly model?: unknown },
): Reading => {
  const read = readIdentityOf(cursor, event.id, event.model)
  if (read === null) return null
  const [{ id, model }, said] = read
  return [id === cursor.id && model === cursor.model ? cursor : withFields(cursor, { id, model }), said]
}

/** Merges a report into the counts, and says what they are now. */
export const withUsage = (
  cursor: ChatCursor,
  base: JsonObject,
  report: object,
  usageFrom: ChatCursor['usageFrom'],
  read: (raw: JsonObject) => Usage = toUsage,
): Reading => {
  const usage = mergeWire(base, report)
  if (Object.keys(usage).length === 0 || usage === cursor.usage) return null
  const cost = toCost(usage)
  return [
    withFields(cursor, { usage, usageFrom }),
    [{ type: 'usage', usage: read(usage), ...(cost !== undefined && { cost }) }],
  ]
}

/** The event's own fields that are read nowhere else; those that say again what they said before say nothing. */
export const readRest = (cursor: ChatCursor, event: object, read: ReadonlySet<string>): Reading => {
  const fresh = restOf(event, read, cursor.metadata)
  if (fresh === null) return null
  const metadata = mergeJson(cursor.metadata, fresh)
  return metadata === cursor.metadata
    ? null
    : [withFields(cursor, { metadata }), [{ type: 'metadata', scope: 'response', metadata: fresh }]]
}
