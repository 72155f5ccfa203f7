import * as E from 'fp-ts/Either'
import { flatten, type Json, parseJson, parseJsonObject } from '../data'
import type { ContentPart, PartEnd, ToolCallPart, ToolInputError } from '../frames'

/** The part in its final form. The strings are flattened once, so that what is kept is no more than their characters. */
export const completed = (content: ContentPart, { cut }: PartEnd): ContentPart => {
  switch (content.type) {
    case 'text':
    case 'refusal':
      flatten(content.text)
      return content
    case 'reasoning':
      for (const text of content.content) flatten(text)
      for (const text of content.summary) flatten(text)
      return content
    case 'tool-call':
      flatten(content.arguments)
      return { ...content, input: strictInput(content, cut) }
    case 'server-tool-call':
      return typeof content.input === 'string' ? { ...content, input: serverInput(content.input) } : content
    default:
      return content
  }
}

const strictInput = (call: ToolCallPart, cut: PartEnd['cut']): E.Either<ToolInputError, Json> => {
  if (cut === 'stream')
    return E.left({ code: 'incomplete', message: 'The stream ended before the call was whole.' })
  const isBlank = call.arguments.trim() === ''
  if (cut === 'limit' && (isBlank || call.kind === 'custom')) return CUT_BY_LIMIT
  if (call.kind === 'custom') return E.right(call.arguments)
  if (isBlank) return E.right({})
  const parsed = parseJsonObject(call.arguments)
  if (E.isRight(parsed)) return parsed
  return cut === 'limit' ? CUT_BY_LIMIT : E.left({ code: parsed.left, message: INPUT_MESSAGES[parsed.left] })
}

/** Nobody here runs it, so that text which is no JSON may stand as it is. */
const serverInput = (text: string): Json => {
  if (text.trim() === '') return {}
  const parsed = parseJson(text)
  return E.isRight(parsed) ? parsed.right : text
}

const CUT_BY_LIMIT: E.Either<ToolInputError, Json> = Object.freeze(
  E.left<ToolInputError>({ code: 'incomplete', message: 'The output was cut off within the arguments.' }),
)

const INPUT_MESSAGES = {
  'invalid-json': 'The arguments are not valid JSON.',
  'not-an-object': 'The arguments are JSON, but not an object.',
  'too-deep': 'The arguments are nested too deeply.',
  'number-out-of-range': 'The arguments hold a number that is too large.',
} as const
