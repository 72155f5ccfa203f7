import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { providers } from '../../src'
import { answer, ModelRunner, modelProvider, tool } from '../../src/runner'
import { fetchModel } from '../../src/transport'
import { calls, finish, text } from '../support/chat'
import { fakeFetch, heldAnswer, sseAnswer } from '../transport/support'
import { errorOf } from './support'

const search = tool({
  name: 'search',
  description: 'Searches.',
  schema: z.object({ query: z.string() }),
  resolve: ({ query }) => query,
})

const over = (fetch: ReturnType<typeof fakeFetch>['fetch']) =>
  modelProvider(fetchModel({ provider: 'openai', fetch }), { model: 'gpt-4.1' })

describe('a model as the provider of a runner', () => {
  it('is asked with the tools of the selection, and its call is resolved', async () => {
    const entry = { index: 0, id: 'c1', function: { name: 'search', arguments: '{"query": "x"}' } }
    const { fetch, sent } = fakeFetch(() => sseAnswer(calls(entry), finish('tool_calls'), '[DONE]'))
    const runner = new ModelRunner({ provider: over(fetch), selection: { tools: [search] } })
    const { value, response } = await runner.invoke({
      input: 'Find x.',
      prepared: runner.prepare({ maxOutputTokens: 100 }),
    })
    expect(value).toBe('x')
    expect(response.finishReason.kind).toBe('tool-calls')
    expect(sent[0]?.body).toMatchObject({
      model: 'gpt-4.1',
      messages: [{ role: 'user', content: 'Find x.' }],
      max_completion_tokens: 100,
      tools: [
        { function: { name: 'search', description: 'Searches.', parameters: { required: ['query'] } } },
      ],
    })
  })

  it('is told the schema of the answer', async () => {
    const { fetch, sent } = fakeFetch(() => sseAnswer(text('{"city": "Paris"}'), finish('stop'), '[DONE]'))
    const plan = { answer: answer({ schema: z.object({ city: z.string() }), resolve: ({ city }) => city }) }
    const runner = new ModelRunner({ provider: over(fetch), stages: { plan } })
    const prepared = runner.prepare({ stageId: 'plan' })
    expect((await runner.invoke({ input: 'Hi', prepared })).value).toBe('Paris')
    expect(sent[0]?.body).toMatchObject({
      response_format: { json_schema: { name: 'plan', schema: { required: ['city'] } } },
    })
  })

  it('is left free to call a tool where there are tools beside the answer', async () => {
    const { fetch, sent } = fakeFetch(() => sseAnswer(text('1'), finish('stop'), '[DONE]'))
    const selection = { tools: [search], answer: answer({ schema: z.number(), resolve: (n) => n }) }
    const runner = new ModelRunner({ provider: over(fetch), selection })
    expect((await runner.invoke('Hi')).value).toBe(1)
    expect(sent[0]?.body).toHaveProperty('tools')
    expect(sent[0]?.body).not.toHaveProperty('response_format')
  })

  it.each(providers)('of %s sends what was measured', async (provider) => {
    const { fetch, sent } = fakeFetch(() => new Response('', { status: 529 }))
    const model = fetchModel({ provider, fetch, region: 'eu-west-1' })
    const runner = new ModelRunner({
      provider: modelProvider(model, { model: 'm' }),
      selection: { tools: [search] },
    })
    const prepared = runner.prepare({ maxOutputTokens: 100 })
    const { inputChars } = prepared.measure('Find x.')
    const error = await errorOf(() => runner.invoke({ input: 'Find x.', prepared }))
    expect(error).toMatchObject({ code: 'provider-error', cause: { status: 529, retryable: true } })
    expect(JSON.stringify(sent[0]?.body)).toBe(JSON.stringify(prepared.request('Find x.').body))
    expect(inputChars).toBe(JSON.stringify(sent[0]?.body).length)
  })

  it('is aborted when the output is over its budget, and what came is kept', async () => {
    let seen: ReturnType<typeof heldAnswer>['seen'] | undefined
    const { fetch } = fakeFetch(({ signal }) => {
      const held = heldAnswer(signal)
      seen = held.seen
      held.push(`data: ${JSON.stringify(text('far too much'))}\n\n`)
      return held.response
    })
    const runner = new ModelRunner({ provider: over(fetch), maxOutputChars: 5 })
    expect(await errorOf(() => runner.invoke('Hi'))).toMatchObject({
      code: 'output-over-budget',
      text: 'far too much',
    })
    await expect.poll(() => seen?.isCancelled).toBe(true)
  })

  it('says that a stream which breaks off is no whole response', async () => {
    const { fetch } = fakeFetch(() => sseAnswer(text('Hel')))
    expect(await errorOf(() => new ModelRunner({ provider: over(fetch) }).invoke('Hi'))).toMatchObject({
      code: 'incomplete-stream',
      text: 'Hel',
    })
  })

  it('is not asked with a tool that it cannot be told of', async () => {
    const untold = tool({ name: 'untold', schema: v.object({ a: v.string() }) })
    const { fetch, sent } = fakeFetch(() => sseAnswer())
    const runner = new ModelRunner({ provider: over(fetch), selection: { tools: [untold] } })
    await expect(runner.invoke('Hi')).rejects.toThrow(/^The schema of the tool untold has no JSON Schema/)
    expect(sent).toEqual([])
  })
})
