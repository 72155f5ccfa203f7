import { describe, expect, it } from 'vitest'
import { codesOf, framesOfType } from '../../support/fold'
import { added, completed, delta, done, event, fold } from '../../support/responses'

const contentOf = (...items: readonly object[]) =>
  fold([...items.map((item, n) => done(item, n)), completed(items)]).response.message.content

describe('tools that the provider runs', () => {
  it.each([
    [
      'web_search',
      { type: 'web_search_call', action: { type: 'search', query: 'q' } },
      { type: 'search', query: 'q' },
    ],
    ['file_search', { type: 'file_search_call', queries: ['q'], results: null }, { queries: ['q'] }],
    ['code_interpreter', { type: 'code_interpreter_call', code: '1 + 1', outputs: [] }, { code: '1 + 1' }],
    ['image_generation', { type: 'image_generation_call', result: null }, {}],
    ['find', { type: 'mcp_call', name: 'find', arguments: '{"a":1}' }, { a: 1 }],
    ['find', { type: 'mcp_call', name: 'find', arguments: '{"a' }, '{"a'],
    ['mcp', { type: 'mcp_call', arguments: '' }, {}],
    [
      'tool_search',
      { type: 'tool_search_call', arguments: { paths: [] }, execution: 'server' },
      { paths: [] },
    ],
    [
      'shell',
      { type: 'shell_call', action: { commands: ['ls'] }, environment: { type: 'container_reference' } },
      { commands: ['ls'] },
    ],
    ['program', { type: 'program', code: 'f()' }, { code: 'f()' }],
  ])('are kept whole, with their input: %s', (name, item, input) => {
    const raw = { ...item, id: 'i' }
    expect(contentOf(raw)).toEqual([{ type: 'server-tool-call', id: 'i', name, input, raw }])
  })

  it.each([
    [{ type: 'file_search_call', queries: [], results: [{ file_id: 'f' }] }, [{ file_id: 'f' }]],
    [
      { type: 'code_interpreter_call', code: '', outputs: [{ type: 'logs', logs: '2' }] },
      [{ type: 'logs', logs: '2' }],
    ],
    [{ type: 'web_search_call', action: {}, results: [{ url: 'u' }] }, [{ url: 'u' }]],
    [{ type: 'mcp_call', name: 'n', arguments: '{}', output: 'ok', error: null }, 'ok'],
    [{ type: 'mcp_call', name: 'n', arguments: '{}', output: null, error: { code: 1 } }, { code: 1 }],
  ])('are followed by what they gave back: %j', (item, output) => {
    expect(contentOf({ ...item, id: 'i' })[1]).toEqual({
      type: 'server-tool-result',
      id: 'i',
      output,
      raw: null,
    })
  })

  it('give a picture as a file', () => {
    const item = { type: 'image_generation_call', id: 'i', result: 'UklG' }
    expect(contentOf(item)[1]).toEqual({ type: 'file', data: 'UklG', raw: null })
    expect(contentOf({ ...item, output_format: 'webp' })[1]).toMatchObject({ mediaType: 'image/webp' })
  })

  it('are named by their call id, by which an item of its own gives back what they did', () => {
    const shell = {
      type: 'shell_call',
      id: 's',
      call_id: 'c',
      action: {},
      environment: { type: 'container_reference' },
    }
    const output = { type: 'shell_call_output', id: 'o', call_id: 'c', output: [{ stdout: '' }] }
    const program = { type: 'program_output', id: 'p', call_id: 'd', result: '1' }
    const search = { type: 'tool_search_output', id: 't', call_id: null, tools: [1] }
    const list = { type: 'mcp_list_tools', id: 'l', tools: [{ name: 'n' }] }
    expect(contentOf(shell, output, program, search, list)).toEqual([
      { type: 'server-tool-call', id: 'c', name: 'shell', input: {}, raw: shell },
      { type: 'server-tool-result', id: 'c', output: [{ stdout: '' }], raw: output },
      { type: 'server-tool-result', id: 'd', output: '1', raw: program },
      { type: 'server-tool-result', id: 't', output: [1], raw: search },
      { type: 'server-tool-result', id: 'l', output: [{ name: 'n' }], raw: list },
    ])
  })

  it('tell their input as it comes, and are whole when their item is', () => {
    const item = (code: string, status: string) => ({
      type: 'code_interpreter_call',
      id: 'i',
      code,
      status,
      outputs: null,
    })
    const events = [
      added(item('', 'in_progress'), 0),
      delta('code_interpreter_call_code', 'i', '1 +', { output_index: 0 }),
      delta('code_interpreter_call_code', 'i', ' 1', { output_index: 0 }),
      event('code_interpreter_call_code.done', { item_id: 'i', output_index: 0, code: '1 + 1' }),
    ]
    const { response, frames } = fold([...events, done(item('1 + 1', 'completed'), 0), completed()])
    expect(framesOfType(frames, 'server-tool-call-delta').map(({ input }) => input)).toEqual([
      '',
      '1 +',
      ' 1',
    ])
    expect(response.message.content).toMatchObject([
      { input: { code: '1 + 1' }, raw: { status: 'completed' } },
    ])
    const cut = fold(events).response
    expect(cut.message.content).toMatchObject([
      { type: 'server-tool-call', name: 'code_interpreter', input: '1 + 1' },
    ])
  })

  it.each([
    ['mcp_call_arguments', { type: 'mcp_call', name: 'n', arguments: '' }],
    ['code_interpreter_call_code', { type: 'code_interpreter_call', code: '' }],
    ['shell_call_command', { type: 'shell_call', action: {}, environment: { type: 'container_reference' } }],
  ])('tell their input in the deltas of `%s`', (topic, item) => {
    const { frames, response } = fold([
      added({ ...item, id: 'i' }, 0),
      delta(topic, 'i', 'x', { output_index: 0 }),
      done({ ...item, id: 'i' }, 0),
      completed(),
    ])
    expect(framesOfType(frames, 'server-tool-call-delta').map(({ input }) => input)).toEqual(['', 'x'])
    expect(response.issues).toEqual([])
  })

  it('stand as their item ended, though the last event says more', () => {
    const item = (status: string) => ({ type: 'web_search_call', id: 'i', status, action: {} })
    const { response } = fold([done(item('completed'), 0), completed([item('other')])])
    expect(response.message.content).toMatchObject([{ raw: { status: 'completed' } }])
    expect(response.issues).toEqual([])
  })
})

