import type { ResponsesEvent, ResponsesStreamEvent } from '../providers'
import { type Cutting, cut, type Dice, diceOf, taken } from './cutting'
import type { Piece, Script } from './script'

/** One entry of the response's `output` and the events that tell of it. */
interface Output {
  readonly item: Readonly<Record<string, unknown>>
  readonly events: readonly ResponsesEvent[]
}

/** A script as events of the Responses API: an item for each piece and each call, calls in turns, the whole response at the end. */
export const responsesEvents = (script: Script, cutting: Cutting): readonly ResponsesStreamEvent[] => {
  const dice = diceOf(cutting)
  const pieces = script.choices[0]?.pieces ?? []
  const groups = pieces.map((piece, nth) => itemsOf(piece, String(nth), dice))
  const outputs = groups.flat()
  const place = (output: Output): readonly ResponsesEvent[] =>
    output.events.map((event) => ({ ...event, output_index: outputs.indexOf(output) }))
  const events = groups.flatMap((group) => {
    const placed = group.map(place)
    const openers = placed.flatMap((queue) => queue.slice(0, 1))
    return [
      ...openers,
      ...taken(
        placed.map((queue) => queue.slice(1)),
        dice,
      ),
    ]
  })
  const isCut = script.choices[0]?.finish === 'length'
  const status = isCut ? 'incomplete' : 'completed'
  const response = {
    object: 'response',
    id: script.id,
    model: script.model,
    status: 'in_progress',
    output: [],
  }
  const tokens = script.usage
  return [
    { type: 'response.created', response },
    { type: 'response.in_progress', response },
    ...events,
    {
      type: `response.${status}`,
      response: {
        ...response,
        status,
        output: dice(3) === 0 ? [] : outputs.map(({ item }) => item),
        ...(isCut && { incomplete_details: { reason: 'max_output_tokens' } }),
        ...(tokens !== undefined && {
          usage: {
            input_tokens: tokens.input,
            output_tokens: tokens.output,
            total_tokens: tokens.input + tokens.output,
          },
        }),
      },
    },
  ].map((event, sequence) => ({ ...event, sequence_number: sequence }))
}

const itemsOf = (piece: Piece, id: string, dice: Dice): readonly Output[] => {
  switch (piece.type) {
    case 'text':
      return [message(`msg_${id}`, 'output_text', 'text', piece.text, dice)]
    case 'refusal':
      return [message(`msg_${id}`, 'refusal', 'refusal', piece.text, dice)]
    case 'reasoning':
      return [reasoning(`rs_${id}`, piece.text, dice)]
    case 'tool-calls':
      return piece.calls.map((call, nth) =>
        functionCall(`fc_${id}_${nth}`, call.name, JSON.stringify(call.arguments), dice),
      )
  }
}

const message = (
  item_id: string,
  type: string,
  field: 'text' | 'refusal',
  text: string,
  dice: Dice,
): Output => {
  const item = { type: 'message', id: item_id, role: 'assistant' }
  const at = { item_id, content_index: 0 }
  const whole = { ...item, status: 'completed', content: [{ type, [field]: text }] }
  return {
    item: whole,
    events: [
      { type: 'response.output_item.added', item: { ...item, status: 'in_progress', content: [] } },
      { type: 'response.content_part.added', ...at, part: { type, [field]: '' } },
      ...cut(text, dice).map((delta) => ({ type: `response.${type}.delta`, ...at, delta })),
      { type: `response.${type}.done`, ...at, [field]: text },
      { type: 'response.content_part.done', ...at, part: { type, [field]: text } },
      { type: 'response.output_item.done', item: whole },
    ],
  }
}

/** As a summary, or as the reasoning itself. */
const reasoning = (item_id: string, text: string, dice: Dice): Output => {
  const item = { type: 'reasoning', id: item_id }
  const isSummary = dice(2) === 0
  const name = isSummary ? 'reasoning_summary' : 'reasoning'
  const at = isSummary ? { item_id, summary_index: 0 } : { item_id, content_index: 0 }
  const type = isSummary ? 'summary_text' : 'reasoning_text'
  const parts = [{ type, text }]
  const whole = { ...item, summary: isSummary ? parts : [], content: isSummary ? [] : parts }
  return {
    item: whole,
    events: [
      { type: 'response.output_item.added', item: { ...item, summary: [] } },
      { type: `response.${name}_part.added`, ...at, part: { type, text: '' } },
      ...cut(text, dice).map((delta) => ({ type: `response.${name}_text.delta`, ...at, delta })),
      { type: `response.${name}_text.done`, ...at, text },
      { type: `response.${name}_part.done`, ...at, part: { type, text } },
      { type: 'response.output_item.done', item: whole },
    ],
  }
}

const functionCall = (item_id: string, name: string, text: string, dice: Dice): Output => {
  const item = { type: 'function_call', id: item_id, call_id: `call_${item_id}`, name }
  const whole = { ...item, arguments: text, status: 'completed' }
  const added = { ...item, arguments: '', status: 'in_progress' }
  return {
    item: whole,
    events: [
      { type: 'response.output_item.added', item: added },
      ...cut(text, dice).map((delta) => ({ type: 'response.function_call_arguments.delta', item_id, delta })),
      { type: 'response.function_call_arguments.done', item_id, arguments: text },
      { type: 'response.output_item.done', item: whole },
    ],
  }
}
