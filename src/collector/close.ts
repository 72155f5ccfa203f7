import type {
  CloseReason,
  End,
  FinishKind,
  Frame,
  Issue,
  PartEnd,
  ProviderError,
  Signal,
  StreamError,
} from '../frames'
import { at, toArray } from '../persistent'
import { laneOf, withHead } from './head'
import { contentOf, finishReasonOf, mainChoice } from './respond'
import type { Draft, Phase } from './state'

/** How a stream came to its end: by itself or not, by the provider's own end mark, or by an error. */
export type Ending =
  | { readonly type: 'closed'; readonly reason: CloseReason }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly error: ProviderError }

/**
 * What is left to say when a stream ends: the provider's last signals, with parts that were cut off marked as such, and what is odd about the
 * end itself.
 */
export const closingSignals = (draft: Draft, left: readonly Signal[], ending: Ending): readonly Signal[] => {
  const evident = isEvident(draft, ending)
  const calls = callsEnded(draft, left)
  const marked = left.map((signal) =>
    signal.type === 'part-end' ? withCut(draft, signal, calls, evident) : signal,
  )
  return [...marked, ...endIssues(draft, calls, ending)]
}

/**
 * Settles whether the response is whole. A finish reason for every choice, or the provider's own end mark, is evidence of it; without either it
 * is incomplete.
 */
export const settle = (draft: Draft, ending: Ending): Draft =>
  withHead(draft, { phase: phaseOf(draft, ending) })

/** The last word on a settled draft. */
export const lastFrame = (draft: Draft): Frame => {
  const { phase } = draft.head
  return phase.type === 'failed' ? { type: 'error', error: phase.error } : endFrame(draft)
}

/** The end mark needs no finish reasons beside it, but all the choices that were asked for. */
const isEvident = (draft: Draft, ending: Ending): boolean => {
  if (ending.type === 'failed') return false
  return ending.type === 'done' ? draft.head.lanes.length >= draft.head.choices : isFinished(draft)
}

const isFinished = (draft: Draft): boolean => {
  const { lanes, choices } = draft.head
  return lanes.length > 0 && lanes.length >= choices && lanes.every((lane) => lane.finish !== null)
}

/** The last call of each choice that has any, by its part; calls that become parts only now count too. */
const callsEnded = (draft: Draft, left: readonly Signal[]): ReadonlyMap<number, number> => {
  const last = new Map<number, number>()
  const count = (choice: number, part: number): void => {
    last.set(choice, Math.max(part, last.get(choice) ?? part))
  }
  for (let part = 0; part < draft.parts.size; part++) {
    const slot = at(draft.parts, part)
    if (slot?.state !== 'void' && slot?.content.type === 'tool-call') count(slot.choice, part)
  }
  for (const signal of left) {
    if (signal.type === 'tool-call-delta') count(signal.choice ?? 0, signal.part)
  }
  return last
}

/** Without evidence of the end all that is open was cut off. A limit on the output, or a veto, cuts off the last call only. */
const withCut = (
  draft: Draft,
  end: PartEnd,
  calls: ReadonlyMap<number, number>,
  evident: boolean,
): PartEnd => {
  if (!evident) return { ...end, cut: 'stream' }
  const [choice] = [...calls].find(([, part]) => part === end.part) ?? []
  if (choice === undefined) return end
  const kind = laneOf(draft.head, choice).finish?.kind
  return kind === 'length' || kind === 'content-filter' || kind === 'refusal' ? { ...end, cut: 'limit' } : end
}

const endIssues = (draft: Draft, calls: ReadonlyMap<number, number>, ending: Ending): readonly Signal[] => {
  const said: Signal[] = []
  for (const { choice, finish } of draft.head.lanes) {
    const where = choice === 0 ? {} : { choice }
    const noted = finishOddity(finish?.kind, calls.has(choice))
    if (noted !== undefined) said.push({ type: 'issue', issue: { ...noted, ...where } })
  }
  if (ending.type === 'closed' && ending.reason !== 'clean' && isFinished(draft)) {
    const message = 'The stream was cut after its finish reason; usage may be missing.'
    said.push({ type: 'issue', issue: { code: 'cut-after-finish', message } })
  }
  return said
}

