import { describe, expect, it } from 'vitest'
import type { ContentPart, Conversation, FileInput } from '../../../src'
import { toProviderMessages, toRequest } from '../../../src/request'
import { brief } from '../../support/asking'
import { delta, finish, foldAll } from '../../support/chat'
import { call } from '../../support/turns'

const settings = { model: 'm' }

const answered = (...content: readonly ContentPart[]): Conversation => [
  { role: 'user', content: 'Add.' },
  { role: 'assistant', content },
  { role: 'tool', toolCallId: 'c1', content: '2' },
]

describe('a request of Chat Completions', () => {
  it('has the settings, and asks for usage', () => {
    const body = toRequest('openai')(
      [{ role: 'user', content: 'Hi' }],
      [{ name: 'add', description: 'Adds.', parameters: { type: 'object' }, strict: true }],
      {
        model: 'm',
        ...brief,
        toolChoice: { name: 'add' },
        responseFormat: { name: 'sum', schema: { type: 'object' }, strict: true },
        reasoning: { effort: 'low', budget: 100 },
        extra: { seed: 1, temperature: undefined },
      },
    )
    expect(body).toStrictEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      tools: [
        {
          type: 'function',
          function: { name: 'add', description: 'Adds.', parameters: { type: 'object' }, strict: true },
        },
      ],
      tool_choice: { type: 'function', function: { name: 'add' } },
      max_completion_tokens: 9,
      stop: ['END'],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'sum', schema: { type: 'object' }, strict: true },
      },
      reasoning_effort: 'low',
      seed: 1,
    })
  })

  it('has nothing that was not asked for', () => {
    expect(toRequest('openai')([], [], settings)).toStrictEqual({
      model: 'm',
      messages: [],
      stream: true,
      stream_options: { include_usage: true },
    })
    expect(toRequest('openai')([], [], { ...settings, responseFormat: 'json' }).response_format).toEqual({
      type: 'json_object',
    })
  })

  it('sends a tool turn back as it came, with its results', () => {
    const conversation = answered({ type: 'text', text: 'Wait.' }, call())
    expect(toProviderMessages('openai')(conversation)).toStrictEqual([
      { role: 'user', content: 'Add.' },
      {
        role: 'assistant',
        content: 'Wait.',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: '2' },
    ])
  })

  it('Q20: sends back what came beside a call and inside its body', () => {
    const extra = { extra_content: { google: { thought_signature: 'S' } }, function: { hint: 1 } }
    const [, message] = toProviderMessages('openai')(answered(call({ extra })))
    expect(message).toMatchObject({
      tool_calls: [
        {
          id: 'c1',
          extra_content: { google: { thought_signature: 'S' } },
          function: { hint: 1, name: 'add', arguments: '{"a":1}' },
        },
      ],
    })
  })

  it('Q104: sends the argument text that was received, and {} for none', () => {
    const [, big] = toProviderMessages('openai')(answered(call({ arguments: '{"id":12345678901234567890}' })))
    expect(JSON.stringify(big)).toContain('{\\"id\\":12345678901234567890}')
    const [, blank] = toProviderMessages('openai')(answered(call({ arguments: ' ' })))
    expect(blank).toMatchObject({ tool_calls: [{ function: { arguments: '{}' } }] })
  })

  it('writes custom calls and the legacy single call in their own forms', () => {
    const custom = call({ kind: 'custom', arguments: 'ls' })
    expect(toProviderMessages('openai')(answered(custom))[1]).toMatchObject({
      tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'add', input: 'ls' } }],
    })
    const legacy = toProviderMessages('openai')(answered(call({ kind: 'function-call' })))
    expect(legacy.slice(1)).toStrictEqual([
      { role: 'assistant', content: null, function_call: { name: 'add', arguments: '{"a":1}' } },
      { role: 'function', name: 'add', content: '2' },
    ])
  })

  it('Q46: sends reasoning back with calls and not without, and an empty one as it was', () => {
    const thought: ContentPart = { type: 'reasoning', content: ['hm'], summary: [] }
    expect(toProviderMessages('openai')(answered(thought, call()))[1]).toMatchObject({
      reasoning_content: 'hm',
    })
    const [plain] = toProviderMessages('openai')([
      { role: 'assistant', content: [thought, { type: 'text', text: 'Hi' }] },
    ])
    expect(plain).toStrictEqual({ role: 'assistant', content: 'Hi' })
    const { message } = foldAll([delta({ content: 'Hi', reasoning_content: '' }), finish('stop')]).response
    expect(toProviderMessages('openai')([message])[0]).toStrictEqual({
      role: 'assistant',
      content: 'Hi',
      reasoning_content: '',
    })
  })

  it('leaves out a message with nothing to send, and says no empty text', () => {
    const nothing: Conversation = [
      { role: 'assistant', content: [{ type: 'unknown', raw: 1 }] },
      { role: 'assistant', content: [{ type: 'text', text: '' }] },
      { role: 'assistant', content: [{ type: 'refusal', text: 'No.' }] },
    ]
    expect(toProviderMessages('openai')(nothing)).toStrictEqual([
      { role: 'assistant', content: null, refusal: 'No.' },
    ])
  })

  it('names sound that the model made by its id, and leaves out sound that has none', () => {
    const sound = { type: 'audio', data: 'AA==', transcript: 'Hi' } as const
    const conversation: Conversation = [
      { role: 'assistant', content: [{ ...sound, id: 'audio_1' }] },
      { role: 'assistant', content: [sound] },
    ]
    expect(toProviderMessages('openai')(conversation)).toStrictEqual([
      { role: 'assistant', content: null, audio: { id: 'audio_1' } },
    ])
  })

  it('writes files of the user, and those of tools behind the results', () => {
    const image = { type: 'file', mediaType: 'image/png', data: 'AA==' } as const
    const conversation: Conversation = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { ...image, url: 'https://e.example/a.png' },
          { type: 'file', mediaType: 'audio/wav', data: 'BB==' },
          { type: 'file', mediaType: 'application/pdf', data: 'CC==', filename: 'a.pdf' },
        ],
      },
      { role: 'assistant', content: [call()] },
      {
        role: 'tool',
        toolCallId: 'c1',
        content: [{ type: 'json', value: { a: [1] } }, { type: 'text', text: 'and' }, image],
      },
    ]
    const [user, , tool, files] = toProviderMessages('openai')(conversation)
    expect(user).toStrictEqual({
      role: 'user',
      content: [
        { type: 'text', text: 'See' },
        { type: 'image_url', image_url: { url: 'https://e.example/a.png' } },
        { type: 'input_audio', input_audio: { data: 'BB==', format: 'wav' } },
        { type: 'file', file: { file_data: 'data:application/pdf;base64,CC==', filename: 'a.pdf' } },
      ],
    })
    expect(tool).toStrictEqual({ role: 'tool', tool_call_id: 'c1', content: '{"a":[1]}\nand' })
    expect(files).toStrictEqual({
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }],
    })
  })
})

