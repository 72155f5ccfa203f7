import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { delta, finish, input, reasoning, start, stop, text, toolUse, usage } from '../../support/bedrock'
import { callsOf, codesOf, framesOfType } from '../../support/fold'
import { payLaws } from '../../support/pay-laws'

const fold = (...events: readonly unknown[]) => payLaws('bedrock', [...events, finish('end_turn')]).response

describe('blocks of text', () => {
  it('are a part each, ended by their stop', () => {
    const { response, frames } = payLaws('bedrock', [
      { messageStart: { role: 'assistant' } },
      text(0, 'a'),
      stop(0),
      text(1, 'b'),
      finish('end_turn'),
    ])
    expect(response.message.content).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ])
    expect(response.text).toBe('ab')
    expect(frames.map(({ type }) => type)).toEqual([
      'start',
      'text-delta',
      'text-complete',
      'text-delta',
      'text-complete',
      'end',
    ])
  })

  it('are none where nothing was said', () => {
    expect(fold(text(0, ''), stop(0)).message.content).toEqual([])
  })

  it('have the citations that stand at them, before and after their text', () => {
    const before = { title: 'facts', location: { documentChar: { documentIndex: 0, start: 0, end: 4 } } }
    const after = { location: { web: { url: 'https://example.com' } } }
    const response = fold(
      delta(0, { citation: before }),
      text(0, 'a'),
      delta(0, { citation: null }),
      stop(0),
      text(1, 'b'),
      delta(1, { citation: after }),
      stop(1),
    )
    expect(response.message.content).toEqual([
      { type: 'text', text: 'a', citations: [before] },
      { type: 'text', text: 'b', citations: [after] },
    ])
  })

  it('may take turns', () => {
    const response = fold(text(0, 'a'), text(2, 'b'), text(0, 'c'), stop(0), stop(2))
    expect(response.message.content).toEqual([
      { type: 'text', text: 'ac' },
      { type: 'text', text: 'b' },
    ])
    expect(codesOf(response)).toEqual([])
  })

  it('may be named by anything, or by nothing', () => {
    const response = fold(text(undefined, 'a'), text(null, 'b'), stop(null), text(-1, 'c'), text(0.5, 'd'))
    expect(response.text).toBe('abcd')
    expect(response.message.content).toHaveLength(2)
    expect(codesOf(response)).toEqual(['block-not-open'])
  })

  it('go on after a stop in another part', () => {
    const response = fold(text(0, 'a'), stop(0), text(0, 'b'))
    expect(response.message.content).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ])
    expect(codesOf(response)).toEqual(['block-not-open'])
  })
})

describe('a block of another kind at an index in use', () => {
  it('ends the one before', () => {
    const response = fold(
      toolUse(0, 't1', 'add'),
      input(0, '{"a":1}'),
      text(0, 'b'),
      reasoning(0, { text: 'c' }),
    )
    expect(response.message.content).toMatchObject([
      { type: 'tool-call', input: E.right({ a: 1 }) },
      { type: 'text', text: 'b' },
      { type: 'reasoning', content: ['c'] },
    ])
    expect(response.issues).toMatchObject([
      { code: 'block-index-reused', count: 2 },
      { code: 'finish-reason-mismatch' },
    ])
  })

  it('is a call of its own when a start is repeated', () => {
    const response = fold(toolUse(0, 't1', 'add'), toolUse(0, 't2', 'mul'), input(0, '{}'))
    expect(callsOf(response)).toMatchObject([
      { id: 't1', name: 'add', arguments: '' },
      { id: 't2', name: 'mul', arguments: '{}' },
    ])
    expect(codesOf(response)).toContain('block-index-reused')
  })
})

describe('calls', () => {
  it('get ids that are missing or used twice', () => {
    const response = fold(toolUse(0, null, 'add'), toolUse(1, 't1', 'mul'), toolUse(2, 't1', 'sub'))
    expect(response.toolCalls).toMatchObject([
      { id: 'call_0', synthesizedId: true },
      { id: 't1' },
      { id: 't1_2', synthesizedId: true },
    ])
    expect(codesOf(response)).toEqual([
      'tool-call-id-missing',
      'duplicate-tool-call-id',
      'finish-reason-mismatch',
    ])
  })

  it('may lack a start: the input is kept', () => {
    const response = fold(input(0, '{"a":'), input(0, '1}'))
    expect(callsOf(response)).toMatchObject([{ name: '', arguments: '{"a":1}', input: { a: 1 } }])
    expect(codesOf(response)).toContain('tool-call-name-missing')
  })

  it('may have their input as an object, in a delta or in the start', () => {
    const response = fold(
      toolUse(0, 't1', 'add'),
      input(0, '{"c":'),
      input(0, { a: 1 }),
      stop(0),
      toolUse(1, 't2', 'mul', { input: '{"b":2}' }),
      stop(1),
    )
    expect(callsOf(response)).toMatchObject([{ input: { a: 1 } }, { input: { b: 2 } }])
    expect(response.toolCalls[1]).not.toHaveProperty('extra')
    expect(codesOf(response)).toContain('tool-call-arguments-object')
  })

  it('keep fields that are not known', () => {
    const [call] = fold(toolUse(0, 't1', 'add', { type: 'tool_use', cost: 1 })).toolCalls
    expect(call).toMatchObject({ extra: { cost: 1 } })
  })
})

