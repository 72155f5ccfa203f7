import type { Chunk } from '../providers'
import type { Decoded } from '../wire'

/**
 * One streamed part of a response, in provider order: text as a plain string, a piece of a function call, or a provider's own event, as a chunk or as a
 * reader of `chunkfold/wire` gives it. The parts of one response are all of one dialect; strings and pieces of calls go with `openai`.
 */
export type ModelPart = string | FunctionCallDelta | Chunk | Decoded

/** A piece of a native function call. */
export interface FunctionCallDelta {
  readonly type: 'function-call-delta'
  /** Pieces with one index belong together. */
  readonly index: number
  /** Once, usually with the first piece. */
  readonly id?: string | undefined
  /** Once, usually with the first piece. */
  readonly name?: string | undefined
  /** The next fragment of the arguments' JSON text. */
  readonly arguments?: string | undefined
}

/** A part that is no provider's own: text, or a piece of a call. */
export type PlainPart = string | FunctionCallDelta

export const isPlain = (part: ModelPart): part is PlainPart =>
  typeof part === 'string' || ('type' in part && part.type === 'function-call-delta')

/** A plain part as the event that Chat Completions would have for it. */
export const toChatChunk = (part: PlainPart): Chunk<'openai'> => {
  const delta = typeof part === 'string' ? { content: part } : { tool_calls: [callOf(part)] }
  return { provider: 'openai', event: { choices: [{ index: 0, delta }] } }
}

const callOf = ({ index, id, name, arguments: text }: FunctionCallDelta) => ({
  index,
  ...(id !== undefined && { id }),
  function: { ...(name !== undefined && { name }), ...(text !== undefined && { arguments: text }) },
})

/** What ends a response of plain parts. The reason is corrected to `tool-calls` where there are calls. */
export const LAST_CHUNK: Chunk<'openai'> = {
  provider: 'openai',
  event: { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
}
