import type { CohereEvent, CohereMessage } from '../providers'
import { type Cutting, cut, type Dice, diceOf, taken } from './cutting'
import type { Piece, Script, ScriptCall } from './script'

/** A script as Cohere's events: blocks with their borders, thinking as blocks or as a plan, calls, and the end of the message. */
export const cohereEvents = (script: Script, cutting: Cutting): readonly CohereEvent[] => {
  const dice = diceOf(cutting)
  const [choice] = script.choices
  const count: Count = { blocks: 0, calls: 0 }
  const events = (choice?.pieces ?? []).flatMap((piece) => pieceEvents(piece, count, dice))
  const hasCalls = choice?.pieces.some((piece) => piece.type === 'tool-calls') === true
  const start: CohereMessage = {
    role: 'assistant',
    content: [],
    tool_plan: '',
    tool_calls: [],
    citations: [],
  }
  return [
    { id: script.id, type: 'message-start', delta: { message: start } },
    ...events,
    {
      type: 'message-end',
      delta: {
        finish_reason: choice?.finish === 'length' ? 'MAX_TOKENS' : hasCalls ? 'TOOL_CALL' : 'COMPLETE',
        ...(script.usage !== undefined && { usage: usageOf(script.usage) }),
      },
    },
    ...(dice(4) === 0 ? [] : (['[DONE]'] as const)),
  ]
}

interface Count {
  blocks: number
  calls: number
}

const usageOf = ({ input, output }: NonNullable<Script['usage']>) => ({
  billed_units: { input_tokens: Math.floor(input / 2), output_tokens: output },
  tokens: { input_tokens: input, output_tokens: output },
})

const pieceEvents = (piece: Piece, count: Count, dice: Dice): readonly CohereEvent[] => {
  if (piece.type === 'tool-calls') return callEvents(piece.calls, count, dice)
  const fragments = cut(piece.text, dice)
  if (piece.type === 'reasoning' && dice(2) === 0) {
    return fragments.map((text) => ({ type: 'tool-plan-delta', delta: { message: { tool_plan: text } } }))
  }
  const index = count.blocks++
  const field = piece.type === 'text' ? 'text' : 'thinking'
  const event = (type: string, content: NonNullable<CohereMessage['content']>): CohereEvent => ({
    type,
    index,
    delta: { message: { content } },
  })
  return [
    event('content-start', { type: field, [field]: '' }),
    ...fragments.map((text) => event('content-delta', { [field]: text })),
    { type: 'content-end', index },
  ]
}

const callEvents = (calls: readonly ScriptCall[], count: Count, dice: Dice): readonly CohereEvent[] => {
  const queues = calls.map((call): readonly CohereEvent[] => {
    const index = count.calls++
    const event = (type: string, entry: NonNullable<CohereMessage['tool_calls']>): CohereEvent => ({
      type,
      index,
      delta: { message: { tool_calls: entry } },
    })
    const opener = { id: `call_${index}`, type: 'function', function: { name: call.name, arguments: '' } }
    return [
      event('tool-call-start', opener),
      ...cut(JSON.stringify(call.arguments), dice).map((text) =>
        event('tool-call-delta', { function: { arguments: text } }),
      ),
      { type: 'tool-call-end', index },
    ]
  })
  const openers = queues.map(([opener]) => opener).filter((opener) => opener !== undefined)
  return [
    ...openers,
    ...taken(
      queues.map((queue) => queue.slice(1)),
      dice,
    ),
  ]
}