describe('tools that the service runs', () => {
  const call = toolUse(0, 's1', 'nova_grounding', { type: 'server_tool_use' })

  it('are no calls to run; their input is parsed', () => {
    const { response, frames } = payLaws('bedrock', [
      call,
      input(0, '{"q":'),
      input(0, ''),
      input(0, '"x"}'),
      stop(0),
      finish('end_turn'),
    ])
    const raw = { type: 'server_tool_use' }
    expect(response.toolCalls).toEqual([])
    expect(response.message.content).toEqual([
      { type: 'server-tool-call', id: 's1', name: 'nova_grounding', input: { q: 'x' }, raw },
    ])
    expect(framesOfType(frames, 'server-tool-call-delta').map((frame) => frame.input)).toEqual([
      '',
      '{"q":',
      '"x"}',
    ])
    expect(codesOf(response)).toEqual([])
  })

  it('may get an object, and nothing after their stop', () => {
    const response = fold(call, input(0, { q: 'x' }), stop(0), input(0, '!'))
    expect(response.message.content).toMatchObject([{ input: { q: 'x' } }])
    expect(codesOf(response)).toEqual(['block-not-open'])
  })

  it('have results, whose pieces of text are joined', () => {
    const response = fold(
      start(0, { toolResult: { toolUseId: 's1', type: 'nova_grounding_result', status: 'success' } }),
      delta(0, { toolResult: [{ text: 'a' }, { text: 'b' }] }),
      delta(0, { toolResult: [{ text: 'c' }, { json: { d: 1 } }] }),
      delta(0, { toolResult: [{ text: 'e' }, { text: 'f', x: 1 }, { text: 'g' }] }),
      stop(0),
    )
    const output = [{ text: 'abc' }, { json: { d: 1 } }, { text: 'e' }, { text: 'f', x: 1 }, { text: 'g' }]
    expect(response.message.content).toEqual([
      {
        type: 'server-tool-result',
        id: 's1',
        output,
        raw: { toolUseId: 's1', type: 'nova_grounding_result', status: 'success', content: output },
      },
    ])
  })

  it('have results that stand before what follows them, though they were not stopped', () => {
    const result = { toolUseId: 's1', type: 'nova_grounding_result' }
    const response = fold(
      toolUse(0, 's1', 'search', { type: 'server_tool_use' }),
      stop(0),
      start(1, { toolResult: result }),
      delta(1, { toolResult: [{ text: 'a' }] }),
      toolUse(2, 't1', 'add'),
      input(2, '{}'),
      stop(2),
    )
    expect(response.message.content).toMatchObject([
      { type: 'server-tool-call', id: 's1' },
      { type: 'server-tool-result', id: 's1', output: [{ text: 'a' }] },
      { type: 'tool-call', id: 't1' },
    ])
  })

  it('have results that are told again where they grow while another block is open', () => {
    const events = [
      start(0, { toolResult: { toolUseId: 's1' } }),
      delta(0, { toolResult: [{ text: 'a' }] }),
      text(1, 'x'),
      delta(0, { toolResult: [{ text: 'b' }] }),
      text(1, 'y'),
    ]
    for (const rest of [[stop(0), stop(1)], []]) {
      const response = fold(...events, ...rest)
      expect(response.message.content).toMatchObject([
        { type: 'server-tool-result', id: 's1', output: [{ text: 'ab' }] },
        { type: 'text', text: 'xy' },
      ])
      expect(codesOf(response)).toContain('final-value-differs')
    }
  })

  it('have results that end where text or a call has their index', () => {
    const result = start(0, { toolResult: { toolUseId: 's1' } })
    const response = fold(result, text(0, 'a'), result, input(0, '{}'))
    expect(response.message.content.map(({ type }) => type)).toEqual([
      'server-tool-result',
      'text',
      'server-tool-result',
      'tool-call',
    ])
    expect(codesOf(response)).not.toContain('misfit-frame')
  })

  it('have results that lack a start, a list or a stop', () => {
    const response = fold(delta(0, { toolResult: { text: 'a' } }))
    expect(response.message.content).toMatchObject([
      { type: 'server-tool-result', id: '', output: [{ text: 'a' }] },
    ])
  })
})

