import { emptyScan, type JsonObject, type JsonScan, mergeJson, scanJson } from '../../data'
import type { IssueCode, Signal, ToolCallSignal, ToolKind } from '../../frames'
import {
  at,
  emptyList,
  emptyTable,
  get,
  type List,
  push,
  put,
  replace,
  set,
  type Table,
} from '../../persistent'
import { cumulativeMessages, freshPart } from './cumulative'
import { issue, NOTHING, place } from './signals'

/**
 * The identity of streamed tool calls, for servers that send them as deltas of uncertain shape. A delta belongs to:
 *
 * 1. the call with its index, unless it brings a different id together with a name: that starts a new call;
 * 2. without an index, the call with its id;
 * 3. without either, the last call, unless it brings a name and the last call's arguments are already whole.
 *
 * The order of calls is the order of first appearance. Each tolerance leaves an issue.
 */
export interface ToolCalls {
  readonly calls: List<ToolCall>
  /** The call that a wire index means now; a reused index means the newest. */
  readonly byIndex: Table
  readonly byId: Table
}

export interface ToolCall {
  /** The part it is, or -1 while its name has not come. */
  readonly part: number
  readonly index: number | null
  readonly id: string
  readonly name: string
  readonly kind: ToolKind
  /** Argument text, and other fields, that came before the name. */
  readonly held: string
  readonly heldExtra: JsonObject | null
  /** Some argument text that is not blank has come. */
  readonly begun: boolean
  /** Where the arguments stand, followed only for calls that lack an index or an id: others are never told apart by it. */
  readonly scan: JsonScan | null
  /** The whole argument text, kept only for servers that send it cumulatively. */
  readonly sent: string | null
}

/** One delta, read off the wire but not yet given to a call. */
export interface ToolCallDelta {
  /** `invalid`: there was one, but it is no index. */
  readonly index: number | 'invalid' | null
  /** '' when the delta brings none. */
  readonly id: string
  readonly name: string
  readonly kind: ToolKind
  /** `replaces`: the value is whole, not a fragment. */
  readonly arguments: { readonly text: string; readonly replaces: boolean }
  readonly extra: JsonObject | null
  /** Oddities met while reading it. */
  readonly oddities: readonly Oddity[]
}

export const emptyToolCalls: ToolCalls = Object.freeze({
  calls: emptyList,
  byIndex: emptyTable,
  byId: emptyTable,
})

const UNOPENED = -1

export interface ToolCallContext {
  readonly choice: number
  /** The number the next new part gets. */
  readonly nextPart: number
  /** The server sends arguments as they stand, not what is new. */
  readonly cumulative: boolean
}

interface Read {
  readonly calls: ToolCalls
  /** The call that the delta went to, as it is now. */
  readonly call: ToolCall
  /** The delta made the call a part. */
  readonly opened: boolean
  readonly signals: readonly Signal[]
}

/** The calls once the arguments of one, whose index is its position, have begun. */
export const begin = ({ calls, byIndex, byId }: ToolCalls, call: ToolCall): ToolCalls => ({
  calls: replace(calls, call.index ?? 0, {
    part: call.part,
    index: call.index,
    id: call.id,
    name: call.name,
    kind: call.kind,
    held: call.held,
    heldExtra: call.heldExtra,
    begun: true,
    scan: call.scan,
    sent: call.sent,
  }),
  byIndex,
  byId,
})

/** Whether argument text can go straight on with a call: it is a part, and nothing of it is followed. */
export const isGoingOn = (call: ToolCall | undefined): call is ToolCall =>
  call !== undefined && call.part >= 0 && call.begun && call.scan === null

/** Gives a delta to the call it belongs to. */
export const readToolCall = (calls: ToolCalls, delta: ToolCallDelta, context: ToolCallContext): Read => {
  const { found, oddities } = matchCall(calls, delta)
  const position = found ?? calls.calls.size
  const before = at(calls.calls, position) ?? newCall(delta, context)
  const [after, said] = applyDelta(before, delta, context)
  const issues = says(after, context, delta.oddities, oddities)
  return {
    calls: register(calls, position, before, after),
    call: after,
    opened: after.part !== before.part,
    signals: issues.length === 0 ? said : [...issues, ...said],
  }
}

