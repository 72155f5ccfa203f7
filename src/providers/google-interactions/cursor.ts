import type { JsonObject } from '../../data'
import { emptyList, emptyTable, type List, type Table } from '../../persistent'
import { emptyToolCalls, type ToolCalls } from '../shared/tool-calls'

/** What the translator of the Interactions API must remember between events. */
export interface InteractionsCursor {
  /** '' while unknown; the first non-empty one stays. */
  readonly id: string
  readonly model: string
  /** How many parts there are: the number of the next one. */
  readonly parts: number
  /** In order of appearance. */
  readonly steps: List<Step>
  /** The step that a wire index means now. */
  readonly byIndex: Table
  readonly calls: ToolCalls
  /** The part that plain fragments of a step go on with. There is one at most: text that grew in two places would not only grow. */
  readonly open: { readonly type: 'text' | 'reasoning'; readonly part: number; readonly step: number } | null
  readonly usage: JsonObject
  /** The last status that ends an interaction, '' while there is none. */
  readonly finish: string
}

export interface Step {
  readonly type: string
  /** Of a call that the provider runs itself, once it was shown; else -1. */
  readonly part: number
  readonly isOver: boolean
  /** The text of a call's arguments that came with its start; it counts where no other comes. */
  readonly held: string
  /** The fields and further pieces of a step that is told whole, at its end. */
  readonly fields: JsonObject
  readonly pieces: List<JsonObject>
}

export const initialCursor = (): InteractionsCursor => ({
  id: '',
  model: '',
  parts: 0,
  steps: emptyList,
  byIndex: emptyTable,
  calls: emptyToolCalls,
  open: null,
  usage: {},
  finish: '',
})

export const initialStep = (type: string, fields: JsonObject): Step => ({
  type,
  part: -1,
  isOver: false,
  held: '',
  fields,
  pieces: emptyList,
})
