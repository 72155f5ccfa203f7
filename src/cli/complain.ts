import type { ExitCode, Io } from './io'

/** The command could not do its work, and says why in a sentence. */
export const refuse = async (io: Io, sentence: string): Promise<ExitCode> => {
  await complain(io, sentence)
  return 2
}

export const complain = async (io: Io, sentence: string): Promise<void> => {
  await io.stderr.write(`chunkfold: ${oneLine(sentence)}\n`)
}

/** What others wrote may hold anything; here it becomes one line of text, with a full stop. */
const oneLine = (sentence: string): string =>
  sentence
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[^.!?]$/, '$&.')
