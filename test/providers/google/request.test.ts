import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import type { Conversation, Message } from '../../../src'
import { toProviderMessages, toRequest } from '../../../src/request'
import { brief, tools } from '../../support/asking'
import { foldWith } from '../../support/fold'
import { foreignTurn } from '../../support/foreign'
import { called, ended, parts, said as saidInText } from '../../support/gemini'
import { call, result, said } from '../../support/turns'

const contents = (...conversation: Conversation) => toProviderMessages('google')(conversation)

/** The message that chunks fold to. */
const folded = (...chunks: readonly object[]): Message =>
  foldWith('google', [...chunks, ended()]).response.message

/** What a response of these parts is sent back as, where it ends the conversation or its calls were answered. */
const sentBack = (...wire: readonly object[]) => {
  const { message, toolCalls } = foldWith('google', [parts(...wire), ended()]).response
  return contents(message, ...toolCalls.map(({ id }) => result(id)))[0]
}

describe('a request of generateContent', () => {
  it('has the settings', () => {
    expect(
      toRequest('google')([{ role: 'user', content: 'Hi' }], tools, {
        model: 'gemini-3-pro-preview',
        ...brief,
        toolChoice: { name: 'add' },
        responseFormat: { name: 'sum', schema: { type: 'object' }, strict: true },
        reasoning: { budget: 1_024 },
        extra: { cachedContent: 'c', generationConfig: { topK: 1, temperature: undefined } },
      }),
    ).toStrictEqual({
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      tools: [
        {
          functionDeclarations: [
            { name: 'add', description: 'Adds.', parametersJsonSchema: { type: 'object' } },
            { name: 'now' },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['add'] } },
      generationConfig: {
        maxOutputTokens: 9,
        stopSequences: ['END'],
        responseMimeType: 'application/json',
        responseJsonSchema: { type: 'object' },
        thinkingConfig: { includeThoughts: true, thinkingBudget: 1_024 },
        topK: 1,
      },
      cachedContent: 'c',
    })
  })

  it('has nothing that was not asked for: the model is part of the address', () => {
    expect(toRequest('google')([], [], { model: 'm' })).toStrictEqual({ contents: [] })
    const extra = { generationConfig: { topK: 1 } }
    expect(toRequest('google')([], [], { model: 'm', extra })).toStrictEqual({ contents: [], ...extra })
    expect(
      toRequest('google')([], [], { model: 'm', temperature: 0, extra: { generationConfig: undefined } }),
    ).toStrictEqual({ contents: [] })
  })

  it.each([
    ['auto', { mode: 'AUTO' }],
    ['none', { mode: 'NONE' }],
    ['required', { mode: 'ANY' }],
  ] as const)('lets tools be chosen: %s', (toolChoice, functionCallingConfig) => {
    expect(toRequest('google')([], [{ name: 'add' }], { model: 'm', toolChoice }).toolConfig).toStrictEqual({
      functionCallingConfig,
    })
  })

  it('asks for any JSON without a schema', () => {
    expect(
      toRequest('google')([], [], { model: 'm', responseFormat: 'json' }).generationConfig,
    ).toStrictEqual({ responseMimeType: 'application/json' })
  })

  it.each([
    ['gemini-3-flash-preview', { effort: 'low' }, { includeThoughts: true, thinkingLevel: 'low' }],
    ['gemini-flash-latest', { effort: 'xhigh' }, { includeThoughts: true, thinkingLevel: 'high' }],
    ['gemini-3-flash-preview', { effort: 'none' }, { thinkingLevel: 'minimal' }],
    ['gemini-3-flash-preview', { budget: 9 }, { includeThoughts: true, thinkingBudget: 9 }],
    ['gemini-3-flash-preview', {}, { includeThoughts: true }],
    ['gemini-2.5-pro', { effort: 'medium' }, { includeThoughts: true, thinkingBudget: 8_192 }],
    ['gemini-2.5-pro', { effort: 'none' }, { thinkingBudget: 128 }],
    ['gemini-2.5-pro', {}, { includeThoughts: true }],
    ['gemini-2.5-flash', { effort: 'low', budget: 0 }, { thinkingBudget: 0 }],
    ['gemini-2.5-flash', { effort: 'none', budget: -1 }, { includeThoughts: true, thinkingBudget: -1 }],
  ] as const)('asks %s for reasoning of %o', (model, reasoning, thinkingConfig) => {
    expect(toRequest('google')([], [], { model, reasoning }).generationConfig).toStrictEqual({
      thinkingConfig,
    })
  })

  it('sends a tool turn back as it came, with its results in the order of the calls', () => {
    const message = folded(
      saidInText('Let me '),
      saidInText('look.'),
      called({ id: 'f1', name: 'add', args: { a: 1 } }, { id: 'f2', name: 'now' }),
    )
    expect(
      contents(
        { role: 'user', content: 'Add.' },
        message,
        result('f2', 'two'),
        { role: 'tool', toolCallId: 'f1', content: [{ type: 'json', value: { sum: 1 } }] },
        { role: 'user', content: 'And?' },
      ),
    ).toStrictEqual([
      { role: 'user', parts: [{ text: 'Add.' }] },
      {
        role: 'model',
        parts: [
          { text: 'Let me look.' },
          { functionCall: { id: 'f1', name: 'add', args: { a: 1 } } },
          { functionCall: { id: 'f2', name: 'now', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'f1', name: 'add', response: { output: { sum: 1 } } } },
          { functionResponse: { id: 'f2', name: 'now', response: { output: 'two' } } },
        ],
      },
      { role: 'user', parts: [{ text: 'And?' }] },
    ])
  })

  it('Q73: sends no id that we made, and pairs calls of one name by their order', () => {
    const add = (a: number) => ({ name: 'add', args: { a } })
    const message = folded(called(add(1), add(2)), called(add(3)))
    expect(contents(message, result('call_2'), result('call_0'), result('call_1'))).toStrictEqual([
      { role: 'model', parts: [1, 2, 3].map((a) => ({ functionCall: add(a) })) },
      {
        role: 'user',
        parts: [1, 2, 3].map(() => ({ functionResponse: { name: 'add', response: { output: 'ok' } } })),
      },
    ])
  })

  it('Q75: leaves each thought signature on its part, an empty text among them', () => {
    const wire = [
      { text: 'a' },
      { text: 'b', thoughtSignature: 'S0' },
      { functionCall: { name: 'f', args: {} }, thoughtSignature: 'S1' },
      { functionCall: { name: 'g', args: {} } },
      { text: '', thoughtSignature: 'S2' },
    ]
    expect(sentBack(...wire)).toStrictEqual({ role: 'model', parts: wire })
  })

  it('sends the other fields of a part and of a call back from where they stood', () => {
    const wire = [
      { text: 'a', thoughtSignature: 'S', partMetadata: { n: 1 } },
      { functionCall: { id: 'f1', name: 'f', args: {}, mood: 1 }, partMetadata: { n: 2 } },
    ]
    expect(sentBack(...wire)).toStrictEqual({ role: 'model', parts: wire })
  })

  it('sends a thought back only if it is signed', () => {
    const signed = { text: 'b', thought: true, thoughtSignature: 'S' }
    const picture = { inlineData: { mimeType: 'image/png', data: 'AA==' } }
    expect(
      sentBack(
        { text: 'a', thought: true },
        { ...picture, thought: true },
        signed,
        { text: '', thought: true, thoughtSignature: 'S2', partMetadata: { n: 1 } },
        { ...picture, thoughtSignature: 'S3' },
      ),
    ).toStrictEqual({
      role: 'model',
      parts: [
        signed,
        { text: '', thought: true, thoughtSignature: 'S2', partMetadata: { n: 1 } },
        { ...picture, thoughtSignature: 'S3' },
      ],
    })
  })

  it('Q74: sends code, its results, files and parts of new kinds back as they came', () => {
    const wire = [
      { executableCode: { language: 'PYTHON', code: '1' }, thoughtSignature: 'S' },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
      { toolCall: { id: 't', toolType: 'GOOGLE_SEARCH_WEB', args: {} } },
      { toolResponse: { id: 't', response: { found: 1 } } },
      { inlineData: { mimeType: 'image/png', data: 'AA==' } },
      { fileData: { mimeType: 'video/mp4', fileUri: 'gs://v' } },
      { hologram: { depth: 3 } },
    ]
    expect(sentBack(...wire)).toStrictEqual({ role: 'model', parts: wire })
  })

  it('leaves out half of a pair: code without a result, a result without code', () => {
    const text = { text: 'a' }
    expect(
      sentBack(
        { codeExecutionResult: { id: 'none', output: '1' } },
        { executableCode: { id: 'e', code: '1' } },
        text,
      ),
    ).toStrictEqual({ role: 'model', parts: [text] })
  })

  it('leaves out empty texts, contents that have nothing else, and what the answer rests on', () => {
    expect(
      contents(
        { role: 'user', content: '' },
        { role: 'user', content: [{ type: 'text', text: '' }] },
        said({ type: 'text', text: '' }, { type: 'source', raw: { web: {} } }, { type: 'unknown', raw: 1 }),
        said({ type: 'text', text: 'a' }),
        said({ type: 'text', text: 'b' }),
      ),
    ).toStrictEqual([{ role: 'model', parts: [{ text: 'a' }, { text: 'b' }] }])
  })

  it('says what went wrong in a tool', () => {
    const wrong: Message = { role: 'tool', toolCallId: 'c1', content: 'no', isError: true }
    expect(contents(said(call()), wrong)[1]).toStrictEqual({
      role: 'user',
      parts: [{ functionResponse: { id: 'c1', name: 'add', response: { error: 'no' } } }],
    })
  })

  it('writes files of the user, and those of tools behind the results', () => {
    const image = { type: 'file', mediaType: 'image/png', data: 'AA==' } as const
    const pdf = { type: 'file', mediaType: 'application/pdf', url: 'https://e.example/a.pdf' } as const
    const inUrl = { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AA==' } as const
    const picture = { inlineData: { mimeType: 'image/png', data: 'AA==' } }
    expect(
      contents({ role: 'user', content: [{ type: 'text', text: 'See' }, image, pdf, inUrl] }, said(call()), {
        role: 'tool',
        toolCallId: 'c1',
        content: [{ type: 'json', value: [1] }, image],
      }),
    ).toMatchObject([
      {
        parts: [
          { text: 'See' },
          picture,
          { fileData: { mimeType: 'application/pdf', fileUri: 'https://e.example/a.pdf' } },
          picture,
        ],
      },
      {},
      { parts: [{ functionResponse: { response: { output: [1] } } }] },
      { role: 'user', parts: [picture] },
    ])
  })

  it('carries arguments that are no object in one', () => {
    const wrong = call({ arguments: '[1', input: E.left({ code: 'invalid-json', message: 'no' }) })
    expect(contents(said(wrong), result('c1'))[0]).toMatchObject({
      parts: [{ functionCall: { args: { arguments: '[1' } } }],
    })
  })

  it('Q107: is well-formed', () => {
    expect(contents({ role: 'user', content: '\ud83d!' })).toStrictEqual([
      { role: 'user', parts: [{ text: '\ufffd!' }] },
    ])
  })
})

describe('a conversation that began elsewhere', () => {
  const functionCall = { id: 'toolu_1', name: 'add', args: { a: 1 } }

  it('is told without what only the other provider can read', () => {
    expect(contents(...foreignTurn)).toStrictEqual([
      { role: 'user', parts: [{ text: 'Add.' }] },
      { role: 'model', parts: [{ text: 'Wait.' }, { text: 'Not that.' }, { functionCall }] },
      {
        role: 'user',
        parts: [{ functionResponse: { id: 'toolu_1', name: 'add', response: { output: '2' } } }],
      },
    ])
  })

  const callParts = (model: string, conversation: Conversation) =>
    toRequest('google')(conversation, [], { model }).contents.flatMap(({ parts: list }) =>
      list.filter((part) => 'functionCall' in part),
    )

  it('has the mark that Gemini 3 takes for a signature, on the first call of each step of this turn', () => {
    const mark = { thoughtSignature: 'skip_thought_signature_validator' }
    expect(callParts('gemini-3-pro-preview', foreignTurn)).toStrictEqual([{ ...mark, functionCall }])
    const step: Conversation = [said(call({ id: 'c1' }), call({ id: 'c2' })), result('c1'), result('c2')]
    const [first, second] = callParts('models/gemini-3-flash-preview', [...foreignTurn.slice(0, 1), ...step])
    expect([first, second]).toMatchObject([{ ...mark, functionCall: { id: 'c1' } }, {}])
    expect(second).not.toHaveProperty('thoughtSignature')
  })

  it('needs none in turns that are over, on a call that has its own, and on models before and beside', () => {
    const over: Conversation = [...foreignTurn, { role: 'user', content: 'And?' }]
    expect(callParts('gemini-3-pro-preview', over)).toStrictEqual([{ functionCall }])
    const own = [said(call({ extra: { thoughtSignature: 'S' } })), result('c1')]
    expect(callParts('gemini-3-pro-preview', own)).toMatchObject([{ thoughtSignature: 'S' }])
    for (const model of ['gemini-2.5-pro', 'gemini-1.5-flash', 'gemma-3']) {
      expect(callParts(model, foreignTurn)).toStrictEqual([{ functionCall }])
    }
  })
})
