import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { type AssistantMessage, type Provider, providers } from '../../src'
import { toProviderMessages, toRequest } from '../../src/request'

const SEALED = 'c2VhbGVk'

/** A response of one dialect in which whatever only its servers can read says so. */
const answerOf = (provider: Provider): AssistantMessage => ({
  role: 'assistant',
  provider,
  extra: { sealed: SEALED },
  content: [
    { type: 'reasoning', content: [], summary: [], encrypted: SEALED },
    { type: 'reasoning', content: ['hm'], summary: [], signature: SEALED },
    { type: 'text', text: 'Wait.', citations: [SEALED], extra: { thoughtSignature: SEALED } },
    { type: 'server-tool-call', id: SEALED, name: 'search', input: {}, raw: { type: 'server_tool_use' } },
    { type: 'server-tool-result', id: SEALED, output: [], raw: { tool_use_id: SEALED, type: 'result' } },
    {
      type: 'file',
      mediaType: 'image/png',
      data: 'AA==',
      raw: { type: 'image_url', inlineData: { SEALED } },
    },
    { type: 'source', raw: { sources: [SEALED] } },
    { type: 'unknown', raw: { type: 'file', file_id: SEALED } },
    { type: 'audio', id: SEALED, data: SEALED, transcript: 'Spoken.' },
    { type: 'refusal', text: 'Not that.' },
    {
      type: 'tool-call',
      id: 'call00001',
      name: 'add',
      arguments: '{"a":1}',
      input: E.right({ a: 1 }),
      kind: 'function',
      extra: { thoughtSignature: SEALED, function: { sealed: SEALED } },
    },
  ],
})

const turnOf = (provider: Provider) =>
  [
    { role: 'user', content: 'Add.' },
    answerOf(provider),
    { role: 'tool', toolCallId: 'call00001', content: 'two' },
  ] as const

/** Dialects whose opaque data is the same. */
const families: readonly (readonly Provider[])[] = [
  ['openai', 'openrouter'],
  ['anthropic', 'bedrock', 'bedrock-invoke'],
]

const pairs = providers.flatMap((to) =>
  providers
    .filter((from) => from !== to && !families.some((family) => family.includes(from) && family.includes(to)))
    .map((from) => ({ from, to })),
)

describe('a turn that another provider answered', () => {
  it.each(pairs)(
    'goes from $from to $to with its words, its call and the result, and nothing sealed',
    ({ from, to }) => {
      const sent = JSON.stringify(toProviderMessages(to)(turnOf(from)))
      expect(sent).not.toContain(SEALED)
      for (const said of ['Add.', 'Wait.', 'Spoken.', 'Not that.', 'call00001', 'two']) {
        expect(sent).toContain(said)
      }
      expect(sent).toMatch(/\{\\?"a\\?":1\}/)
      expect(JSON.stringify(toRequest(to)(turnOf(from), [], { model: 'm' }))).toContain(sent.slice(1, -1))
    },
  )

  it('goes back to its own family with what is sealed', () => {
    const kept: readonly (readonly [from: Provider, to: Provider])[] = [
      ['anthropic', 'anthropic'],
      ['bedrock', 'bedrock-invoke'],
      ['anthropic', 'bedrock'],
      ['openai', 'openrouter'],
      ['mistral', 'mistral'],
      ['ollama', 'ollama'],
    ]
    for (const [from, to] of kept) {
      expect(JSON.stringify(toProviderMessages(to)(turnOf(from))), `${from} to ${to}`).toContain(SEALED)
    }
  })
})

describe('a call whose name the model made up', () => {
  const turn = [
    {
      role: 'assistant',
      content: [
        {
          type: 'tool-call',
          id: 'call00001',
          name: 'files.read',
          arguments: '{}',
          input: E.right({}),
          kind: 'function',
        },
      ],
    },
    { role: 'tool', toolCallId: 'call00001', content: 'Error: there is no such tool.' },
  ] as const

  it.each(providers)('goes to %s by a name that is not refused, unless it is that of a tool', (provider) => {
    expect(JSON.stringify(toProviderMessages(provider)(turn))).not.toContain('files.read')
    const tools = [{ name: 'files.read' }]
    expect(JSON.stringify(toProviderMessages(provider)(turn, tools))).toContain('files.read')
    expect(JSON.stringify(toRequest(provider)(turn, tools, { model: 'm' }))).not.toContain('files_read')
  })
})

describe('a choice of tools', () => {
  const choices = ['"tool_choice"', '"toolConfig"', '"toolChoice"']

  it.each(providers)('is not sent to %s without tools: there is nothing to choose from', (provider) => {
    for (const toolChoice of ['auto', 'none', 'required', { name: 'add' }] as const) {
      const body = JSON.stringify(toRequest(provider)([], [], { model: 'm', toolChoice }))
      expect(choices.filter((name) => body.includes(name))).toEqual([])
    }
  })

  it('is sent where the caller adds the provider’s own tools', () => {
    const extra = { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }
    expect(toRequest('anthropic')([], [], { model: 'm', toolChoice: 'required', extra })).toMatchObject({
      tool_choice: { type: 'any' },
    })
  })
})

describe('the fields of a tool and of a schema', () => {
  const tool = { name: 'add', parameters: { type: 'object' }, execute: 'ours' }
  const responseFormat = { name: 'sum', schema: { type: 'object' }, validate: 'ours' }

  it.each(providers)(
    'go to %s by their names: what else an object of the caller’s holds stays behind',
    (provider) => {
      const body = JSON.stringify(toRequest(provider)([], [tool], { model: 'm', responseFormat }))
      expect(body).toContain('add')
      expect(body).not.toContain('ours')
    },
  )
})

describe('a provider that is not known', () => {
  it.each(['nobody', '', 'toString'])('is the caller’s mistake, which throws at once: %j', (provider) => {
    expect(() => toRequest(provider as 'openai')).toThrow(TypeError)
    expect(() => toProviderMessages(provider as 'openai')).toThrow(TypeError)
  })
})

describe.each(providers)('a request of %s', (provider) => {
  it('is the same whether an option is undefined or absent', () => {
    const unsaid = {
      system: undefined,
      toolChoice: undefined,
      temperature: undefined,
      maxOutputTokens: undefined,
      stop: undefined,
      responseFormat: undefined,
      reasoning: undefined,
      extra: undefined,
    }
    const tool = { name: 'add', description: undefined, parameters: undefined, strict: undefined }
    const asked = [{ role: 'user', content: 'Add.' }] as const
    expect(toRequest(provider)(asked, [tool], { model: 'm', ...unsaid })).toStrictEqual(
      toRequest(provider)(asked, [{ name: 'add' }], { model: 'm' }),
    )
    const reasoning = { effort: undefined, budget: undefined } // it thinks, as much as it likes
    expect(toRequest(provider)(asked, [], { model: 'm', reasoning })).toStrictEqual(
      toRequest(provider)(asked, [], { model: 'm', reasoning: {} }),
    )
  })
})
