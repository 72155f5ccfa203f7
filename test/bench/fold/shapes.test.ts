import { describe, expect, it } from 'vitest'
import { callShapes, generalWay, textShapes } from '../../../bench/fold/contestants/shapes'
import { eventsOf, interleavedStream, textStream, weightOfAnswer } from '../../../bench/fold/streams'

describe('the shapes of a state', () => {
  const text = textStream(1_000)
  const words = eventsOf(text).flatMap((event) => event.choices?.[0]?.delta?.content ?? [])

  it.each(
    textShapes(words.filter((word) => typeof word === 'string')).map((shape) => [shape.name, shape] as const),
  )('%s: the text is whole', async (_, { run }) => {
    expect(await run()).toBe(weightOfAnswer(text.answer))
  })

  const calls = interleavedStream(8, 1_000)
  const fragments = eventsOf(calls).flatMap((event) => {
    const entry = event.choices?.[0]?.delta?.tool_calls?.[0]
    return typeof entry?.function?.arguments === 'string'
      ? [{ call: entry.index ?? 0, fragment: entry.function.arguments }]
      : []
  })

  it.each(callShapes(8, fragments).map((shape) => [shape.name, shape] as const))(
    '%s: every argument is whole',
    async (_, { run }) => {
      expect(await run()).toBe(weightOfAnswer(calls.answer))
    },
  )

  it.each([
    ['a text', text],
    ['interleaved calls', calls],
  ])('the general way folds %s whole', async (_, stream) => {
    expect(await generalWay(eventsOf(stream)).run()).toBe(weightOfAnswer(stream.answer))
  })
})
