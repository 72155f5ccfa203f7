/**
 * An HTTP server, run as a process of its own, that answers each request with what the request's body orders, byte by byte. It tells its parent
 * its port, and of each answer how its connection ended.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** An answer, in the order in which it is given. */
export interface Order {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Base64; each one is sent by itself. */
  readonly writes: readonly string[]
  /** `hold`: the connection stays open and silent. */
  readonly ending: 'end' | 'destroy' | 'hold'
  /** Milliseconds between the last write and the ending. */
  readonly delay?: number
}

export type Report =
  | { readonly type: 'listening'; readonly port: number }
  /** The answer is over: all of it was sent, or the client or the order cut it short. */
  | { readonly type: 'over'; readonly id: string; readonly whole: boolean }

const report = (said: Report): void => {
  process.send?.(said)
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { status = 200, headers = {}, writes, ending, delay = 0 }: Order = JSON.parse(await bodyOf(request))
  response.once('close', () => {
    report({ type: 'over', id: request.url ?? '', whole: response.writableFinished })
  })
  response.socket?.setNoDelay(true)
  response.writeHead(status, { 'content-type': 'text/event-stream', ...headers })
  response.flushHeaders()
  for (const write of writes) {
    if (!response.write(Buffer.from(write, 'base64'))) await once(response, 'drain')
    await pause(1) // so that each write is a read of its own
  }
  await pause(delay)
  if (ending === 'end') response.end()
  if (ending === 'destroy') response.socket?.destroy()
}

const server = createServer((request, response) => void answer(request, response))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  report({ type: 'listening', port: typeof address === 'object' && address !== null ? address.port : 0 })
})
process.once('disconnect', () => process.exit())