describe('reasoning', () => {
  it('is kept when nothing of it is shown but its signature', () => {
    const response = fold(reasoning(0, { text: '' }), reasoning(0, { signature: 'S' }), stop(0), text(1, 'a'))
    expect(response.message.content).toEqual([
      { type: 'reasoning', content: [], summary: [], signature: 'S' },
      { type: 'text', text: 'a' },
    ])
    expect(response.reasoning).toBeUndefined()
  })

  it('is none where nothing was said', () => {
    expect(fold(reasoning(0, {}), reasoning(0, { text: '' }), stop(0)).message.content).toEqual([])
  })

  it('may say several things in one delta', () => {
    const response = fold(reasoning(0, { text: 'a', signature: 'S', redactedContent: 'AA==', depth: 1 }))
    expect(response.message.content).toEqual([
      {
        type: 'reasoning',
        content: ['a'],
        summary: [],
        signature: 'S',
        encrypted: 'AA==',
        extra: { depth: 1 },
      },
    ])
  })

  it('keeps redacted content that is no base64 as it came', () => {
    const response = fold(reasoning(0, { redactedContent: 'AA==' }), reasoning(0, { redactedContent: 'é' }))
    expect(response.message.content).toMatchObject([{ encrypted: 'AA==é' }])
  })
})

describe('images', () => {
  it('are files, their bytes joined', () => {
    const bytes = [Uint8Array.of(1, 2), Uint8Array.of(3)]
    const response = fold(
      start(0, { image: { format: 'png' } }),
      ...bytes.map((piece) => delta(0, { image: { source: { bytes: piece } } })),
      stop(0),
    )
    expect(response.message.content).toEqual([
      { type: 'file', mediaType: 'image/png', data: 'AQID', raw: { format: 'png' } },
    ])
  })

  it('may stand elsewhere, or have failed', () => {
    const source = { s3Location: { uri: 's3://bucket/key' } }
    const error = { message: 'no' }
    const response = fold(delta(0, { image: { source } }), stop(0), delta(1, { image: { error } }), stop(1))
    expect(response.message.content).toEqual([
      { type: 'file', raw: { start: {}, deltas: [{ source }] } },
      { type: 'file', raw: { start: {}, deltas: [{ error }] } },
    ])
  })
})

describe('blocks that are not known', () => {
  it('are kept as they came, each as one part', () => {
    const response = fold(
      start(0, { song: { title: 'x' } }),
      stop(0),
      start(1, { song: { title: 'y' } }),
      delta(1, { note: 'c' }),
      delta(1, { note: 'd' }),
      stop(1),
      delta(2, { smell: 1 }),
    )
    expect(response.message.content).toEqual([
      { type: 'unknown', raw: { song: { title: 'x' } } },
      { type: 'unknown', raw: { start: { song: { title: 'y' } }, deltas: [{ note: 'c' }, { note: 'd' }] } },
      { type: 'unknown', raw: { start: {}, deltas: [{ smell: 1 }] } },
    ])
  })
})

describe('the end of a message', () => {
  it('brings the model’s own fields and the service’s metadata', () => {
    const { response } = payLaws('bedrock', [
      { messageStart: { role: 'assistant', p: 'abc', conversationId: 'c' } },
      text(0, 'a'),
      finish('guardrail_intervened', {
        additionalModelResponseFields: { delta: { stop_sequence: null, x: 1 } },
        p: 'abc',
      }),
      {
        metadata: {
          usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
          metrics: { latencyMs: 5 },
          trace: { guardrail: { actionReason: 'masked' } },
          p: 'abc',
        },
      },
      { somethingNew: { a: 1 }, p: 'abc' },
    ])
    expect(response.finishReason).toEqual({ kind: 'content-filter', raw: 'guardrail_intervened' })
    expect(response.metadata).toEqual({
      conversationId: 'c',
      additionalModelResponseFields: { delta: { x: 1 } },
      metrics: { latencyMs: 5 },
      trace: { guardrail: { actionReason: 'masked' } },
      somethingNew: { a: 1 },
    })
  })

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['tool_use', 'tool-calls'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['content_filtered', 'content-filter'],
    ['guardrail_intervened', 'content-filter'],
    ['malformed_model_output', 'error'],
    ['malformed_tool_use', 'error'],
    ['moon_phase', 'other'],
  ])('by %s is of the kind %s', (raw, kind) => {
    expect(payLaws('bedrock', [text(0, 'a'), finish(raw)]).response.finishReason).toEqual({ kind, raw })
  })

  it('may come twice, or before content', () => {
    const { response } = payLaws('bedrock', [
      finish('end_turn'),
      text(0, 'a'),
      stop(0),
      finish('max_tokens'),
      finish(''),
    ])
    expect(response.text).toBe('a')
    expect(response.finishReason).toEqual({ kind: 'length', raw: 'max_tokens' })
    expect(codesOf(response)).toEqual(['content-after-finish', 'finish-reason-repeated'])
  })

  it('is followed by nothing odd where a fragment is empty', () => {
    const { response } = payLaws('bedrock', [text(0, 'a'), finish('end_turn'), text(0, ''), stop(0)])
    expect(response).toMatchObject({ text: 'a', issues: [] })
  })

  it('may be told by usage first', () => {
    const { result } = payLaws('bedrock', [text(0, 'a'), usage({ inputTokens: 1 }), finish('end_turn')])
    expect(result).toMatchObject(E.right({ usage: { inputTokens: 1 } }))
  })

  it('is an error where the model made no sense', () => {
    const { result } = payLaws('bedrock', [text(0, 'a'), finish('malformed_tool_use')])
    expect(result).toMatchObject(E.left({ code: 'provider-error', partial: { text: 'a' } }))
  })
})

