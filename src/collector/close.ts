import type { CloseReason, End, Frame, PartEnd, ProviderError, Signal, StreamError } from '../frames'
import { at } from '../persistent'
import { fold } from './fold'
import { framesOf } from './frames'
import { laneOf, withHead } from './head'
import { contentOf, finishReasonOf, mainChoice } from './respond'
import type { Draft, Phase } from './state'

/** How a stream came to its end: by itself or not, by the provider's own end mark, or by an error. */
export type Ending =
  | { readonly type: 'closed'; readonly reason: CloseReason }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly error: ProviderError }

/**
 * Ends the stream: says what is left to say, settles whether the response is whole, and has the last word, `end` or `error`.
 * A finish reason for every choice, or the provider's own end mark, is evidence of a whole response; without either it is incomplete.
 */
export const closeDraft = (
  draft: Draft,
  left: readonly Signal[],
  ending: Ending,
): readonly [Draft, readonly Frame[]] => {
  const evident = isEvident(draft, ending)
  const frames: Frame[] = []
  let current = draft
  for (const signal of left) {
    const cut = signal.type === 'part-end' ? withCut(current, signal, left, evident) : signal
    const next = fold(current, cut)
    frames.push(...framesOf(current, cut, next))
    current = next
  }
  for (const signal of endIssues(current, ending)) {
    const next = fold(current, signal)
    frames.push(...framesOf(current, signal, next))
    current = next
  }
  const phase = phaseOf(current, ending, evident)
  const closed = withHead(current, { phase })
  return [
    closed,
    [...frames, phase.type === 'failed' ? { type: 'error', error: phase.error } : endFrame(closed)],
  ]
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

/** Without evidence of the end all that is open was cut off. A limit on the output cuts off the last call only. */
const withCut = (draft: Draft, end: PartEnd, left: readonly Signal[], evident: boolean): PartEnd => {
  if (!evident) return { ...end, cut: 'stream' }
  const choice = at(draft.parts, end.part)?.choice ?? 0
  const kind = laneOf(draft.head, choice).finish?.kind
  const isLimit = kind === 'length' || kind === 'content-filter'
  return isLimit && isLastCall(draft, end, left, choice) ? { ...end, cut: 'limit' } : end
}

const isLastCall = (draft: Draft, end: PartEnd, left: readonly Signal[], choice: number): boolean =>
  !left.some((signal) => {
    if (signal.type !== 'part-end' || signal.part <= end.part) return false
    const slot = at(draft.parts, signal.part)
    return slot?.choice === choice && slot.content.type === 'tool-call'
  })

const endIssues = (draft: Draft, ending: Ending): readonly Signal[] => {
  const said: Signal[] = []
  for (const lane of draft.head.lanes) {
    const where = lane.choice === 0 ? {} : { choice: lane.choice }
    const note = (code: 'finish-reason-missing' | 'finish-reason-mismatch', message: string) =>
      said.push({ type: 'issue', issue: { code, message, ...where } })
    const hasCalls = contentOf(draft, lane.choice).some((part) => part.type === 'tool-call')
    if (lane.finish === null) note('finish-reason-missing', 'The stream ended without a finish reason.')
    else if (lane.finish.kind === 'stop' && hasCalls) {
      note(
        'finish-reason-mismatch',
        'The finish reason is a plain stop although there are tool calls; it was read as tool calls.',
      )
    } else if (lane.finish.kind === 'tool-calls' && !hasCalls) {
      note('finish-reason-mismatch', 'The finish reason is tool calls, but there are none.')
    }
  }
  if (ending.type === 'closed' && ending.reason !== 'clean' && isFinished(draft)) {
    const message =
      'The stream was cut or aborted after its finish reason; what came is whole, but usage may be missing.'
    said.push({ type: 'issue', issue: { code: 'cut-after-finish', message } })
  }
  return said
}

const phaseOf = (draft: Draft, ending: Ending, evident: boolean): Phase => {
  const reason = ending.type === 'closed' ? ending.reason : 'clean'
  const error = errorOf(draft, ending, evident, reason)
  return error === undefined ? { type: 'closed', reason } : { type: 'failed', error }
}

const errorOf = (
  draft: Draft,
  ending: Ending,
  evident: boolean,
  reason: CloseReason,
): StreamError | undefined => {
  if (ending.type === 'failed')
    return { code: 'provider-error', message: ending.error.message, error: ending.error }
  if (!hasContent(draft)) {
    return { code: 'empty-stream', message: 'The stream ended without saying anything.', reason }
  }
  if (!evident) {
    const isShort = reason === 'clean' && draft.head.lanes.length < draft.head.choices
    return { code: 'incomplete-stream', message: isShort ? TOO_FEW_CHOICES : INCOMPLETE[reason], reason }
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