const says = (
  call: ToolCall,
  context: ToolCallContext,
  ...all: readonly (readonly Oddity[])[]
): readonly Signal[] => {
  let said = NOTHING
  for (const oddities of all) {
    if (oddities.length > 0) said = [...said, ...oddities.map((code) => oddity(code, call, context))]
  }
  return said
}

const oddity = (
  code: keyof typeof MESSAGES,
  call: ToolCall,
  context: Pick<ToolCallContext, 'choice'>,
): Signal =>
  issue(
    code,
    MESSAGES[code],
    call.part === UNOPENED ? { choice: context.choice } : place(call.part, context.choice),
  )

interface Match {
  /** Position of the call; absent: the delta starts a new one. */
  readonly found?: number
  readonly oddities: readonly Oddity[]
}

const matchCall = (calls: ToolCalls, delta: ToolCallDelta): Match =>
  typeof delta.index === 'number' ? matchByIndex(calls, delta, delta.index) : matchWithoutIndex(calls, delta)

const matchByIndex = (calls: ToolCalls, delta: ToolCallDelta, index: number): Match => {
  const found = positionOf(calls, index)
  const call = found === undefined ? undefined : at(calls.calls, found)
  if (found === undefined || call === undefined) {
    const sameId = delta.id === '' ? undefined : get(calls.byId, delta.id)
    const isLateIndex = sameId !== undefined && at(calls.calls, sameId)?.index === null
    return isLateIndex ? { found: sameId, oddities: [] } : { oddities: [] }
  }
  const isOther =
    delta.name !== '' &&
    (call.id === ''
      ? call.name !== '' && delta.name !== call.name && call.scan?.whole === true
      : delta.id !== '' && delta.id !== call.id)
  return isOther ? { oddities: ['tool-call-index-reused'] } : { found, oddities: [] }
}

const matchWithoutIndex = (calls: ToolCalls, delta: ToolCallDelta): Match => {
  const oddities: readonly Oddity[] = [
    delta.index === null ? 'tool-call-index-missing' : 'tool-call-index-invalid',
  ]
  const last = calls.calls.size - 1
  const call = at(calls.calls, last)
  if (call === undefined) return { oddities }
  if (delta.id !== '') {
    const known = get(calls.byId, delta.id)
    if (known !== undefined) return { found: known, oddities }
    return call.id === '' && (delta.name === '' || delta.name === call.name) && call.scan?.whole !== true
      ? { found: last, oddities } // the id of the last call, come late
      : { oddities }
  }
  const isNext =
    delta.name !== '' && (call.scan === null ? call.begun && delta.name !== call.name : call.scan.whole)
  return isNext ? { oddities } : { found: last, oddities }
}

/** Most servers count from 0, so that the index is the position. */
const positionOf = (calls: ToolCalls, index: number): number | undefined =>
  get(calls.byIndex, String(index)) ?? (at(calls.calls, index)?.index === index ? index : undefined)

const newCall = (delta: ToolCallDelta, context: ToolCallContext): ToolCall => ({
  part: UNOPENED,
  index: typeof delta.index === 'number' ? delta.index : null,
  id: delta.id,
  name: '',
  kind: delta.kind,
  held: '',
  heldExtra: null,
  begun: false,
  scan: typeof delta.index === 'number' && delta.id !== '' ? null : emptyScan,
  sent: context.cumulative ? '' : null,
})

const register = (calls: ToolCalls, position: number, before: ToolCall, call: ToolCall): ToolCalls => {
  const isNew = position === calls.calls.size
  const list = isNew ? push(calls.calls, call) : set(calls.calls, position, call)
  const gotIndex = call.index !== null && (isNew || before.index === null)
  const gotId = call.id !== '' && (isNew || before.id === '')
  return {
    calls: list,
    byIndex:
      gotIndex && (get(calls.byIndex, String(call.index)) ?? call.index) !== position
        ? put(calls.byIndex, String(call.index), position)
        : calls.byIndex,
    byId: gotId && get(calls.byId, call.id) === undefined ? put(calls.byId, call.id, position) : calls.byId,
  }
}

