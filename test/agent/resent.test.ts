/** Cases 123–133 of llm_composer, as far as a run is in them: what a turn's response holds goes back in the next request as it came. */
import { describe, expect, it, vi } from 'vitest'
import { providers } from '../../src'
import type { Tool } from '../../src/agent'
import { run } from '../../src/agent'
import { calls as chatCalls, delta as chatDelta, finish as chatFinish } from '../support/chat'
import { ended, parts } from '../support/gemini'
import {
  blockStart,
  blockStop,
  ending,
  messageStart,
  signatureDelta,
  thinkingDelta,
  toolBlock,
} from '../support/messages'
import { heldAnswer } from '../transport/support'
import {
  addThenAnswer,
  agentOf,
  answerOf,
  bothModes,
  bytesOf,
  calls,
  errorOf,
  eventsOf,
  says,
  settled,
  turn,
} from './scripted'

const add: Tool = { name: 'add', input: { type: 'object' }, execute: () => '3' }
const answer = turn(says('Three.'))

/** The second request of a run whose first answer is made of these events. */
const secondRequest = async (
  provider: (typeof providers)[number],
  events: readonly unknown[],
): Promise<unknown> => {
  const { result, sent } = await bothModes(() => agentOf(provider, [events, answer], { tools: [add] }))
  expect(answerOf(result).iterations).toBe(2)
  return sent[1]?.body
}

const functionCall = { name: 'add', args: { a: 1 } }
const functionResponse = { name: 'add', response: { output: '3' } }

describe('what goes back', () => {
  it('123: to Google are its parts, each signature where it was', async () => {
    const events = [
      parts({ text: 'Let me think.', thought: true, thoughtSignature: 'c2ln' }, { text: 'I add.' }),
      parts({ functionCall, thoughtSignature: 'Y2FsbA==' }),
      ended(),
    ]
    expect(await secondRequest('google', events)).toMatchObject({
      contents: [
        { role: 'user', parts: [{ text: 'Add.' }] },
        {
          role: 'model',
          parts: [
            { text: 'Let me think.', thought: true, thoughtSignature: 'c2ln' },
            { text: 'I add.' },
            { functionCall, thoughtSignature: 'Y2FsbA==' },
          ],
        },
        { role: 'user', parts: [{ functionResponse }] },
      ],
    })
  })

  it('126: to Google are calls alone where there is no text', async () => {
    const body = await secondRequest('google', [parts({ functionCall }), ended()])
    expect(Reflect.get(Object(body), 'contents')).toMatchObject([
      { role: 'user' },
      { role: 'model', parts: [{ functionCall }] },
      { role: 'user', parts: [{ functionResponse }] },
    ])
  })

  it('127: to OpenRouter are reasoning and its details', async () => {
    const detail = { type: 'reasoning.text', text: 'hm', format: 'f1', signature: 's1', index: 0 }
    const events = [
      chatDelta({ content: '', reasoning: 'hm', reasoning_details: [detail] }),
      chatCalls({ index: 0, id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }),
      chatFinish('tool_calls'),
      '[DONE]',
    ]
    expect(await secondRequest('openrouter', events)).toMatchObject({
      messages: [
        { role: 'user' },
        { role: 'assistant', reasoning_details: [detail], tool_calls: [{ id: 'c1' }] },
        { role: 'tool', tool_call_id: 'c1', content: '3' },
      ],
    })
  })

  it('128: to the Responses API are the items, and the result by the call’s id', async () => {
    const body = await secondRequest(
      'openai-responses',
      eventsOf('openai-responses', turn(calls(['add', { a: 1 }]))),
    )
    expect(body).toMatchObject({
      input: [
        { role: 'user' },
        { type: 'function_call', name: 'add', arguments: '{"a":1}' },
        { type: 'function_call_output', output: '3' },
      ],
    })
    const [, call, output] = Reflect.get(Object(body), 'input')
    expect(output.call_id).toBe(call.call_id)
  })

  it('to Anthropic is the thinking with its signature', async () => {
    const events = [
      messageStart(),
      blockStart(0, { type: 'thinking', thinking: '', signature: '' }),
      thinkingDelta(0, 'hm'),
      signatureDelta(0, 'c2ln'),
      blockStop(0),
      ...toolBlock(1, ['{"a":1}']),
      ...ending('tool_use'),
    ]
    expect(await secondRequest('anthropic', events)).toMatchObject({
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
            { type: 'tool_use', id: 't1', input: { a: 1 } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1' }] },
      ],
    })
  })
})