describe('a file of the user', () => {
  const written = (file: Omit<FileInput, 'type'>) =>
    toProviderMessages('openai')([{ role: 'user', content: [{ type: 'file', ...file }] }])

  it.each([
    ['audio/wav', 'wav'],
    ['audio/x-wav', 'wav'],
    ['audio/wave', 'wav'],
    ['audio/vnd.wave', 'wav'],
    ['audio/mp3', 'mp3'],
    ['audio/mpeg', 'mp3'],
    ['audio/mp4', 'm4a'],
    ['audio/flac', 'flac'],
    ['audio/ogg;codecs=opus', 'ogg'],
  ])('that is %s is sound in the format %s', (mediaType, format) => {
    expect(written({ mediaType, data: 'AA==' })).toStrictEqual([
      { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'AA==', format } }] },
    ])
  })

  it('may be sound in a `data:` URL; behind an address it is but a file', () => {
    expect(written({ mediaType: 'audio/wav', url: 'data:audio/wav;base64,AA==' })).toMatchObject([
      { content: [{ type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } }] },
    ])
    expect(written({ mediaType: 'audio/wav', url: 'https://e.example/a' })).toMatchObject([
      { content: [{ type: 'file', file: { file_data: 'https://e.example/a', filename: 'file.wav' } }] },
    ])
  })

  it('has a name, without which OpenAI refuses its bytes', () => {
    expect(written({ mediaType: 'application/pdf', data: 'AA==' })).toMatchObject([
      { content: [{ file: { file_data: 'data:application/pdf;base64,AA==', filename: 'file.pdf' } }] },
    ])
  })
})

describe('fields of the caller’s own', () => {
  it('go beside the body’s, among the options of the stream too, so that usage is still asked for', () => {
    const extra = { stream_options: { include_obfuscation: false }, seed: 1 }
    expect(toRequest('openai')([], [], { ...settings, extra })).toMatchObject({
      stream_options: { include_usage: true, include_obfuscation: false },
      seed: 1,
    })
  })

  it('take the body’s away where they are undefined', () => {
    const extra = { stream_options: undefined }
    expect(toRequest('openai')([], [], { ...settings, extra })).not.toHaveProperty('stream_options')
  })
})
