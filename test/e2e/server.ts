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
  /** How often all of the writes are sent; once, if absent. */
  readonly times?: number
}

export type Report =
  | { readonly type: 'listening'; readonly port: number }
  /** The answer is over: all of it was sent, or the client or the order cut it short. `written`: bytes that the connection took. */
  | { readonly type: 'over'; readonly id: string; readonly whole: boolean; readonly written: number }

const report = (said: Report): void => {
  process.send?.(said)
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const order: Order = JSON.parse(await bodyOf(request))
  const { status = 200, headers = {}, writes, ending, delay = 0, times = 1 } = order
  let written = 0
  const closed = new Promise<void>((resolve) => {
    response.once('close', () => {
      report({ type: 'over', id: request.url ?? '', whole: response.writableFinished, written })
      resolve()
    })
  })
  response.socket?.setNoDelay(true)
  response.writeHead(status, { 'content-type': 'text/event-stream', ...headers })
  response.flushHeaders()
  const pieces = writes.map((write) => Buffer.from(write, 'base64'))
  for (const piece of Array<readonly Buffer[]>(times).fill(pieces).flat()) {
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed])
    if (response.closed) return
    written += piece.length
    if (times === 1) await pause(1) // so that each write is a read of its own
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
