import type { AnthropicBlock, AnthropicDelta, AnthropicEvent } from '../providers'
import { type Cutting, cut, type Dice, diceOf } from './cutting'
import type { Piece, Script, ScriptCall } from './script'

/** A script as events of the Messages API: one block after another, pings among them, counts at both ends. */
export const messagesEvents = (script: Script, cutting: Cutting): readonly AnthropicEvent[] => {
  const dice = diceOf(cutting)
  const [choice] = script.choices
  const pieces = choice?.pieces ?? []
  const blocks = pieces.flatMap((piece) => pieceBlocks(piece, dice))
  const hasCalls = pieces.some(({ type }) => type === 'tool-calls')
  const stop = hasCalls && dice(2) === 0 ? 'tool_use' : 'end_turn'
  const cached = script.usage === undefined ? 0 : dice(script.usage.input + 1)
  return [
    {
      type: 'message_start',
      message: {
        type: 'message',
        id: script.id,
        model: script.model,
        content: [],
        ...(script.usage !== undefined && {
          usage: {
            input_tokens: script.usage.input - cached,
            cache_read_input_tokens: cached,
            output_tokens: dice(2),
          },
        }),
      },
    },
    ...blocks.flatMap((block, index) => blockEvents(block, index, dice)),
    {
      type: 'message_delta',
      delta: { stop_reason: choice?.finish === 'length' ? 'max_tokens' : stop },
      ...(script.usage !== undefined && { usage: { output_tokens: script.usage.output } }),
    },
    { type: 'message_stop' },
  ]
}

interface Block {
  readonly start: AnthropicBlock
  readonly deltas: readonly AnthropicDelta[]
}

const blockEvents = ({ start, deltas }: Block, index: number, dice: Dice): readonly AnthropicEvent[] => [
  {
    type: 'content_block_start',
    index,
    content_block: start.type === 'tool_use' ? { ...start, id: `toolu_${index}` } : start,
  },
  ...(dice(3) === 0 ? [{ type: 'ping' } as const] : []),
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta }) as const),
  { type: 'content_block_stop', index },
]

const pieceBlocks = (piece: Piece, dice: Dice): readonly Block[] => {
  switch (piece.type) {
    case 'text': {
      const deltas = cut(piece.text, dice).map((text): AnthropicDelta => ({ type: 'text_delta', text }))
      return [{ start: { type: 'text', text: '' }, deltas }]
    }
    case 'reasoning': {
      const deltas = cut(piece.text, dice).map(
        (thinking): AnthropicDelta => ({ type: 'thinking_delta', thinking }),
      )
      const signature: AnthropicDelta = { type: 'signature_delta', signature: 'c2lnbmVk' }
      return [{ start: { type: 'thinking', thinking: '', signature: '' }, deltas: [...deltas, signature] }]
    }
    case 'refusal':
      return []
    case 'tool-calls':
      return piece.calls.map((call) => callBlock(call, dice))
  }
}

/** The first fragment is empty, as servers have it. */
const callBlock = ({ name, arguments: input }: ScriptCall, dice: Dice): Block => ({
  start: { type: 'tool_use', name, input: {} },
  deltas: ['', ...cut(JSON.stringify(input), dice)].map((partial_json) => ({
    type: 'input_json_delta',
    partial_json,
  })),
})
