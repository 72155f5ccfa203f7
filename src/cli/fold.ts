import * as E from 'fp-ts/Either'
import { type CollectError, type CollectorState, closeWithFrames, finalize, initial } from '../collector'
import type { Provider } from '../frames'
import { collectDecodedWithFrames, readChunks } from '../wire'
import type { FoldCommand } from './arguments'
import { complain, refuse } from './complain'
import { identify } from './identify'
import type { ExitCode, Io, Source } from './io'
import { outbox } from './outbox'
import { printer } from './output'
import { withProgress } from './progress'

/** Folds a file or the standard input, and prints what was asked for as it becomes known. */
export const fold = async (command: FoldCommand, io: Io): Promise<ExitCode> => {
  const source = command.file === '-' ? E.right(io.stdin) : await io.open(command.file)
  if (E.isLeft(source)) return refuse(io, source.left)
  const bytes = isQuiet(command, io) ? source.right.bytes : withProgress(source.right, io)
  if (command.provider !== undefined) return foldBytes(command, command.provider, bytes, io)
  const identified = await identify(bytes)
  return E.isLeft(identified)
    ? refuse(io, identified.left)
    : foldBytes(command, identified.right.provider, identified.right.bytes, io)
}

/** Progress is for a terminal; and where the output itself appears on one as it comes, that is progress enough. */
const isQuiet = (command: FoldCommand, io: Io): boolean =>
  !io.stderr.isTTY || (io.stdout.isTTY && command.output !== 'response')

const foldBytes = async (
  command: FoldCommand,
  provider: Provider,
  bytes: Source['bytes'],
  io: Io,
): Promise<ExitCode> => {
  const print = printer(command.output, command.pretty)
  const out = outbox(io.stdout)
  let state: CollectorState = initial(provider, command.options)
  let readFailure: string | undefined
  for await (const decoded of readChunks(provider, out.between(bytes))) {
    const [next, frames] = collectDecodedWithFrames(state, decoded)
    state = next
    if (E.isLeft(decoded) && decoded.left.code === 'connection-lost') readFailure = decoded.left.message
    if (!(await out.put(print.step(state, frames)))) return 0
  }
  const [closed, frames] = closeWithFrames(state)
  const isRead = (await out.put(print.last(closed, frames))) && (await out.flush())
  if (!isRead) return 0
  const result = finalize(closed)
  if (E.isRight(result)) return 0
  await complain(io, readFailure ?? reasonOf(result.left))
  return 1
}

const reasonOf = (failed: CollectError): string => {
  if (failed.code !== 'provider-error') return failed.message
  const { code, message } = failed.error
  return `The provider reported an error${code === undefined ? '' : ` (${code})`}: ${message}`
}
