import { describe, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import type { Conversation, Json, LlmResponse } from '../../src'
import {
  type AnswerSelection,
  answer,
  createCollector,
  createSessionCollector,
  type ModelPart,
  type ModelResponseCollector,
  ModelRunner,
  type ModelSelection,
  type Preparation,
  type ToolSelection,
  textAnswer,
  tool,
} from '../../src/runner'

const search = tool({ name: 'search', schema: z.object({ query: z.string() }) })
const add = tool({ name: 'add', schema: z.object({ a: z.number() }), resolve: ({ a }) => a })
const raw = tool({
  name: 'raw',
  schema: { type: 'object' },
  resolve: (value) => {
    expectTypeOf(value).toEqualTypeOf<Json>()
    return true
  },
})
const trip = answer({ schema: z.object({ city: z.string() }) })
const provider = async function* (_: Conversation): AsyncGenerator<string> {}

describe('a collector', () => {
  it('gives what its selection does, of any kind', () => {
    expectTypeOf(createCollector().finish()).toEqualTypeOf<string>()
    expectTypeOf(
      createCollector({ tools: [add, raw], answer: textAnswer(() => null) }).finish(),
    ).toEqualTypeOf<number | boolean | null>()
    expectTypeOf(createCollector({ tools: [search], answer: trip }).finish()).toEqualTypeOf<
      ToolSelection<{ query: string }> | AnswerSelection<{ city: string }>
    >()
    expectTypeOf(createSessionCollector({ tools: [add, raw] }).finish().results).toEqualTypeOf<
      readonly (number | boolean)[]
    >()
  })

  it('may be somebody else’s', () => {
    class Mine implements ModelResponseCollector<number> {
      outputChars = 0
      push(part: ModelPart) {
        this.outputChars += typeof part === 'string' ? part.length : 0
      }
      finish() {
        return this.outputChars
      }
    }
    expectTypeOf<Mine>().toExtend<ModelResponseCollector<number>>()
    expectTypeOf(createCollector({ tools: [search] })).toExtend<ModelResponseCollector>()
    expectTypeOf<ModelResponseCollector['finish']>().returns.toEqualTypeOf<ModelSelection>()
  })

  it('does not let its numbers be set', () => {
    const collector = createCollector()
    // @ts-expect-error it is counted by pushing
    collector.outputChars = 1
  })
})

describe('a runner', () => {
  it('gives the text, or what its selection resolves to', () => {
    expectTypeOf(new ModelRunner({ provider }).invoke('Hi')).resolves.toEqualTypeOf<{
      readonly value: string
      readonly response: LlmResponse
    }>()
    const later = tool({ name: 't', schema: {}, resolve: async () => 1 })
    const runner = new ModelRunner({ provider, selection: { tools: [later, raw] } })
    expectTypeOf(runner.invoke({ input: 'Hi' }))
      .resolves.toHaveProperty('value')
      .toEqualTypeOf<number | boolean>()
  })

  it('gives what the prepared stage selects', () => {
    const runner = new ModelRunner({ provider, stages: { plan: { answer: trip }, act: { tools: [add] } } })
    const prepared = runner.prepare({ stageId: 'act', maxOutputTokens: 100 })
    expectTypeOf(prepared).toEqualTypeOf<Preparation<number>>()
    expectTypeOf(runner.invoke({ input: 'Hi', prepared }))
      .resolves.toHaveProperty('value')
      .toEqualTypeOf<number>()
    expectTypeOf(runner.invoke('Hi')).resolves.toHaveProperty('value').toEqualTypeOf<string>()
    // @ts-expect-error there is no such stage
    runner.prepare({ stageId: 'nowhere' })
  })

  it('without stages takes any name for one', () => {
    const prepared = new ModelRunner({ provider }).prepare({ stageId: 'plan', maxOutputTokens: 100 })
    expectTypeOf(prepared).toEqualTypeOf<Preparation<string>>()
  })
})