/** Adds what the delta brings to its call, and says what is new. */
const applyDelta = (
  call: ToolCall,
  delta: ToolCallDelta,
  context: ToolCallContext,
): readonly [ToolCall, readonly Signal[]] => {
  const { name, oddities: ofName } = mergeName(call, delta.name)
  const ofId: readonly Oddity[] =
    delta.id !== '' && call.id !== '' && delta.id !== call.id ? ['tool-call-id-changed'] : []
  const { fragment, resend, sent, oddities: ofArguments } = nextArguments(call, delta)
  const part = call.part === UNOPENED && name !== '' ? context.nextPart : call.part
  const opens = part !== call.part
  const extra = delta.extra === null ? call.heldExtra : mergeJson(call.heldExtra ?? {}, delta.extra)
  const after: ToolCall = {
    part,
    index: call.index ?? (typeof delta.index === 'number' ? delta.index : null),
    id: call.id === '' ? delta.id : call.id,
    name,
    kind: call.kind,
    held: part === UNOPENED ? (resend ? fragment : call.held + fragment) : '',
    heldExtra: part === UNOPENED ? extra : null,
    begun: call.begun || fragment.trim() !== '',
    scan: call.scan && scanJson(resend ? emptyScan : call.scan, fragment),
    sent,
  }
  const where = place(part, context.choice)
  const issues = says(after, context, ofName, ofId, ofArguments)
  if (part === UNOPENED) return [after, issues]

  const newId = opens || resend ? after.id : after.id === call.id ? '' : after.id
  const newName = opens || resend || name !== call.name
  const text = opens && !resend ? call.held + fragment : fragment
  if (newId === '' && !newName && text === '' && extra === null) return [after, issues]
  const said: { -readonly [K in keyof ToolCallSignal]: ToolCallSignal[K] } = {
    type: 'tool-call-delta',
    ...where,
    arguments: text,
  }
  if (newId !== '') said.id = newId
  if (newName) said.name = name
  if ((opens || resend) && after.kind !== 'function') said.kind = after.kind
  if (extra !== null) said.extra = extra
  return [after, resend && !opens ? [...issues, { type: 'reset', ...where }, said] : [...issues, said]]
}

/**
 * An equal name is a repeat; a longer one that starts with the held one replaces it; any other is appended, but only until the arguments
 * begin.
 */
const mergeName = (
  call: ToolCall,
  name: string,
): { readonly name: string; readonly oddities: readonly Oddity[] } => {
  if (name === '') return { name: call.name, oddities: [] }
  if (call.name === '') return { name, oddities: call.begun ? ['tool-call-name-late'] : [] }
  if (name === call.name) return { name, oddities: ['tool-call-name-repeated'] }
  if (call.begun) return { name: call.name, oddities: ['tool-call-name-changed'] }
  return { name: name.startsWith(call.name) ? name : call.name + name, oddities: ['tool-call-name-split'] }
}

interface NextArguments {
  readonly fragment: string
  /** What was sent before is void: the fragment is all there is. */
  readonly resend: boolean
  readonly sent: string | null
  readonly oddities: readonly Oddity[]
}

const nextArguments = (call: ToolCall, delta: ToolCallDelta): NextArguments => {
  const { text, replaces } = delta.arguments
  if (replaces && call.begun)
    return { fragment: text, resend: true, sent: call.sent === null ? null : text, oddities: [] }
  if (call.sent === null || text === '')
    return { fragment: text, resend: false, sent: call.sent, oddities: [] }
  const fresh = freshPart(call.sent, text)
  return { fragment: fresh.text, resend: false, sent: fresh.sent, oddities: fresh.oddities }
}