describe('failures', () => {
  it('keep what came with them and before them', () => {
    const { result } = payLaws('bedrock', [
      text(0, 'a'),
      { ...usage({ inputTokens: 1 }), throttlingException: { message: 'slow down' } },
    ])
    expect(result).toMatchObject(
      E.left({ error: { code: 'throttlingException' }, partial: { text: 'a', usage: { inputTokens: 1 } } }),
    )
  })

  it('may be exceptions that are not known', () => {
    const { result } = payLaws('bedrock', [{ FluxException: 'gone' }])
    expect(result).toMatchObject(
      E.left({ error: { code: 'FluxException', message: 'gone', retryable: false, raw: 'gone' } }),
    )
  })

  it('may be outside the API’s model', () => {
    const error = { code: 'InternalError', message: 'broken' }
    const { result } = payLaws('bedrock', [{ error }])
    expect(result).toMatchObject(E.left({ error: { ...error, retryable: true, raw: error } }))
    expect(
      payLaws('bedrock', [text(0, 'a'), { error: null }, { error: false }, finish('end_turn')]).result,
    ).toMatchObject(E.right({ text: 'a' }))
  })
})

describe('what is no event', () => {
  it('leaves an issue', () => {
    const { response } = payLaws('bedrock', [
      { contentBlockDelta: 5 },
      { contentBlockDelta: { contentBlockIndex: 0 } },
      { contentBlockStart: { contentBlockIndex: 0, start: [] } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'a' }, mood: 'x' } },
      start(3, {}),
      delta(4, { toolUse: 5, reasoningContent: 'x' }),
      { messageStart: null },
      {},
      finish('end_turn'),
    ])
    expect(response.text).toBe('a')
    expect(response.metadata).toEqual({ mood: 'x' })
    expect(response.issues).toMatchObject([{ code: 'malformed-event', count: 5 }])
  })
})

describe('a member of another type than it should be', () => {
  it.each([
    ['text', delta(0, { text: 5 })],
    ['input', delta(0, { toolUse: 5 })],
    ['the text of an input', [toolUse(0, 't', 'add'), input(0, 5)]],
    [
      'the text of an input of the service',
      [toolUse(0, 't', 'add', { type: 'server_tool_use' }), input(0, 5)],
    ],
    ['the name of a call', toolUse(0, 't', 5)],
    ['the id of a call of the service', toolUse(0, 5, 'add', { type: 'server_tool_use' })],
    ['reasoning', delta(0, { reasoningContent: 'why' })],
    ['the text of reasoning', reasoning(0, { text: 5 })],
    ['a signature', reasoning(0, { text: 'a', signature: {} })],
    ['bytes', reasoning(0, { redactedContent: 5 })],
    ['the stop reason', finish(5)],
    ['usage', usage('none')],
  ])('leaves an issue: %s', (_, events) => {
    expect(codesOf(fold(...[events].flat()))).toContain('malformed-event')
  })

  it.each([
    ['text', delta(0, { text: null })],
    ['input', [toolUse(0, 't', 'add'), delta(0, { toolUse: { input: null } }), delta(0, { toolUse: null })]],
    ['reasoning', reasoning(0, { text: null, signature: null, redactedContent: new Uint8Array([1]) })],
    ['usage', usage(null)],
  ])('may be null: %s', (_, events) => {
    expect(codesOf(fold(...[events].flat()))).not.toContain('malformed-event')
  })
})
