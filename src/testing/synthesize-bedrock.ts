import type { BedrockDelta, BedrockEvent } from '../providers'
import { type Cutting, cut, type Dice, diceOf, taken } from './cutting'
import type { Piece, Script } from './script'

/** A script as ConverseStream events: a block a piece, its calls in turns, the stop reason, and usage behind it. */
export const converseEvents = ({ choices, usage }: Script, cutting: Cutting): readonly BedrockEvent[] => {
  const dice = diceOf(cutting)
  const pieces = choices[0]?.pieces ?? []
  let blocks = 0
  const said = pieces.flatMap((piece) => {
    const first = blocks
    blocks += piece.type === 'tool-calls' ? piece.calls.length : 1
    return pieceEvents(piece, first, dice)
  })
  const hasCalls = pieces.some((piece) => piece.type === 'tool-calls')
  const stopReason = choices[0]?.finish === 'length' ? 'max_tokens' : hasCalls ? 'tool_use' : 'end_turn'
  return [
    { messageStart: { role: 'assistant' } },
    ...said,
    { messageStop: { stopReason } },
    ...(usage === undefined ? [] : [{ metadata: usageOf(usage.input, usage.output, dice) }]),
  ]
}

const usageOf = (input: number, output: number, dice: Dice) => {
  const cached = dice(input + 1)
  return {
    usage: {
      inputTokens: input - cached,
      outputTokens: output,
      totalTokens: input + output,
      ...(cached > 0 && { cacheReadInputTokens: cached }),
    },
    metrics: { latencyMs: 1 },
  }
}

const pieceEvents = (piece: Piece, first: number, dice: Dice): readonly BedrockEvent[] => {
  if (piece.type !== 'tool-calls') {
    const deltas = cut(piece.text, dice).map(
      (text): BedrockDelta => (piece.type === 'reasoning' ? { reasoningContent: { text } } : { text }),
    )
    return [...deltas.map((delta) => deltaEvent(first, delta)), stopEvent(first)]
  }
  const queues = piece.calls.map((call, n): readonly BedrockEvent[] => {
    const contentBlockIndex = first + n
    const toolUse = { toolUseId: `tooluse_${contentBlockIndex}`, name: call.name }
    return [
      { contentBlockStart: { contentBlockIndex, start: { toolUse } } },
      ...cut(JSON.stringify(call.arguments), dice).map((input) =>
        deltaEvent(contentBlockIndex, { toolUse: { input } }),
      ),
      stopEvent(contentBlockIndex),
    ]
  })
  const starts = queues.flatMap((queue) => queue.slice(0, 1))
  return [
    ...starts,
    ...taken(
      queues.map((queue) => queue.slice(1)),
      dice,
    ),
  ]
}

const deltaEvent = (contentBlockIndex: number, delta: BedrockDelta): BedrockEvent => ({
  contentBlockDelta: { contentBlockIndex, delta },
})

const stopEvent = (contentBlockIndex: number): BedrockEvent => ({ contentBlockStop: { contentBlockIndex } })
