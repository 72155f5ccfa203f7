import {
  type ContentBlockDelta,
  ConverseStreamCommand,
  type ConverseStreamOutput,
} from '@aws-sdk/client-bedrock-runtime'
import * as E from 'fp-ts/Either'
import type { ContentPart } from '../../../src'
import { isRecord } from '../../../src/data'
import { framesOf, readWithSdk } from './bedrock'
import type { Answer, Oracle, SdkFailure } from './oracle'

export const bedrockConverse: Oracle = {
  api: 'bedrock-converse',
  name: 'the events of `client.send(new ConverseStreamCommand(…))` of `@aws-sdk/client-bedrock-runtime`, added up',
  providers: ['bedrock'],
  read: async (stream) => {
    const { events, failure } = await readConverseWithSdk(framesOf(stream))
    return { events, result: failure === undefined ? added(events) : E.left(failure) }
  },
  tellMore: (response) => response.message.content.map(tellPart),
  reasons: [],
}

export const readConverseWithSdk = (frames: Uint8Array) =>
  readWithSdk(frames, async (client) => {
    const { stream } = await client.send(new ConverseStreamCommand({ modelId: 'any', messages: [] }))
    return stream
  })

/** All that the events said of one block. */
interface Block {
  start: unknown
  text: string
  input: string
  reasoning: string
  signature: string
  redacted: readonly number[]
  citations: readonly unknown[]
  result: readonly unknown[]
}

/** The SDK does not accumulate, nor does it miss an end that never came. */
const added = (events: readonly ConverseStreamOutput[]): E.Either<SdkFailure, Answer> => {
  const blocks = new Map<number, Block>()
  let finish: string | undefined
  let usage: Answer['usage'] = { prompt: null, completion: null, total: null }
  for (const event of events) {
    const { contentBlockStart: started, contentBlockDelta: changed, messageStop, metadata } = event
    if (started !== undefined) blockAt(blocks, started.contentBlockIndex).start = started.start
    if (changed !== undefined) {
      const block = blockAt(blocks, changed.contentBlockIndex)
      const delta: Partial<ContentBlockDelta> = changed.delta ?? {}
      block.text += delta.text ?? ''
      block.input += delta.toolUse?.input ?? ''
      if (delta.citation !== undefined) block.citations = [...block.citations, delta.citation]
      if (delta.toolResult !== undefined) block.result = [...block.result, ...delta.toolResult]
      block.reasoning += delta.reasoningContent?.text ?? ''
      block.signature += delta.reasoningContent?.signature ?? ''
      block.redacted = [...block.redacted, ...(delta.reasoningContent?.redactedContent ?? [])]
    }
    finish = messageStop?.stopReason ?? finish
    if (metadata?.usage !== undefined) {
      const {
        inputTokens = 0,
        cacheReadInputTokens = 0,
        cacheWriteInputTokens = 0,
        outputTokens,
        totalTokens,
      } = metadata.usage
      usage = {
        prompt: inputTokens + cacheReadInputTokens + cacheWriteInputTokens,
        completion: outputTokens ?? null,
        total: totalTokens ?? null,
      }
    }
  }
  if (finish === undefined) return E.left({ reported: false, message: 'no messageStop came' })
  const all = [...blocks.values()]
  return E.right({
    text: all.map(({ text }) => text).join(''),
    refusal: '',
    calls: all.flatMap((block) => {
      const toolUse = toolUseOf(block)
      return toolUse === undefined || isOfService(toolUse)
        ? []
        : [{ id: toolUse.toolUseId ?? null, name: toolUse.name ?? '', arguments: block.input }]
    }),
    finish,
    usage,
    more: all.flatMap(tellBlock),
  })
}

const blockAt = (blocks: Map<number, Block>, index: number | undefined): Block => {
  const known = blocks.get(index ?? -1)
  if (known !== undefined) return known
  const empty: Block = {
    start: undefined,
    text: '',
    input: '',
    reasoning: '',
    signature: '',
    redacted: [],
    citations: [],
    result: [],
  }
  blocks.set(index ?? -1, empty)
  return empty
}

interface ToolUse {
  readonly toolUseId?: string
  readonly name?: string
  readonly type?: string
}

const startOf = (block: Block, member: string): ToolUse | undefined =>
  (block.start as Readonly<Record<string, ToolUse>> | undefined)?.[member] // as the SDK types it

const toolUseOf = (block: Block): ToolUse | undefined => startOf(block, 'toolUse')

const isOfService = ({ type }: ToolUse): boolean => type !== undefined && type !== 'tool_use'

const tellBlock = (block: Block): readonly unknown[] => {
  const toolUse = toolUseOf(block)
  if (toolUse !== undefined) {
    return isOfService(toolUse)
      ? [['server call', toolUse.toolUseId, toolUse.name, JSON.parse(block.input)]]
      : [['call', toolUse.toolUseId]]
  }
  const result = startOf(block, 'toolResult')
  if (result !== undefined) return [['result', result.toolUseId, textsOf(block.result)]]
  if (block.redacted.length > 0) return [['redacted', Buffer.from(block.redacted).toString('base64')]]
  if (block.reasoning + block.signature !== '') return [['reasoning', block.reasoning, block.signature]]
  return block.text === '' && block.citations.length === 0
    ? []
    : [['text', block.text, block.citations.map(inOrder)]]
}

/** The SDK writes the fields of an object in an order of its own. */
const inOrder = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, held: unknown) =>
      isRecord(held) ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1))) : held,
    ),
  )

const textsOf = (pieces: readonly unknown[]): string =>
  pieces.map((piece) => String((piece as { readonly text?: unknown }).text)).join('')

const tellPart = (part: ContentPart): unknown => {
  switch (part.type) {
    case 'text':
      return ['text', part.text, (part.citations ?? []).map(inOrder)]
    case 'reasoning':
      return part.encrypted === undefined
        ? ['reasoning', part.content.join(''), part.signature ?? '']
        : ['redacted', part.encrypted]
    case 'tool-call':
      return ['call', part.id]
    case 'server-tool-call':
      return ['server call', part.id, part.name, part.input]
    case 'server-tool-result':
      return ['result', part.id, textsOf(part.output as readonly unknown[])]
    default:
      return part
  }
}
