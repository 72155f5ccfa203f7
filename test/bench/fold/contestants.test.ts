import { describe, expect, it } from 'vitest'
import { callShapes, generalWay, textShapes } from '../../../bench/fold/contestants/shapes'
import { groupsOf } from '../../../bench/fold/groups'
import { eventsOf, interleavedStream, textStream, weightOfAnswer } from '../../../bench/fold/streams'

describe.each(groupsOf(true).map((group) => [group.title, group] as const))('%s', (_, group) => {
  const stream = group.streams[0]?.()
  const contestants = stream === undefined ? [] : group.enter(stream)

  it('has contestants of different names, its floors among them', () => {
    const names = contestants.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining([...group.floors]))
  })

  it.each(contestants.map((contestant) => [contestant.name, contestant] as const))(
    '%s gives the answer, and again at a second run',
    async (__, { run }) => {
      const proof = stream === undefined ? Number.NaN : weightOfAnswer(stream.answer)
      expect(await run()).toBe(proof)
      expect(await run()).toBe(proof)
    },
  )
})

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
