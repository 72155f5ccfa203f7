import * as E from 'fp-ts/Either'
import { runAgent } from './agent'
import { readArguments } from './arguments'
import { refuse } from './complain'
import { fold } from './fold'
import { helpText } from './help'
import type { ExitCode, Io } from './io'

/** Runs the command. All it does to the world, it does through `io`. */
export const run = async (argv: readonly string[], io: Io): Promise<ExitCode> => {
  const command = readArguments(argv)
  if (E.isLeft(command)) return refuse(io, command.left)
  switch (command.right.type) {
    case 'help':
      await io.stdout.write(helpText)
      return 0
    case 'version':
      await io.stdout.write(`chunkfold ${io.version}\n`)
      return 0
    case 'fold':
      return fold(command.right, io)
    case 'run':
      return runAgent(command.right, io)
  }
}
