// A model over real HTTP whose answers, one for each request, are ordered from the server of `server.ts`.
import { randomUUID } from 'node:crypto'
import { type FetchModelOptions, fetchModel, type Model, type Timeouts } from '../../src/transport'
import { said, sse } from '../wire/support'
import type { Loopback } from './loopback'
import type { Order } from './server'

export type Answer = Partial<Omit<Order, 'writes'>> & { readonly says: readonly string[] }

export interface Scripted {
  readonly model: Model<'openai'>
  /** The path of each request, for the server to say how it ended. */
  readonly paths: readonly string[]
}

/** @param answers in order; requests behind the last one are refused */
export const scripted = (
  { origin }: Loopback,
  answers: readonly Answer[],
  timeouts: Timeouts = {},
): Scripted => {
  const paths: string[] = []
  const order: NonNullable<FetchModelOptions['fetch']> = (_url, init = {}) => {
    const { says, ...rest } = answers[paths.length] ?? REFUSAL
    const writes = says.map((text) => Buffer.from(text).toString('base64'))
    const body: Order = { writes, ending: 'end', ...rest }
    const path = `/${randomUUID()}`
    paths.push(path)
    return fetch(origin + path, { ...init, body: JSON.stringify(body) })
  }
  return { model: fetchModel({ provider: 'openai', fetch: order, timeouts }), paths }
}

const REFUSAL: Answer = { says: ['{"error": {"message": "There is no such answer."}}'], status: 400 }

/** Pieces of text, each an event and a write of its own. */
export const words = (...pieces: readonly string[]): readonly string[] =>
  pieces.map((piece) => sse(said(piece)))

export const END = sse(said('', 'stop'), '[DONE]')

/** A call, told in two events. */
export const call = (index: number, name: string, json: string): readonly string[] => {
  const opener = { index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }
  return [opener, { index, function: { arguments: json } }].map((entry) =>
    sse({ choices: [{ index: 0, delta: { tool_calls: [entry] } }] }),
  )
}

export const CALLS_END = sse(said('', 'tool_calls'), '[DONE]')