const finishOddity = (
  kind: FinishKind | undefined,
  hasCalls: boolean,
): Pick<Issue, 'code' | 'message'> | undefined => {
  if (kind === undefined) {
    return { code: 'finish-reason-missing', message: 'The stream ended without a finish reason.' }
  }
  if (kind === 'stop' && hasCalls) {
    const message = 'The finish reason is stop, but there are tool calls; it was read as tool calls.'
    return { code: 'finish-reason-mismatch', message }
  }
  return kind === 'tool-calls' && !hasCalls
    ? { code: 'finish-reason-mismatch', message: 'The finish reason is tool calls, but there are none.' }
    : undefined
}

const phaseOf = (draft: Draft, ending: Ending): Phase => {
  const reason = ending.type === 'closed' ? ending.reason : 'clean'
  const error = errorOf(draft, ending, reason)
  return error === undefined ? { type: 'closed', reason } : { type: 'failed', error }
}

const errorOf = (draft: Draft, ending: Ending, reason: CloseReason): StreamError | undefined => {
  if (ending.type === 'failed')
    return { code: 'provider-error', message: ending.error.message, error: ending.error }
  if (!hasContent(draft)) {
    return { code: 'empty-stream', message: EMPTY + lossIn(draft), reason }
  }
  if (!isEvident(draft, ending)) {
    const isShort = reason === 'clean' && draft.head.lanes.length < draft.head.choices
    const message = (isShort ? TOO_FEW_CHOICES : INCOMPLETE[reason]) + lossIn(draft)
    return { code: 'incomplete-stream', message, reason }
  }
  const failed = draft.head.lanes.find((lane) => lane.finish?.kind === 'error')
  if (failed === undefined) return undefined
  const message = `The provider ended the response with the finish reason "${failed.finish?.raw ?? 'error'}".`
  return {
    code: 'provider-error',
    message,
    error: { message, retryable: true, raw: failed.finish?.raw ?? null },
  }
}

/** Why the connection was lost, where somebody noted it. */
const lossIn = ({ head }: Draft): string => {
  const loss = toArray(head.issues).find(({ code }) => code === 'connection-lost')
  return loss === undefined ? '' : ` ${loss.message}`
}

const EMPTY = 'The stream ended without saying anything.'

const TOO_FEW_CHOICES = 'The stream ended with fewer choices than were asked for.'

const INCOMPLETE: { readonly [R in CloseReason]: string } = {
  clean: 'The stream ended before the response did: there is neither a finish reason nor an end mark.',
  cut: 'The connection was lost before the response ended.',
  aborted: 'The stream was aborted before the response ended.',
}

const hasContent = ({ head, parts }: Draft): boolean =>
  parts.size > 0 || head.usage !== null || head.id !== '' || head.lanes.some((lane) => lane.finish !== null)

const endFrame = (draft: Draft): End => {
  const { head } = draft
  const main = mainChoice(head)
  const reasonOf = (choice: number) => finishReasonOf(laneOf(head, choice), contentOf(draft, choice))
  const alternatives = head.lanes
    .filter((lane) => lane.choice !== main)
    .map((lane) => ({ choice: lane.choice, finishReason: reasonOf(lane.choice) }))
  return {
    type: 'end',
    finishReason: reasonOf(main),
    ...(alternatives.length > 0 && { alternatives }),
    ...(head.id !== '' && { id: head.id }),
    ...(head.model !== '' && { model: head.model }),
    ...(head.usage !== null && { usage: head.usage }),
    ...(head.cost !== null && { cost: head.cost }),
  }
}
