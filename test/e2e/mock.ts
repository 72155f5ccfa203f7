// A mock of the providers' APIs, made by others, run as a process of its own.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Provider } from '../../src'

const program = fileURLToPath(new URL('./cli.js', import.meta.resolve('@copilotkit/aimock')))
const answers = fileURLToPath(new URL('./aimock.json', import.meta.url))

export interface Mock {
  readonly origin: string
  /** What was asked with this header `x-test-id`, in order. */
  readonly journal: (testId: string) => Promise<readonly MockRequest[]>
  readonly stop: () => void
}

/** A request as the mock read it: whatever its dialect, in the form of Chat Completions. Null where it answered without reading it. */
export interface MockRequest {
  readonly body: { readonly messages: readonly MockMessage[] } | null
}

export interface MockMessage {
  readonly role: string
  readonly content: unknown
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
  readonly tool_call_id?: string
}

/** Where the mock speaks each dialect, as the base URL of its model. It does not speak Mistral's. */
const BASES: { readonly [P in Provider]?: string } = {
  openai: '/v1',
  openrouter: '/v1',
  'openai-responses': '/v1',
  anthropic: '',
  google: '',
  'google-interactions': '',
  bedrock: '',
  'bedrock-invoke': '',
  ollama: '',
  cohere: '',
}

/** The dialects that the mock speaks. */
export const mocked = Object.keys(BASES) as readonly Provider[] // the keys of a mapped type over Provider are among its own

export const baseOf = ({ origin }: Mock, provider: Provider): string => `${origin}${BASES[provider] ?? ''}`

/** Runs the mock on a free port and waits until it says where it listens. */
export const startMock = async (): Promise<Mock> => {
  const options = ['--port', '0', '--fixtures', answers, '--chunk-size', '5', '--strict']
  const child = spawn(process.execPath, [program, ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
  const origin = await new Promise<string>((resolve, reject) => {
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
  const journal: Mock['journal'] = async (testId) =>
    (await fetch(`${origin}/__aimock/journal?testId=${testId}`)).json()
  return { origin, journal, stop: () => void child.kill() }
}
