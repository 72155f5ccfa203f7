import { isRecord, type JsonObject, mergeJson, toJsonObject } from '../../data'
import type { Signal } from '../../frames'
import { anthropic } from '../anthropic/module'
import { initialCursor as novaCursor } from '../bedrock/cursor'
import { bedrock } from '../bedrock/module'
import { isException, MEMBERS } from '../bedrock/translate'
import { toUsage } from '../bedrock/usage'
import { isWholeAnswer } from '../bedrock/whole'
import { chat } from '../openai/module'
import type { Continued, ProviderModule, WireEvents } from '../provider'
import type { Fields } from '../shared/fields'
import { issue, NOTHING } from '../shared/signals'
import type { Inner, InnerProvider, InvokeCursor } from './cursor'
import type { BedrockInvokeEvent } from './events'
import { COUNTS, isTextEvent, toChat } from './text-event'

const modules: { readonly [P in InnerProvider]: ProviderModule<P> } = {
  anthropic,
  bedrock: { ...bedrock, initial: () => ({ ...novaCursor(), joinsText: true }) },
  openai: chat,
}

/** The dialect that an event is in; undefined where it shows none. */
const dialectOf = (event: Fields): InnerProvider | undefined => {
  if (isTextEvent(event) || Array.isArray(event['choices'])) return 'openai'
  if (typeof event['type'] === 'string') return 'anthropic'
  for (const name in event) if (MEMBERS.has(name)) return 'bedrock'
  return isWholeAnswer(event) ? 'bedrock' : undefined
}

/** Has an event read by the translator of the model's own dialect, and reads what the service adds to it. */
export const translate = (
  cursor: InvokeCursor,
  event: BedrockInvokeEvent,
): readonly [InvokeCursor, readonly Signal[]] => {
  const wire: unknown = event
  if (!isRecord(wire)) return [cursor, [UNKNOWN]]
  const opened = cursor.inner ?? open(cursor, dialectOf(wire))
  if (opened === null || Object.keys(wire).some(isException)) return readOutside(cursor, wire)
  const [inner, said] = step(opened, wire)
  const counted = cursor.counted || said.some(({ type }) => type === 'usage')
  const usage = counted ? cursor.usage : mergeJson(cursor.usage, countsIn(wire))
  const isSame = inner === cursor.inner && counted === cursor.counted && usage === cursor.usage
  return [
    isSame ? cursor : { options: cursor.options, inner, counted, usage },
    [
      ...said,
      ...(usage === cursor.usage ? NOTHING : [{ type: 'usage', usage: toUsage(usage) } as const]),
      ...(isBlocked(wire) ? [BLOCKED] : NOTHING),
    ],
  ]
}

const open = ({ options }: InvokeCursor, provider: InnerProvider | undefined): Inner<InnerProvider> | null =>
  provider === undefined ? null : { provider, cursor: modules[provider].initial(options) }

const step = <P extends InnerProvider>(
  inner: Inner<P>,
  event: Fields,
): readonly [Inner<P>, readonly Signal[]] => {
  const { provider, cursor } = inner
  const own = provider === 'openai' ? toChat(event) : event
  const [next, said] = modules[provider].translate(cursor, own as WireEvents[P]) // every field is checked where it is read
  return [next === cursor ? inner : { provider, cursor: next }, said]
}

/** An exception of the service, or an event of no dialect that is known. */
const readOutside = (cursor: InvokeCursor, event: Fields): readonly [InvokeCursor, readonly Signal[]] => {
  const [, said] = bedrock.translate(novaCursor(), event)
  return [cursor, said.some(({ type }) => type === 'failure') ? said : [UNKNOWN, ...said]]
}

const UNKNOWN = issue('unknown-event', 'An event of a form that is not known came; it was kept as metadata.')

/** The counts of models that put out text, and the service's own. They stand in while the model's events have none in the usual place. */
const countsIn = (event: Fields): JsonObject => {
  const metrics = event['amazon-bedrock-invocationMetrics']
  return {
    ...(isRecord(metrics) && toJsonObject(metrics)),
    ...toJsonObject(Object.fromEntries(COUNTS.map((name) => [name, event[name]]))),
  }
}

/** A guardrail that puts its own words in place of Titan's answer gives no reason; the total says that nothing follows. */
const isBlocked = (event: Fields): boolean =>
  event['amazon-bedrock-guardrailAction'] === 'INTERVENED' &&
  typeof event['totalOutputTextTokenCount'] === 'number' &&
  typeof event['completionReason'] !== 'string'

const BLOCKED: Signal = { type: 'finish', choice: 0, reason: { kind: 'content-filter' } }

export const continuation = (
  cursor: InvokeCursor,
  event: BedrockInvokeEvent,
): Continued<'bedrock-invoke'> | undefined =>
  cursor.inner === null ? undefined : innerContinuation(cursor, cursor.inner, event)

const innerContinuation = <P extends InnerProvider>(
  outer: InvokeCursor,
  { provider, cursor }: Inner<P>,
  event: BedrockInvokeEvent,
): Continued<'bedrock-invoke'> | undefined => {
  const found = modules[provider].continuation(cursor, event as WireEvents[P]) // every field is looked at
  if (found === undefined) return undefined
  const { type, part, choice, text, cursor: moved } = found
  return moved === undefined
    ? { type, part, choice, text }
    : { type, part, choice, text, cursor: { ...outer, inner: { provider, cursor: moved } } }
}

export const finish = ({ inner }: InvokeCursor): readonly Signal[] =>
  inner === null ? NOTHING : innerFinish(inner)

const innerFinish = <P extends InnerProvider>({ provider, cursor }: Inner<P>): readonly Signal[] =>
  modules[provider].finish(cursor)
