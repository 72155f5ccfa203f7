import type { Provider } from '../../src'
import { synthesize } from '../../src/testing'
import type { KnownAnswer, Stream } from './streams'

/** Fragments of eight characters, as the synthesizer reads a cutting. */
const EIGHT = [7]

const ANSWER: Omit<KnownAnswer, 'text' | 'toolCalls' | 'finishReason'> = {
  id: 'r1',
  model: 'm',
  inputTokens: 412,
  outputTokens: 1_250,
}

/** A stream of any dialect, synthesized from its answer. */
const streamOf = (
  provider: Provider,
  label: string,
  said: Pick<KnownAnswer, 'text' | 'toolCalls'>,
): Stream => {
  const { text, toolCalls } = said
  const calls = toolCalls.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments) }))
  const events = synthesize(
    provider,
    {
      id: ANSWER.id,
      model: ANSWER.model,
      choices: [
        {
          pieces: calls.length > 0 ? [{ type: 'tool-calls', calls }] : [{ type: 'text', text }],
          finish: 'stop',
        },
      ],
      usage: { input: ANSWER.inputTokens, output: ANSWER.outputTokens },
    },
    EIGHT,
  )
  return {
    label,
    lines: events.map((event) => JSON.stringify(event)),
    answer: { ...ANSWER, text, toolCalls, finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop' },
  }
}

/** Text of as many words; a word and its space are eight characters. */
export const dialectText = (provider: Provider, words: number): Stream =>
  streamOf(provider, `${words.toLocaleString('en')} deltas`, {
    text: Array.from({ length: words }, (_, n) => ` word${String(n % 1_000).padStart(3, '0')}`).join(''),
    toolCalls: [],
  })

/** One call with as many records in its argument. */
export const dialectArguments = (provider: Provider, records: number): Stream => {
  const value = Array.from({ length: records }, (_, id) => ({
    id,
    name: `name ${id}`,
    tags: ['new', 'sale'],
  }))
  const text = JSON.stringify({ records: value })
  return streamOf(provider, `${text.length.toLocaleString('en')} characters`, {
    text: '',
    toolCalls: [{ id: '', name: 'store_records', arguments: text }],
  })
}