/** At the end of the stream: the ids that never came, and calls whose name never did. Gives the number of the next part, too. */
export const finishToolCalls = (
  calls: ToolCalls,
  context: Pick<ToolCallContext, 'choice' | 'nextPart'>,
): readonly [number, readonly Signal[]] => {
  let { nextPart } = context
  let taken = calls.byId
  const said: Signal[] = []
  for (let position = 0; position < calls.calls.size; position++) {
    const call = at(calls.calls, position)
    if (call === undefined) continue
    const isOwn = call.id !== '' && get(calls.byId, call.id) === position
    const id = isOwn ? call.id : freeId(taken, call.id, position, context.choice)
    if (!isOwn) taken = put(taken, id, position)
    said.push(...finishCall(call, id, call.part === UNOPENED ? nextPart++ : call.part, context))
  }
  return [nextPart, said]
}

/** What is left to say of one call, whose id is now settled. */
const finishCall = (
  call: ToolCall,
  id: string,
  part: number,
  context: Pick<ToolCallContext, 'choice'>,
): readonly Signal[] => {
  const isUnopened = call.part === UNOPENED
  const isSynthesized = id !== call.id
  if (!isUnopened && !isSynthesized) return []
  const oddities: Oddity[] = []
  if (isSynthesized && call.id !== '') oddities.push('duplicate-tool-call-id')
  if (isSynthesized && call.id === '' && call.kind !== 'function-call') oddities.push('tool-call-id-missing')
  if (isUnopened) oddities.push('tool-call-name-missing')
  return [
    ...oddities.map((code) => oddity(code, { ...call, part }, context)),
    {
      type: 'tool-call-delta',
      ...place(part, context.choice),
      id,
      ...(isUnopened && { name: call.name }),
      ...(isUnopened && call.kind !== 'function' && { kind: call.kind }),
      arguments: call.held,
      ...(call.heldExtra !== null && { extra: call.heldExtra }),
      ...(isSynthesized && { synthesizedId: true as const }),
    },
  ]
}

/** `call_2` for the third call; `call_1_2` for that of choice 1; with a suffix when the wire used the name already. */
export const freeId = (taken: Table, wireId: string, position: number, choice: number): string => {
  const base =
    wireId !== '' ? `${wireId}_${position}` : choice === 0 ? `call_${position}` : `call_${choice}_${position}`
  let id = base
  for (let attempt = 1; get(taken, id) !== undefined; attempt++) id = `${base}_${attempt}`
  return id
}

const MESSAGES = {
  'tool-call-index-missing': 'A tool-call delta has no index; it was matched by its id or its place.',
  'tool-call-index-invalid': 'A tool-call delta has an unusable index; it was read as none.',
  'tool-call-index-reused': 'A tool-call index in use came with another id and name; a new call was started.',
  'tool-call-id-missing': 'A tool call never got an id; one was made from its position.',
  'tool-call-id-misplaced': 'A tool-call id stood inside `function`; it was read there.',
  'tool-call-id-changed': 'A tool-call delta has another id; the first one stays.',
  'tool-call-id-blank': 'A tool-call delta has an empty id; it was read as none.',
  'duplicate-tool-call-id': 'Two tool calls have the same id; the later one got its own.',
  'tool-call-name-missing': 'A tool call never got a name.',
  'tool-call-name-blank': 'A tool-call delta has an empty name; it was read as none.',
  'tool-call-name-late': 'A tool-call name came after arguments; they were held back until then.',
  'tool-call-name-repeated': 'A tool-call name came again; it was not appended.',
  'tool-call-name-changed': 'A tool-call delta has another name after arguments; the first one stays.',
  'tool-call-name-split': 'A tool-call name came in pieces; they were joined.',
  'tool-call-arguments-object': 'Tool-call arguments came as a JSON value; its text was taken.',
  'tool-call-arguments-null': 'Tool-call arguments came as null; they were read as none.',
  'tool-call-malformed': 'A tool-call entry is no object; it was left out.',
  ...cumulativeMessages,
} satisfies { readonly [C in IssueCode]?: string }

/** What can be odd about a tool call. */
export type Oddity = keyof typeof MESSAGES
