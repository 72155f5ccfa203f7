import * as E from 'fp-ts/Either'
import {
  type Agent,
  type AgentError,
  type AgentPartial,
  type AgentResult,
  type AgentRun,
  readJournal,
  resume,
  run,
  type Tool,
} from '../agent'
import { fetchModel } from '../transport'
import type { RunCommand } from './arguments'
import type { ExitCode, Io, JournalFile } from './io'
import { keyIn, keyNamesOf } from './keys'
import { narrator } from './narrator'

/** Asks a model, lets it call tools, and prints what it says as it says it. */
export const runAgent = async (command: RunCommand, io: Io): Promise<ExitCode> => {
  const tools = command.tools === undefined ? E.right([]) : await toolsIn(command.tools, io)
  if (E.isLeft(tools)) return refuse(io, tools.left)
  const journal = command.journal === undefined ? E.right(undefined) : await io.journal(command.journal)
  if (E.isLeft(journal)) return refuse(io, journal.left)
  const controller = new AbortController()
  const begun = begin(command, tools.right, journal.right, controller.signal, io)
  if (E.isLeft(begun)) return refuse(io, begun.left)
  let isInterrupted = false
  const release = io.onInterrupt(() => {
    isInterrupted = true
    controller.abort()
  })
  try {
    const result = await tell(begun.right, command, io)
    await close(result, command, io)
    return isInterrupted ? 130 : E.isRight(result) ? 0 : 1
  } finally {
    release()
  }
}

const toolsIn = async (path: string, io: Io): Promise<E.Either<string, readonly Tool[]>> => {
  const loaded = await io.load(path)
  if (E.isLeft(loaded)) return loaded
  const module = loaded.right
  const found = fieldOf(module, 'default') ?? fieldOf(module, 'tools')
  return Array.isArray(found) && found.every(isTool)
    ? E.right(found)
    : E.left(`"${path}" exports no list of tools, neither by default nor as "tools".`)
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined // any key may be read

const isTool = (value: unknown): value is Tool =>
  typeof fieldOf(value, 'name') === 'string' && typeof fieldOf(value, 'execute') === 'function'

/** What the caller got wrong is told by a sentence, before anything is asked. */
const begin = (
  command: RunCommand,
  tools: readonly Tool[],
  journal: JournalFile | undefined,
  signal: AbortSignal,
  io: Io,
): E.Either<string, AgentRun> => {
  const options = { signal, ...(journal !== undefined && { journal }) }
  try {
    const agent = agentOf(command, tools, io)
    if (!command.resume) {
      return journal !== undefined && journal.text !== ''
        ? E.left(`The journal "${command.journal}" holds a run already; --resume goes on with it.`)
        : E.right(run(agent, command.question, options))
    }
    const read = readJournal(journal?.text ?? '')
    return E.isLeft(read)
      ? E.left(`The journal "${command.journal}" cannot be gone on with: ${read.left.message}`)
      : E.right(resume(agent, read.right, options))
  } catch (thrown) {
    return E.left(thrown instanceof Error ? thrown.message : String(thrown))
  }
}

const agentOf = (command: RunCommand, tools: readonly Tool[], io: Io): Agent => {
  const { provider, model, baseUrl, system, maxIterations, maxOutputTokens } = command
  const apiKey = keyIn(io.env, provider)
  const region = io.env['AWS_REGION'] ?? io.env['AWS_DEFAULT_REGION']
  return {
    model: fetchModel({
      provider,
      fetch: io.fetch,
      ...(baseUrl !== undefined && { baseUrl }),
      ...(apiKey !== undefined && { apiKey }),
      ...(region !== undefined && { region }),
    }),
    settings: {
      model,
      ...(system !== undefined && { system }),
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    },
    tools,
    ...(maxIterations !== undefined && { maxIterations }),
  }
}

const tell = async (
  agentRun: AgentRun,
  { json }: RunCommand,
  io: Io,
): Promise<E.Either<AgentError, AgentResult>> => {
  const story = narrator(io)
  for await (const frame of agentRun) {
    const isRead = json ? await io.stdout.write(`${JSON.stringify(frame)}\n`) : await story.frame(frame)
    if (!isRead) break
  }
  await story.end()
  return agentRun.result
}

const close = async (
  result: E.Either<AgentError, AgentResult>,
  command: RunCommand,
  io: Io,
): Promise<void> => {
  if (command.json) await io.stdout.write(`${JSON.stringify({ type: 'result', result })}\n`)
  if (E.isLeft(result)) await complain(io, reasonOf(result.left, command, io))
  await io.stderr.write(`${summaryOf(E.isRight(result) ? result.right : result.left.partial)}\n`)
}

const reasonOf = (error: AgentError, { provider }: RunCommand, io: Io): string => {
  const isRefused =
    error.code === 'model-failed' &&
    error.error.code === 'provider-error' &&
    (error.error.error.status === 401 || error.error.error.status === 403)
  return isRefused && keyIn(io.env, provider) === undefined
    ? `${error.message} The key is taken from ${keyNamesOf(provider).join(' or ')}.`
    : error.message
}

const summaryOf = ({ iterations, usage, cost }: AgentPartial): string => {
  const turns = `${iterations} ${iterations === 1 ? 'turn' : 'turns'}`
  const cached = usage.cachedInputTokens > 0 ? ` (${usage.cachedInputTokens} cached)` : ''
  const reasoning = usage.reasoningTokens > 0 ? ` (${usage.reasoningTokens} reasoning)` : ''
  const tokens = `${usage.inputTokens} tokens in${cached}, ${usage.outputTokens} out${reasoning}`
  const money = cost?.totalCost === undefined ? 'cost unknown' : `${cost.totalCost} ${cost.currency}`
  const part =
    cost?.totalCost !== undefined && cost.unknown > 0 ? ` and ${cost.unknown} requests of unknown cost` : ''
  return `${turns}, ${tokens}, ${money}${part}`
}

const complain = (io: Io, sentence: string): Promise<boolean> => io.stderr.write(`chunkfold: ${sentence}\n`)

const refuse = async (io: Io, sentence: string): Promise<ExitCode> => {
  await complain(io, sentence)
  return 2
}
