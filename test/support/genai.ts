import { GoogleGenAI } from '@google/genai'
import type { RequestSettings, ToolDefinition } from '../../src/request'
import { brief } from './asking'

interface Sent {
  readonly path: string
  readonly body: unknown
}

/** What a client of `@google/genai` sends while `use` uses it. */
export const sentBy = async (use: (client: GoogleGenAI) => Promise<unknown>): Promise<Sent> => {
  let sent: Sent = { path: '', body: undefined }
  const answer = async (address: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(address, init)
    const { pathname, search } = new URL(request.url)
    sent = { path: pathname + search, body: JSON.parse(await request.text()) }
    return new Response('', { headers: { 'content-type': 'text/event-stream' } })
  }
  await use(new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: 'http://localhost', fetch: answer } }))
  return sent
}

export const tools: readonly ToolDefinition[] = [
  { name: 'add', description: 'Adds.', parameters: { type: 'object' } },
]

/** One of every setting that both of Google's APIs have. */
export const settings: RequestSettings = {
  model: 'gemini-3-flash-preview',
  ...brief,
  toolChoice: 'required',
  responseFormat: { name: 'sum', schema: { type: 'object' } },
  reasoning: { effort: 'low' },
}
