import { isDeepStrictEqual } from 'node:util'
import * as E from 'fp-ts/Either'
import type { CollectError, ContentPart, End, ErrorFrame, Frame, LlmResponse, PartFrame } from '../../src'

/** What is known of one part from its frames. */
interface Heard {
  readonly deltas: {
    readonly main: string
    readonly summary: string
    readonly id: string
    readonly name: string
  }
  /** The part as its complete tells it. */
  readonly content?: ContentPart
}

const NOTHING: Heard['deltas'] = { main: '', summary: '', id: '', name: '' }

/**
 * Everything in which the frames of one stream break their promises: deltas that do not join to their complete, a part without exactly one,
 * anything of a part after the last word, a last word that is missing or says other than the result, and completes that are not the response's
 * content.
 */
export const frameFaults = (
  frames: readonly Frame[],
  result: E.Either<CollectError, LlmResponse>,
): readonly string[] => {
  const response = E.isRight(result) ? result.right : result.left.partial
  const parts = new Map<number, Heard>()
  const mine = new Set<number>()
  const faults: string[] = []
  let ended = false
  for (const frame of frames) {
    if (frame.type === 'end' || frame.type === 'error') {
      if (ended) faults.push('a second last word')
      ended = true
      if (!isLastWordOf(frame, result)) faults.push('the last word is not what the result says')
    } else if ('part' in frame) {
      if (ended) faults.push(`${frame.type} of part ${frame.part} after the last word`)
      if (frame.choice === undefined) mine.add(frame.part)
      hear(parts, frame, faults)
    }
  }
  if (!ended) faults.push('no last word')
  for (const [part, heard] of parts) {
    if (heard.content === undefined) faults.push(`part ${part} has no complete`)
  }
  const content = [...parts]
    .filter(([part]) => mine.has(part))
    .sort(([a], [b]) => a - b)
    .map(([, heard]) => heard.content)
  if (!isDeepStrictEqual(content, response.message.content)) {
    faults.push('the completes are not the content of the response')
  }
  const text = [...parts]
    .filter(([part, heard]) => mine.has(part) && heard.content?.type === 'text')
    .sort(([a], [b]) => a - b)
    .map(([, heard]) => heard.deltas.main)
    .join('')
  if (text !== response.text) faults.push('the text deltas do not join to the text of the response')
  return faults
}

const isLastWordOf = (frame: End | ErrorFrame, result: E.Either<CollectError, LlmResponse>): boolean =>
  frame.type === 'error'
    ? E.isLeft(result) && frame.error.code === result.left.code && frame.error.message === result.left.message
    : E.isRight(result) &&
      isDeepStrictEqual(
        [frame.id, frame.model, frame.finishReason, frame.usage],
        [result.right.id, result.right.model, result.right.finishReason, result.right.usage],
      )

const hear = (parts: Map<number, Heard>, frame: PartFrame, faults: string[]): void => {
  if (frame.type === 'reset') {
    for (const part of [...parts.keys()]) {
      if (part === frame.part || (frame.onward === true && part > frame.part)) parts.delete(part)
    }
    return
  }
  const heard = parts.get(frame.part) ?? { deltas: NOTHING }
  if (heard.content !== undefined) faults.push(`${frame.type} of part ${frame.part} after its complete`)
  const content = contentOf(frame)
  if (content === undefined) {
    parts.set(frame.part, { ...heard, deltas: joined(heard.deltas, frame) })
  } else {
    if (!fits(heard.deltas, content))
      faults.push(`the deltas of part ${frame.part} do not join to its complete`)
    parts.set(frame.part, { ...heard, content })
  }
}

const joined = (deltas: Heard['deltas'], frame: PartFrame): Heard['deltas'] => {
  switch (frame.type) {
    case 'text-delta':
    case 'refusal-delta':
      return { ...deltas, main: deltas.main + frame.text }
    case 'reasoning-delta':
      return frame.kind === 'content'
        ? { ...deltas, main: deltas.main + frame.text }
        : { ...deltas, summary: deltas.summary + frame.text }
    case 'tool-call-delta':
      return {
        ...deltas,
        main: deltas.main + frame.arguments,
        id: frame.id ?? deltas.id,
        name: frame.name ?? deltas.name,
      }
    case 'audio-delta':
      return { ...deltas, main: deltas.main + frame.data, summary: deltas.summary + frame.transcript }
    default:
      return deltas
  }
}

/** The part that a complete tells; undefined for any other frame. */
const contentOf = (frame: PartFrame): ContentPart | undefined => {
  switch (frame.type) {
    case 'text-complete': {
      const { part: _part, choice: _choice, ...content } = frame
      return { ...content, type: 'text' }
    }
    case 'refusal-complete': {
      const { part: _part, choice: _choice, ...content } = frame
      return { ...content, type: 'refusal' }
    }
    case 'reasoning-complete': {
      const { part: _part, choice: _choice, ...content } = frame
      return { ...content, type: 'reasoning' }
    }
    case 'tool-call-complete': {
      const { part: _part, choice: _choice, ...content } = frame
      return { ...content, type: 'tool-call' }
    }
    case 'part':
      return frame.content
    default:
      return undefined
  }
}

const fits = ({ main, summary, id, name }: Heard['deltas'], content: ContentPart): boolean => {
  switch (content.type) {
    case 'text':
    case 'refusal':
      return content.text === main
    case 'reasoning':
      return content.content.join('') === main && content.summary.join('') === summary
    case 'tool-call':
      return content.arguments === main && content.id === id && content.name === name
    case 'audio':
      return content.data === main && content.transcript === summary
    default:
      return true // whole parts have no deltas
  }
}
