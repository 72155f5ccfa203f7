import type { JsonObject } from '../../../src'
import type { RequestSettings, ToolDefinition } from '../../../src/request'
import { CORPUS_ABSENT, hasCorpus } from '../corpus'
import { recordedRequests } from './recorded'

/** The recorded requests of an API; none, and a word about it, where the corpus is absent. */
export const loadRequests = (api: string): readonly { readonly file: string; readonly body: Fields }[] => {
  const requests = recordedRequests(api)
  if (!hasCorpus) console.warn(`${CORPUS_ABSENT} The tests of its requests are skipped.`)
  else if (requests.length === 0) throw new Error(`The corpus has no requests of ${api}.`)
  return requests
}

export type Fields = Readonly<Record<string, unknown>>

/** What a body asks for in our words; the fields that have none are the settings' `extra`. */
export interface Asked {
  readonly tools: readonly ToolDefinition[]
  readonly settings: RequestSettings
}

export const record = (value: unknown): Fields => (value ?? {}) as Fields // of the corpus, whose bodies are objects

export const list = (value: unknown): readonly Fields[] => (value ?? []) as readonly Fields[] // as above

/** The settings that are there. */
export const settings = (
  model: unknown,
  more: { readonly [K in keyof RequestSettings]?: unknown },
): RequestSettings => ({ model: 'm', ...defined({ model, ...more }) }) as RequestSettings // the values are of the corpus

export const defined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** A tool, from where the API has its parts. */
export const tool = (name: unknown, description: unknown, parameters: unknown): ToolDefinition => ({
  name: String(name),
  ...(typeof description === 'string' && { description }),
  ...(parameters !== undefined && { parameters: parameters as JsonObject }), // of the corpus, which is JSON
})

/** The tools of the APIs that have them as Chat Completions has. */
export const chatTools = (body: Fields): readonly ToolDefinition[] =>
  list(body['tools']).map(({ function: inside }) => {
    const { name, description, parameters } = record(inside)
    return tool(name, description, parameters)
  })

/** All fields but these. */
export const without = (fields: Fields, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** All fields but those that say nothing: empty lists and objects, and blank text. */
export const sayingSomething = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== '' && (typeof value !== 'object' || value === null || Object.keys(value).length > 0),
    ),
  )

export const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
