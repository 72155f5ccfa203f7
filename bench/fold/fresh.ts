import { close, collect, initial, type LlmResponse, snapshot } from '../../src'
import { cpuMs, median, race, THOROUGH } from '../measure'
import type { FreshResult } from './budgets'
import { mutableLoop, parseLines } from './contestants/floors'
import { collecting, collectingFrames, collectingWhole } from './contestants/ours'
import { argumentStream, eventsOf, type Stream, textStream, weightOfAnswer } from './streams'

/** One long stream in a process that has folded nothing else. */
export const measureFresh = async (shape: FreshResult['shape']): Promise<FreshResult> => {
  const stream = shape === 'text' ? textStream(100_000) : argumentStream(1_000_000)
  const events = eventsOf(stream)
  const ours = collecting(events)
  const start = cpuMs()
  await ours.run()
  const firstMs = cpuMs() - start
  const timings = await race(
    [parseLines(stream), mutableLoop(events), ours, collectingWhole(events), collectingFrames(events)],
    weightOfAnswer(stream.answer),
    { ...THOROUGH, bigRounds: 7 },
    true,
  )
  return {
    shape,
    firstMs,
    column: { label: stream.label, chunks: stream.lines.length, timings },
    retained: median([1, 2, 3].map(() => retainedOf(stream))),
  }
}

/** The heap that the closed state keeps alive, the events gone, over the bytes of the response's strings. */
const retainedOf = ({ lines }: Stream): number => {
  const before = heapAfterCollection()
  let state = initial('openai')
  for (const line of lines) state = collect(state, { provider: 'openai', event: JSON.parse(line) })
  state = close(state)
  return (heapAfterCollection() - before) / stringBytes(snapshot(state))
}

const heapAfterCollection = (): number => {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

/** The streams' text is Latin-1, of which V8 keeps a byte a character. */
const stringBytes = ({ text, toolCalls }: LlmResponse): number =>
  toolCalls.reduce((sum, call) => sum + call.arguments.length, text.length)
