import { isRecord, toJson } from '../../data'
import type { Fields } from '../shared/fields'

/** An answer that was not streamed, which is one event. */
export type WholeAnswer = Fields & { readonly output: Fields & { readonly message: unknown } }

export const isWholeAnswer = (event: Fields): event is WholeAnswer =>
  isRecord(event['output']) && 'message' in event['output']

/**
 * The events of a stream that says the same as an answer that was not streamed.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html#API_runtime_Converse_ResponseSyntax
 */
export const streamOf = ({
  output,
  stopReason,
  additionalModelResponseFields,
  ...rest
}: WholeAnswer): readonly Fields[] => {
  const { message, ...beside } = output
  const { content, ...start } = isRecord(message) ? message : { content: message }
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
  return [
    { messageStart: start },
    ...blocks.flatMap(blockEvents),
    { messageStop: { stopReason, additionalModelResponseFields } },
    { metadata: { ...rest, ...beside } },
  ]
}

/** A block has one member, which says what it is. */
const blockEvents = (block: unknown, contentBlockIndex: number): readonly Fields[] => {
  const started = (start: unknown): Fields => ({ contentBlockStart: { contentBlockIndex, start } })
  if (!isRecord(block)) return block == null ? [] : [started(block)]
  const said = Object.entries(block).flatMap(([member, value]) => {
    const [start, ...deltas] = memberSays(member, value)
    return [
      ...(start === undefined ? [] : [started(start)]),
      ...deltas.map((delta) => ({ contentBlockDelta: { contentBlockIndex, delta } })),
    ]
  })
  return [...said, { contentBlockStop: { contentBlockIndex } }]
}

/** What starts a block, if anything does, and its deltas. */
const memberSays = (
  member: string,
  value: unknown,
): readonly [start: Fields | undefined, ...deltas: readonly Fields[]] => {
  if (value === null || value === undefined) return [undefined]
  if (member === 'text' || !isRecord(value)) return [undefined, { [member]: value }]
  switch (member) {
    case 'toolUse': {
      const { input, ...toolUse } = value
      const isObject = typeof input === 'object' && input !== null
      return [{ toolUse }, { toolUse: { input: isObject ? JSON.stringify(toJson(input)) : input } }]
    }
    case 'toolResult': {
      const { content, ...toolResult } = value
      return [{ toolResult }, { toolResult: content }]
    }
    case 'image': {
      const { source, ...image } = value
      return [{ image }, { image: { source } }]
    }
    case 'reasoningContent': {
      const { reasoningText, ...rest } = value
      const said = isRecord(reasoningText) ? reasoningText : { text: reasoningText }
      return [undefined, { reasoningContent: { ...said, ...rest } }]
    }
    case 'citationsContent': {
      const { content, citations } = value
      const texts = listOf(content).map((piece) => (isRecord(piece) ? piece : { text: piece }))
      return [undefined, ...texts, ...listOf(citations).map((citation) => ({ citation }))]
    }
    default:
      return [{ [member]: value }]
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
