import { BedrockRuntimeClient, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askModel, awsSigner, fetchModel } from '../../src/transport'
import { fakeFetch } from './support'

const region = 'eu-west-1'
const credentials = { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'token' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T12:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

/** What the AWS SDK itself sends for a model and a body. */
const sentBySdk = async (modelId: string) => {
  const sent: {
    readonly headers: Readonly<Record<string, string>>
    readonly path: string
    readonly body: string
  }[] = []
  const client = new BedrockRuntimeClient({
    region,
    credentials,
    maxAttempts: 1,
    requestHandler: {
      handle: async (request: (typeof sent)[number]) => {
        sent.push(request)
        return { response: { statusCode: 400, headers: {}, body: new Blob(['{}']).stream() } }
      },
    },
  })
  await client.send(new ConverseStreamCommand({ modelId, messages: [] })).catch(() => {})
  return sent[0]
}

describe('awsSigner', () => {
  it('signs as the AWS SDK does: the same request has the same signature', async () => {
    const theirs = await sentBySdk('eu.anthropic.claude-sonnet-4-20250514-v1:0')
    const { host, authorization, ...others } = theirs?.headers ?? {}
    const names = /SignedHeaders=([^,]+)/.exec(authorization ?? '')?.[1]?.split(';') ?? []
    const unsigned = ['x-amz-date', 'x-amz-content-sha256', 'x-amz-security-token']
    const headers = Object.fromEntries(
      Object.entries(others).filter(
        ([name]) => names.includes(name.toLowerCase()) && !unsigned.includes(name),
      ),
    )
    const ours = await awsSigner({ region, credentials })({
      method: 'POST',
      url: `https://${host}${theirs?.path}`,
      headers,
      body: theirs?.body ?? '',
    })
    expect(names).toContain('host')
    expect(ours['authorization']).toBe(authorization)
    expect(ours).not.toHaveProperty('host')
  })

  it('asks for the credentials before each request, and signs what is sent', async () => {
    const given = vi.fn(async () => credentials)
    const { fetch, sent } = fakeFetch(() => new Response('', { status: 403 }))
    const model = fetchModel({
      provider: 'bedrock',
      region,
      fetch,
      sign: awsSigner({ region, credentials: given }),
    })
    const request = { conversation: [], settings: { model: 'm' } }
    await askModel(model, request)
    await askModel(model, request)
    for (const { headers } of sent) {
      expect(headers).toMatchObject({
        authorization: expect.stringContaining('Credential=AKID/20261130/eu-west-1/bedrock/aws4_request'),
        'x-amz-date': '20261130T120000Z',
        'x-amz-security-token': 'token',
        'content-type': 'application/json',
      })
    }
    expect(sent).toHaveLength(2)
    expect(given.mock.calls.length).toBeGreaterThanOrEqual(1)
  })

  it('signs the port and the query of another address', async () => {
    const sign = awsSigner({ region, credentials })
    const request = { method: 'POST', headers: {}, body: '{}' } as const
    const [plain, port, query] = await Promise.all(
      ['http://here/a', 'http://here:81/a', 'http://here/a?b=c'].map(async (url) => {
        const { authorization = '' } = await sign({ ...request, url })
        return /Signature=(\w+)/.exec(authorization)?.[1]
      }),
    )
    expect(plain).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set([plain, port, query]).size).toBe(3)
  })
})
