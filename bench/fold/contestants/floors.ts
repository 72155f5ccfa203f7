import type { ChatCompletionChunk } from '../../../src'
import type { Contestant } from '../../measure'
import { type Stream, weigh, weightOfAnswer } from '../streams'

export const PARSE = 'JSON.parse of each line'
export const LOOP = 'mutable loop'
const LOOP_PARSED = 'mutable loop, then JSON.parse of the arguments'
export const FLOORS: readonly string[] = [PARSE, LOOP]

/** Nobody can be faster from text: each data line through `JSON.parse`, the value dropped. */
export const parseLines = ({ lines, answer }: Stream): Contestant => {
  const proof = weightOfAnswer(answer)
  return {
    name: PARSE,
    run: () => {
      let found = 0
      for (const line of lines) if (JSON.parse(line) !== null) found++
      return found === lines.length ? proof : Number.NaN
    },
  }
}

/** What a call costs that ends within the stream, where `collect` gives its arguments as a value: they are parsed once, as a whole. */
export const parseArguments = ({ answer }: Stream): Contestant => {
  const proof = weightOfAnswer(answer)
  return {
    name: 'JSON.parse of the arguments',
    run: () => (answer.toolCalls.every((call) => JSON.parse(call.arguments) !== null) ? proof : Number.NaN),
  }
}

/** Nobody can be much faster from events: what anyone would write by hand for a server that sends no surprises. */
export const mutableLoop = (events: readonly ChatCompletionChunk[]): Contestant => ({
  name: LOOP,
  run: () => {
    const { text, calls } = accumulate(events)
    return weigh(
      text,
      calls.map((call) => call.arguments),
    )
  },
})

/** What {@link mutableLoop} leaves to its caller and a whole response needs: the arguments as values. */
export const mutableLoopParsed = (events: readonly ChatCompletionChunk[]): Contestant => ({
  name: LOOP_PARSED,
  run: () => {
    const { text, calls } = accumulate(events)
    for (const call of calls) if (JSON.parse(call.arguments) === null) return Number.NaN
    return weigh(
      text,
      calls.map((call) => call.arguments),
    )
  },
})

export const accumulate = (events: readonly ChatCompletionChunk[]) => {
  let text = ''
  let finishReason: string | null = null
  let usage: ChatCompletionChunk['usage'] = null
  const calls: { id: string; name: string; arguments: string }[] = []
  for (const event of events) {
    if (event.usage) usage = event.usage
    const choice = event.choices?.[0]
    if (!choice) continue
    const { delta } = choice
    if (delta) {
      if (typeof delta.content === 'string') text += delta.content
      if (delta.tool_calls) {
        for (const entry of delta.tool_calls) {
          const index = entry.index ?? 0
          let call = calls[index]
          if (call === undefined) {
            call = { id: '', name: '', arguments: '' }
            calls[index] = call
          }
          if (entry.id) call.id = entry.id
          if (entry.function?.name) call.name = entry.function.name
          const fragment = entry.function?.arguments
          if (typeof fragment === 'string') call.arguments += fragment
        }
      }
    }
    if (choice.finish_reason) finishReason = choice.finish_reason
  }
  return { text, calls, finishReason, usage }
}
