import type { ChatCompletionChunk, ChatCompletionEvent, ChatDelta } from '../providers'
import { type Cutting, cut, type Dice, diceOf, taken } from './cutting'
import type { Piece, Script } from './script'

/** A script as Chat Completions events: role first, fragments in turns, a finish for each choice, usage, the end mark. */
export const chatEvents = (script: Script, cutting: Cutting): readonly ChatCompletionEvent[] => {
  const dice = diceOf(cutting)
  const chunk = (
    choices: ChatCompletionChunk['choices'],
    usage?: ChatCompletionChunk['usage'],
  ): ChatCompletionChunk => ({
    id: script.id,
    object: 'chat.completion.chunk',
    model: script.model,
    choices: choices ?? [],
    ...(usage !== undefined && { usage }),
  })
  const delta = (index: number, said: ChatDelta, finish: string | null = null): ChatCompletionChunk =>
    chunk([{ index, delta: said, finish_reason: finish }])

  const heads = script.choices.map((_, index) => delta(index, { role: 'assistant', content: '' }))
  const queues = script.choices.map((choice, index) => {
    const calls = { count: 0 }
    const deltas = choice.pieces.flatMap((piece) => pieceDeltas(piece, calls, dice))
    const hasCalls = choice.pieces.some((piece) => piece.type === 'tool-calls')
    const finish = choice.finish === 'stop' && hasCalls && dice(2) === 0 ? 'tool_calls' : choice.finish
    return [...deltas.map((said) => delta(index, said)), delta(index, {}, finish)]
  })
  const tokens = script.usage
  const usage =
    tokens === undefined
      ? []
      : [
          chunk([], {
            prompt_tokens: tokens.input,
            completion_tokens: tokens.output,
            total_tokens: tokens.input + tokens.output,
          }),
        ]
  return [...heads, ...taken(queues, dice), ...usage, '[DONE]']
}

const TEXT_FIELDS = { text: 'content', reasoning: 'reasoning_content', refusal: 'refusal' } as const

const pieceDeltas = (piece: Piece, calls: { count: number }, dice: Dice): readonly ChatDelta[] => {
  if (piece.type !== 'tool-calls') {
    return cut(piece.text, dice).map((fragment): ChatDelta => ({ [TEXT_FIELDS[piece.type]]: fragment }))
  }
  const openers = piece.calls.map((call, n): ChatDelta => {
    const index = calls.count + n
    return {
      tool_calls: [
        { index, id: `call_${index}`, type: 'function', function: { name: call.name, arguments: '' } },
      ],
    }
  })
  const queues = piece.calls.map((call, n) =>
    cut(JSON.stringify(call.arguments), dice).map(
      (fragment): ChatDelta => ({
        tool_calls: [{ index: calls.count + n, function: { arguments: fragment } }],
      }),
    ),
  )
  calls.count += piece.calls.length
  return [...openers, ...taken(queues, dice)]
}