describe('tools that the client runs, and other items', () => {
  it.each([
    { type: 'computer_call', id: 'i', call_id: 'c', action: { type: 'click' } },
    { type: 'local_shell_call', id: 'i', call_id: 'c', action: {} },
    { type: 'shell_call', id: 'i', call_id: 'c', action: {} },
    { type: 'shell_call', id: 'i', call_id: 'c', action: {}, environment: { type: 'local' } },
    { type: 'apply_patch_call', id: 'i', call_id: 'c', operation: {} },
    { type: 'tool_search_call', id: 'i', call_id: 'c', execution: 'client', arguments: {} },
    { type: 'mcp_approval_request', id: 'i', name: 'n', arguments: '{}' },
    { type: 'compaction', id: 'i', encrypted_content: 'sealed' },
    { id: 'i' },
  ])('are kept as they came: %j', (item) => {
    expect(contentOf(item)).toEqual([{ type: 'unknown', raw: item }])
  })

  it('are told when their item ends, and as far as they are known when it never does', () => {
    const patch = (diff: string) => ({ type: 'apply_patch_call', id: 'i', operation: { diff } })
    const events = [
      added(patch(''), 0),
      delta('apply_patch_call_operation_diff', 'i', '+a', { output_index: 0 }),
      event('apply_patch_call_operation_diff.done', { item_id: 'i', output_index: 0, diff: '+a' }),
    ]
    const { response } = fold([...events, done(patch('+a'), 0), completed([patch('+b')])])
    expect(response.message.content).toEqual([{ type: 'unknown', raw: patch('+a') }])
    expect(codesOf(response)).toEqual([])
    expect(fold(events).response.message.content).toMatchObject([{ type: 'unknown', raw: { id: 'i' } }])
  })
})
