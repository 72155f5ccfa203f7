import type { JsonObject } from '../../data'
import { emptyList, emptyTable, type List, type Table } from '../../persistent'
import type { StreamedCall } from './partial-args'

/** What the translator of generateContent must remember between events. */
export interface GoogleCursor {
  /** '' while unknown; the first non-empty one stays. */
  readonly id: string
  readonly model: string
  /** How many parts there are: the number of the next one. */
  readonly parts: number
  /** One lane a candidate, in order of first appearance. */
  readonly lanes: readonly Lane[]
  readonly usage: JsonObject
  /** The last value of each of the response's other fields. */
  readonly metadata: JsonObject
}

/** One candidate of the response. */
export interface Lane {
  readonly choice: number
  /** The part that plain fragments go on with. */
  readonly open: { readonly type: 'text' | 'reasoning'; readonly part: number } | null
  /** The parts of the calls, all of which stay open to the end. */
  readonly calls: List<number>
  /** The ids of the calls. */
  readonly ids: Table
  /** The call whose arguments are still coming, or may be. */
  readonly streamed: StreamedCall | null
  /** How many calls the provider ran itself, and the id of the last one. */
  readonly hosted: number
  readonly hostedId: string
  /** The JSON text of the sources that were given out: chunks repeat them. */
  readonly sources: Table
  /** The last finish reason, '' while there is none. */
  readonly finish: string
}

export const initialCursor = (): GoogleCursor => ({
  id: '',
  model: '',
  parts: 0,
  lanes: [],
  usage: {},
  metadata: {},
})

export const initialLane = (choice: number): Lane => ({
  choice,
  open: null,
  calls: emptyList,
  ids: emptyTable,
  streamed: null,
  hosted: 0,
  hostedId: '',
  sources: emptyTable,
  finish: '',
})

/** The cursor with a lane's call as far as it has come. By name, as a spread of so many fields costs as much as a parse. */
export const withStreamed = (cursor: GoogleCursor, lane: Lane, streamed: StreamedCall): GoogleCursor => ({
  id: cursor.id,
  model: cursor.model,
  parts: cursor.parts,
  lanes: cursor.lanes.with(cursor.lanes.indexOf(lane), {
    choice: lane.choice,
    open: lane.open,
    calls: lane.calls,
    ids: lane.ids,
    streamed,
    hosted: lane.hosted,
    hostedId: lane.hostedId,
    sources: lane.sources,
    finish: lane.finish,
  }),
  usage: cursor.usage,
  metadata: cursor.metadata,
})
