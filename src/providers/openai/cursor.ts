import type { JsonObject } from '../../data'
import type { ProviderOptions } from '../options'
import { initialThink, type ThinkState } from '../shared/think-tags'
import { emptyToolCalls, type ToolCalls } from '../shared/tool-calls'

/** What the translator of Chat Completions must remember between events. It never holds the text so far, save for options that need it. */
export interface ChatCursor {
  readonly options: ProviderOptions
  /** '' while unknown; the first non-empty one stays. */
  readonly id: string
  readonly model: string
  /** How many parts there are: the number of the next one. */
  readonly parts: number
  /** One lane a choice, in order of first appearance. */
  readonly lanes: readonly Lane[]
  readonly usage: JsonObject
  /** Where `usage` is from. Vendors' own places stand in only while there is nothing in the usual one. */
  readonly usageFrom: 'nowhere' | 'vendor' | 'usage'
  /** How many of the response's source addresses were given out. */
  readonly sources: number
  /** The last value of each of the response's other fields. */
  readonly metadata: JsonObject
}

/** One choice of the response. */
export interface Lane {
  readonly choice: number
  /** The part that plain fragments go on with. Tool calls are not among them: they stay open to the end. */
  readonly open: OpenPart | null
  readonly calls: ToolCalls
  /** The part of the choice's audio, or -1. */
  readonly audio: number
  /** Some delta had content. */
  readonly touched: boolean
  /** Some delta had reasoning. */
  readonly reasoned: boolean
  /** The field in which reasoning came as '', or '': some servers want it back so. */
  readonly blankReasoning: ReasoningField | ''
  /** The last whole message, used at the end if no delta had content. */
  readonly message: JsonObject | null
  /** The last finish reason, '' while there is none. */
  readonly finish: string
  readonly think: ThinkState | null
  /** All text and all reasoning sent, kept only for servers that send cumulatively. */
  readonly sentText: string | null
  readonly sentReasoning: string | null
}

export interface OpenPart {
  readonly type: 'text' | 'reasoning' | 'refusal'
  readonly part: number
  /** Which of the wire's reasoning details it is; '' when it is none. */
  readonly detail: string
  /** The detail's other fields, as far as they were told. */
  readonly extra: JsonObject
}

export type ReasoningField = (typeof REASONING_FIELDS)[number]

/**
 * The names under which servers send visible reasoning: DeepSeek's, OpenRouter's, GitHub Copilot's, and a plain one. Within one delta they
 * mirror each other.
 */
export const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'] as const

export const initialCursor = (options: ProviderOptions): ChatCursor => ({
  options,
  id: '',
  model: '',
  parts: 0,
  lanes: [],
  usage: {},
  usageFrom: 'nowhere',
  sources: 0,
  metadata: {},
})

export const initialLane = (choice: number, options: ProviderOptions): Lane => ({
  choice,
  open: null,
  calls: emptyToolCalls,
  audio: -1,
  touched: false,
  reasoned: false,
  blankReasoning: '',
  message: null,
  finish: '',
  think:
    options.thinkTags === undefined || options.thinkTags === false
      ? null
      : initialThink(options.thinkTags === 'inside'),
  sentText: options.cumulative === true ? '' : null,
  sentReasoning: options.cumulative === true ? '' : null,
})

/** The cursor with some of its own fields replaced. By name, as a spread of so many costs as much as a parse. */
export const withFields = (
  cursor: ChatCursor,
  fields: Partial<Pick<ChatCursor, 'id' | 'model' | 'usage' | 'usageFrom' | 'metadata'>>,
): ChatCursor => ({
  options: cursor.options,
  id: fields.id ?? cursor.id,
  model: fields.model ?? cursor.model,
  parts: cursor.parts,
  lanes: cursor.lanes,
  usage: fields.usage ?? cursor.usage,
  usageFrom: fields.usageFrom ?? cursor.usageFrom,
  sources: cursor.sources,
  metadata: fields.metadata ?? cursor.metadata,
})

/** The cursor with a lane in its place, or behind all others where it has none yet (-1). */
export const withLaneAt = (cursor: ChatCursor, place: number, lane: Lane, parts: number): ChatCursor => ({
  options: cursor.options,
  id: cursor.id,
  model: cursor.model,
  parts,
  lanes:
    place < 0
      ? [...cursor.lanes, lane]
      : cursor.lanes[place] === lane
        ? cursor.lanes
        : cursor.lanes.with(place, lane),
  usage: cursor.usage,
  usageFrom: cursor.usageFrom,
  sources: cursor.sources,
  metadata: cursor.metadata,
})
