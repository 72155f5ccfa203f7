// A mock of the providers' APIs, made by others, run as a process of its own and called over HTTP.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as E from 'fp-ts/Either'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readResponse } from '../../src/wire'

const program = fileURLToPath(new URL('./cli.js', import.meta.resolve('@copilotkit/aimock')))
const answers = fileURLToPath(new URL('./aimock.json', import.meta.url))

let server: ChildProcess
let origin: string

/** Runs the mock on a free port and waits until it says where it listens. */
beforeAll(async () => {
  const options = ['--port', '0', '--fixtures', answers, '--chunk-size', '5', '--strict']
  const child = spawn(process.execPath, [program, ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
  server = child
  origin = await new Promise((resolve, reject) => {
    let output = ''
    const hear = (text: Buffer): void => {
      output += text.toString()
      const [, url] = /listening on (http:\S+)/.exec(output) ?? []
      if (url !== undefined) resolve(url)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The mock exited with ${code}: ${output}`)))
  })
})

afterAll(() => {
  server.kill()
})

const ask = (content: string): Promise<Response> =>
  fetch(`${origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer mock' },
    body: JSON.stringify({
      model: 'gpt-4o',
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content }],
      tools: [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }],
    }),
  })

describe('Chat Completions as a mock server streams them', () => {
  it('give the text, the finish reason and the usage', async () => {
    const response = await ask('say hello')
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(await readResponse('openai', response)).toMatchObject({
      right: {
        provider: 'openai',
        model: 'gpt-4o',
        text: 'Grüße from the mock: “hello” 😀!',
        toolCalls: [],
        finishReason: { kind: 'stop', raw: 'stop' },
        usage: { inputTokens: 11, outputTokens: 7, totalTokens: 18 },
        issues: [],
      },
    })
  })

  it('give the tool calls', async () => {
    expect(await readResponse('openai', await ask('weather in two cities'))).toMatchObject({
      right: {
        text: '',
        toolCalls: [
          { id: 'call_1', name: 'get_weather', input: E.right({ city: 'Paris', units: ['c', 'f'] }) },
          { id: 'call_2', name: 'get_weather', input: E.right({ city: 'Zürich' }) },
        ],
        finishReason: { kind: 'tool-calls', raw: 'tool_calls' },
        issues: [],
      },
    })
  })

  it('give the error of a refusal', async () => {
    expect(await readResponse('openai', await ask('too much'))).toMatchObject({
      left: {
        code: 'provider-error',
        message: 'Rate limit reached',
        error: { status: 429, retryable: true },
        partial: { text: '' },
      },
    })
  })

  it('give the error of a request that the mock has no answer to', async () => {
    expect(await readResponse('openai', await ask('anything else'))).toMatchObject({
      left: {
        code: 'provider-error',
        message: 'Strict mode: no fixture matched',
        error: { status: 503, retryable: true },
      },
    })
  })
})