describe.each(providers)('a run with %s', (provider) => {
  it('advertises the tools that it is given, and no others', async () => {
    const { sent } = await bothModes(() => agentOf(provider, addThenAnswer))
    for (const { body } of sent) {
      expect(JSON.stringify(body)).toContain('"calculator"')
      expect(JSON.stringify(body)).toContain('"boom"')
    }
    const without = await bothModes(() => agentOf(provider, [answer], { tools: [] }))
    expect(JSON.stringify(without.sent[0]?.body)).not.toMatch(/calculator|boom|"tools":\[\{/)
  })

  it('goes on from its own history: no list of calls is empty, and no placeholder is in it', async () => {
    const before = await bothModes(() => agentOf(provider, addThenAnswer))
    const { messages } = answerOf(before.result)
    const next = await bothModes(
      () => agentOf(provider, [answer]),
      [...messages, { role: 'user', content: 'Again?' }],
    )
    expect(answerOf(next.result).messages).toHaveLength(messages.length + 2)
    const sent = JSON.stringify(next.sent[0]?.body)
    expect(sent).toContain('It is five.')
    expect(sent).not.toContain('"tool_calls":[]')
    expect(sent).not.toContain('Using tool results')
  })

  it('129 to 132: gives an answer by a schema as its text, beside real tools', async () => {
    const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] }
    const { result, sent } = await bothModes(() => {
      const turns = [turn(calls(['add', { a: 1 }])), turn(says('{"total":3}'))]
      const { agent, sent } = agentOf(provider, turns, { tools: [add] })
      const settings = { ...agent.settings, responseFormat: { name: 'sum', schema } }
      return { agent: { ...agent, settings }, sent }
    })
    expect(JSON.parse(answerOf(result).text)).toEqual({ total: 3 })
    expect(answerOf(result).toolCalls).toMatchObject([{ name: 'add', content: '3' }])
    expect(sent).toHaveLength(2)
    for (const { body } of sent) expect(JSON.stringify(body)).toMatch(/"add".*total|total.*"add"/)
  })

  it('133: reads the answer as it comes: the first text is told while the rest is held back', async () => {
    const events = eventsOf(provider, turn(says('A text that comes in several pieces.')), [5])
    const bytes = bytesOf(provider, events)
    let rest: (() => void) | undefined
    const { agent } = agentOf(provider, [
      () =>
        new Response(
          new ReadableStream<Uint8Array>({
            start: (controller) => {
              controller.enqueue(bytes.slice(0, Math.floor(bytes.length * 0.6)))
              rest = () => {
                controller.enqueue(bytes.slice(Math.floor(bytes.length * 0.6)))
                controller.close()
              }
            },
          }),
        ),
    ])
    const reading = run(agent, 'Hi')
    let wasHeld = false
    for await (const frame of reading) {
      if (frame.type !== 'text-delta' || rest === undefined) continue
      wasHeld = true
      rest()
      rest = undefined
    }
    expect(wasHeld).toBe(true)
    expect(answerOf(await reading.result).text).toBe('A text that comes in several pieces.')
  })

  it('133: gives up an answer that does not come in time, in both modes', async () => {
    const silent = ({ signal }: { readonly signal: AbortSignal | undefined }) => heldAnswer(signal).response
    const { result } = await bothModes(() =>
      agentOf(provider, [silent], { retry: { attempts: 0 } }, { firstChunk: 5 }),
    )
    expect(errorOf(result)).toMatchObject({ code: 'model-failed', error: { reason: 'cut' } })
    expect(errorOf(result).message).toMatch(/\b5 ms/)
  })

  it('133: tells a connection that is refused at once', async () => {
    const { result } = await bothModes(() =>
      agentOf(provider, [() => Promise.reject(new TypeError('fetch failed'))], { retry: { attempts: 0 } }),
    )
    expect(errorOf(result)).toMatchObject({
      code: 'model-failed',
      error: { code: 'empty-stream', reason: 'cut' },
    })
  })
})

it('133: asks for nothing before somebody asks for the run', async () => {
  const { agent, sent } = agentOf('bedrock', [answer])
  const fetched = vi.fn()
  const reading = run(agent, 'Hi', { handlers: [{ onNotice: fetched }] })
  await settled()
  expect(fetched).not.toHaveBeenCalled()
  expect(sent).toHaveLength(0)
  await reading.result
  expect(sent).toHaveLength(1)
})
