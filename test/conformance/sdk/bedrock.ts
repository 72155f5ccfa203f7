import { createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { BedrockRuntimeClient, BedrockRuntimeServiceException } from '@aws-sdk/client-bedrock-runtime'
import * as E from 'fp-ts/Either'
import { decodeRecording, encodeRecording } from '../../../src/wire'
import type { Stream } from '../streams'
import type { SdkFailure } from './oracle'

/** The events that the official SDK reads from these frames, up to the end or to what it fails on. */
export const readWithSdk = async <T>(
  frames: Uint8Array,
  open: (client: BedrockRuntimeClient) => Promise<AsyncIterable<T> | undefined>,
): Promise<SdkRead<T>> => {
  const events: T[] = []
  return withClient(frames, async (client) => {
    try {
      for await (const event of (await open(client)) ?? []) events.push(event)
      return { events }
    } catch (thrown) {
      const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
      return {
        events,
        thrown,
        failure: { reported: thrown instanceof BedrockRuntimeServiceException, message },
      }
    }
  })
}

interface SdkRead<T> {
  readonly events: readonly T[]
  readonly thrown?: unknown
  readonly failure?: SdkFailure
}

/** Runs with a client of a server on this machine that answers every request with these frames; the SDK speaks HTTP/2. */
const withClient = async <T>(
  frames: Uint8Array,
  run: (client: BedrockRuntimeClient) => Promise<T>,
): Promise<T> => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
    for (let start = 0; start < frames.length; start += PIECE)
      response.write(frames.subarray(start, start + PIECE))
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // of a server that listens on a port
  const client = new BedrockRuntimeClient({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    maxAttempts: 1,
  })
  try {
    return await run(client)
  } finally {
    client.destroy()
    server.close()
  }
}

const PIECE = 1021

/** The stream as binary frames: recordings are kept as base64 of them, or as decoded events. */
export const framesOf = ({ provider, bytes }: Stream): Uint8Array => {
  const body = bytes()
  if (body[0] === 0) return body
  const text = new TextDecoder().decode(body)
  if (!text.startsWith('{')) return new Uint8Array(Buffer.from(text, 'base64'))
  const chunks = decodeRecording(provider, body).flatMap((one) => (E.isRight(one) ? [one.right] : []))
  return encodeRecording(provider, chunks)
}
