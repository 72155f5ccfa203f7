import * as E from 'fp-ts/Either'
import {
  type Agent,
  type AgentError,
  type AgentPartial,
  type AgentResult,
  type AgentRun,
  type JournalWriter,
  readJournal,
  resume,
  run,
  type Tool,
} from '../agent'
import type { PriceBook } from '../cost'
import { messageOf } from '../data'
import { fetchModel } from '../transport'
import type { RunCommand } from './arguments'
import { complain, refuse } from './complain'
import { withoutSecret } from './discreet'
import type { ExitCode, Io, JournalFile } from './io'
import { keyIn, keyNamesOf } from './keys'
import { narrator } from './narrator'

/** Asks a model, lets it call tools, and prints what it says as it says it. */
export const runAgent = async (command: RunCommand, io: Io): Promise<ExitCode> => {
  const discreet = withoutSecret(io, keyIn(io.env, command.provider))
  try {
    return await runDiscreetly(command, discreet.io)
  } finally {
    await discreet.flush()
  }
}

const runDiscreetly = async (command: RunCommand, io: Io): Promise<ExitCode> => {
  const tools = command.tools === undefined ? E.right([]) : await toolsIn(command.tools, io)
  if (E.isLeft(tools)) return refuse(io, tools.left)
  const { journal: path, resume: isThere } = command
  const journal = path === undefined ? E.right(undefined) : await io.journal(path, isThere)
  if (E.isLeft(journal)) return refuse(io, journal.left)
  const prices = command.baseUrl === undefined ? await io.prices() : undefined // list prices are those of the provider itself
  const interruption = new AbortController()
  const begun = begin(command, tools.right, prices, journal.right, interruption.signal, io)
  if (E.isLeft(begun)) return refuse(io, begun.left)
  const release = io.onInterrupt(() => interruption.abort())
  try {
    const told = await tell(begun.right, command, io)
    if (!told.isRead) return 0
    await close(told.result, command, io)
    if (E.isRight(told.result)) return 0
    return interruption.signal.aborted ? 130 : 1
  } finally {
    release()
  }
}

const toolsIn = async (path: string, io: Io): Promise<E.Either<string, readonly Tool[]>> => {
  const loaded = await io.load(path)
  if (E.isLeft(loaded)) return loaded
  const module = loaded.right
  const exported = fieldOf(module, 'default') // of a CommonJS module all that it exports
  const found = [exported, fieldOf(module, 'tools'), fieldOf(exported, 'tools'), fieldOf(exported, 'default')]
  return E.fromNullable(`"${path}" exports no list of tools, neither by default nor as "tools".`)(
    found.find(isTools),
  )
}

const isTools = (value: unknown): value is readonly Tool[] => Array.isArray(value) && value.every(isTool)

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined // any key may be read

const isTool = (value: unknown): value is Tool =>
  typeof fieldOf(value, 'name') === 'string' && typeof fieldOf(value, 'execute') === 'function'

/** What the caller got wrong is told by a sentence, before anything is asked. */
const begin = (
  command: RunCommand,
  tools: readonly Tool[],
  prices: PriceBook | undefined,
  journal: JournalFile | undefined,
  signal: AbortSignal,
  io: Io,
): E.Either<string, AgentRun> => {
  const options = { signal, ...(journal !== undefined && { journal: untilAborted(journal, signal) }) }
  try {
    const agent = { ...agentOf(command, tools, io), ...(prices !== undefined && { prices }) }
    if (!command.resume) {
      return journal !== undefined && journal.text !== ''
        ? E.left(`The file "${command.journal}" is not empty; if it holds a run, --resume goes on with it.`)
        : E.right(run(agent, command.question, options))
    }
    const read = readJournal(journal?.text ?? '')
    return E.isLeft(read)
      ? E.left(`The journal "${command.journal}" cannot be gone on with: ${read.left.message}`)
      : E.right(resume(agent, read.right, options))
  } catch (thrown) {
    return E.left(messageOf(thrown))
  }
}

/** An interruption leaves the journal as a crash would: the run that it holds is not over, and can be gone on with. */
const untilAborted = ({ write }: JournalFile, signal: AbortSignal): JournalWriter => ({
  write: (line) => {
    if (!signal.aborted) write(line)
  },
})

const agentOf = (command: RunCommand, tools: readonly Tool[], io: Io): Agent => {
  const { provider, model, baseUrl, system, maxIterations, maxOutputTokens } = command
  const apiKey = keyIn(io.env, provider)
  const region = io.env['AWS_REGION'] || io.env['AWS_DEFAULT_REGION']
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

const tell = async (agentRun: AgentRun, { json }: RunCommand, io: Io): Promise<Told> => {
  const story = narrator(io)
  let isRead = true
  let isSilent = true
  for await (const frame of agentRun) {
    isSilent = false
    isRead = json ? await io.stdout.write(jsonLine(frame)) : await story.frame(frame)
    if (!isRead) break
  }
  await story.end()
  const result = await agentRun.result
  if (isSilent && !json && E.isRight(result)) await story.answer(result.right.text) // it was over before
  return { result, isRead }
}

/** JSON leaves some characters as they are that a terminal obeys. */
const jsonLine = (value: unknown): string =>
  `${JSON.stringify(value).replace(/[\u007f-\u009f]/g, (control) => `\\u00${control.charCodeAt(0).toString(16)}`)}\n`

interface Told {
  readonly result: E.Either<AgentError, AgentResult>
  /** Nobody reads the output any more, if not. */
  readonly isRead: boolean
}

const close = async (
  result: E.Either<AgentError, AgentResult>,
  command: RunCommand,
  io: Io,
): Promise<void> => {
  if (command.json) await io.stdout.write(jsonLine({ type: 'result', result }))
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
