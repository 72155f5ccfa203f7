import type { OllamaEvent, OllamaMessage } from '../providers'
import { type Cutting, cut, type Dice, diceOf } from './cutting'
import type { Piece, Script } from './script'

/** A script as lines of Ollama: fragments of text and thinking, whole calls, and a last line with the reason and the counts. */
export const ollamaEvents = (script: Script, cutting: Cutting): readonly OllamaEvent[] => {
  const dice = diceOf(cutting)
  const line = (message: OllamaMessage, last: OllamaEvent = { done: false }): OllamaEvent => ({
    model: script.model,
    created_at: '2025-01-01T00:00:00.000000Z',
    message: { role: 'assistant', content: '', ...message },
    ...last,
  })
  const [choice] = script.choices
  const made = { calls: 0 }
  const messages = (choice?.pieces ?? []).flatMap((piece) => pieceMessages(piece, made, dice))
  const last: OllamaEvent = {
    done: true,
    done_reason: choice?.finish ?? 'stop',
    total_duration: 3_000_000,
    ...(script.usage !== undefined && {
      prompt_eval_count: script.usage.input,
      eval_count: script.usage.output,
    }),
  }
  return [...messages.map((message) => line(message)), line({}, last)]
}

const pieceMessages = (piece: Piece, made: { calls: number }, dice: Dice): readonly OllamaMessage[] => {
  if (piece.type === 'text') return cut(piece.text, dice).map((content) => ({ content }))
  if (piece.type !== 'tool-calls') return cut(piece.text, dice).map((thinking) => ({ thinking }))
  const calls = piece.calls.map((call) => ({
    ...(dice(2) === 0 && { id: `id-${made.calls++}` }),
    function: { name: call.name, arguments: call.arguments },
  }))
  return dice(2) === 0 ? [{ tool_calls: calls }] : calls.map((call) => ({ tool_calls: [call] }))
}
