import { type CAC, type Command as CacCommand, cac } from 'cac'
import * as E from 'fp-ts/Either'
import type { Provider } from '../frames'
import { isProvider, type ProviderOptions, providers } from '../providers'

/** What the command line asks for. */
export type Command = { readonly type: 'help' } | { readonly type: 'version' } | FoldCommand | RunCommand

export interface FoldCommand {
  readonly type: 'fold'
  /** A path, or `-` for the standard input. */
  readonly file: string
  /** Absent: told from the first bytes. */
  readonly provider?: Provider
  readonly output: OutputName
  /** Indent the JSON. */
  readonly pretty: boolean
  readonly options: ProviderOptions
}

export interface RunCommand {
  readonly type: 'run'
  readonly question: string
  readonly provider: Provider
  readonly model: string
  readonly baseUrl?: string
  /** A module whose default export, or `tools`, is a list of tools. */
  readonly tools?: string
  readonly journal?: string
  /** Go on with the run in the journal. */
  readonly resume: boolean
  readonly system?: string
  readonly maxIterations?: number
  readonly maxOutputTokens?: number
  /** Frames as JSON lines in place of text. */
  readonly json: boolean
}

export type OutputName = (typeof OUTPUTS)[number]

export const OUTPUTS = ['response', 'frames', 'text', 'states'] as const

/** Reads the arguments after the command's own name; `Left` is a plain sentence that says what is wrong with them. */
export const readArguments = (argv: readonly string[]): E.Either<string, Command> => {
  const [cli, commands] = parser()
  const { args, options } = cli.parse(['', '', ...guarded(argv)], { run: false })
  const matched = commands.filter(({ name }) => name === cli.matchedCommandName)
  const spoken = matched.length > 0 ? matched : commands
  const isKnown = knownFlags(spoken)
  const given = flagsIn(argv)
  const unknown = given.map((flag) => flag.replace(/=.*$/s, '')).find((flag) => !isKnown(flag))
  if (unknown !== undefined) return E.left(`There is no option ${unknown}.`)
  const valued = switches(spoken).find((name) => given.some((flag) => flag.startsWith(`${name}=`)))
  if (valued !== undefined) return E.left(`The option ${valued} takes no value.`)
  if (options['help'] === true) return E.right({ type: 'help' })
  if (options['version'] === true) return E.right({ type: 'version' })
  const positional = [...args, ...afterDashes(options)].map(unguarded)
  if (cli.matchedCommand === undefined) {
    const [name] = positional
    return E.left(
      name === undefined ? 'No command was given; see chunkfold --help.' : `There is no command "${name}".`,
    )
  }
  return cli.matchedCommandName === 'run' ? readRun(positional, options) : readFold(positional, options)
}

const parser = (): readonly [CAC, readonly CacCommand[]] => {
  const cli = cac('chunkfold')
  const fold = cli
    .command('fold <file>')
    .option('--provider <name>', '')
    .option('--output <name>', '')
    .option('--pretty', '')
    .option('--think-tags [where]', '')
    .option('--choices <count>', '')
    .option('--cumulative', '')
  const run = cli
    .command('run [question]')
    .option('--provider <name>', '')
    .option('--model <name>', '')
    .option('--base-url <url>', '')
    .option('--tools <file>', '')
    .option('--journal <file>', '')
    .option('--resume', '')
    .option('--system <text>', '')
    .option('--max-iterations <count>', '')
    .option('--max-output-tokens <count>', '')
    .option('--json', '')
  for (const command of [fold, run]) command.option('-h, --help', '').option('-v, --version', '')
  cli.option('-h, --help', '').option('-v, --version', '')
  return [cli, [fold, run]]
}

// The parser takes a lone dash for an option, "007" for the number 7, and whatever follows --think-tags for its value. With a mark before
// it, which no argument of a process can hold, a value is nothing but text.

const MARK = '\0'

const guarded = (argv: readonly string[]): readonly string[] => {
  const end = argv.indexOf('--')
  const command = argv.findIndex((argument) => argument === 'fold' || argument === 'run')
  return argv.map((argument, at) => {
    if (end >= 0 && at >= end) return argument
    if (argument === '--think-tags') return `--think-tags=${MARK}`
    return isFlag(argument) || at === command ? argument : MARK + argument
  })
}

const unguarded = (value: unknown): string => {
  const text = String(value)
  return text.startsWith(MARK) ? text.slice(MARK.length) : text
}

const isFlag = (argument: string): boolean => argument.startsWith('-') && argument !== '-'

/** The flags as they were given: `--output=text` with its value. */
const flagsIn = (argv: readonly string[]): readonly string[] => {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).filter(isFlag)
}

/** The options that are there or not. */
const switches = (commands: readonly CacCommand[]): readonly string[] =>
  commands.flatMap(({ options }) =>
    options.flatMap((option) => (option.isBoolean === true ? namesOf(option.rawName) : [])),
  )

const knownFlags = (commands: readonly CacCommand[]): ((flag: string) => boolean) => {
  const names = new Set(commands.flatMap(({ options }) => options.flatMap(({ rawName }) => namesOf(rawName))))
  return (flag) => names.has(flag)
}

const namesOf = (rawName: string): readonly string[] => rawName.match(/--?[a-zA-Z-]+/g) ?? []

const afterDashes = (options: Options): readonly unknown[] => {
  const rest: unknown = options['--']
  return Array.isArray(rest) ? rest : []
}

type Options = Readonly<Record<string, unknown>>

const readFold = (files: readonly string[], options: Options): E.Either<string, FoldCommand> => {
  const [file, surplus] = files
  if (file === undefined) return E.left('No file was given; "-" is the standard input.')
  if (surplus !== undefined) return E.left(`Only one file can be folded; "${surplus}" is one too many.`)
  const without = ['provider', 'output', 'choices'].find((name) => lacksValue(options, name))
  if (without !== undefined) return E.left(`The option --${without} needs a value.`)
  const provider = textOption(options['provider'])
  if (provider !== undefined && !isProvider(provider)) return E.left(noProvider(provider))
  const output = textOption(options['output']) ?? 'response'
  if (!isOutput(output)) return E.left(`There is no output "${output}"; there are ${OUTPUTS.join(', ')}.`)
  const choices = textOption(options['choices'])
  if (choices !== undefined && !/^[1-9]\d{0,5}$/.test(choices)) {
    return E.left(`The option --choices takes a whole number from 1, not "${choices}".`)
  }
  const thinkTags = textOption(options['thinkTags'])
  if (thinkTags !== undefined && thinkTags !== '' && thinkTags !== 'inside') {
    return E.left(`The option --think-tags takes no value but "inside", not "${thinkTags}".`)
  }
  return E.right({
    type: 'fold',
    file,
    ...(provider !== undefined && { provider }),
    output,
    pretty: last(options['pretty']) === true,
    options: {
      ...(choices !== undefined && { choices: Number(choices) }),
      ...(thinkTags !== undefined && { thinkTags: thinkTags === 'inside' ? 'inside' : true }),
      ...(last(options['cumulative']) === true && { cumulative: true }),
    },
  })
}

const readRun = (words: readonly string[], options: Options): E.Either<string, RunCommand> => {
  const [question, surplus] = words
  if (surplus !== undefined) return E.left(`Only one question can be asked; "${surplus}" is one too many.`)
  const without = RUN_VALUES.find(([, name]) => lacksValue(options, name))
  if (without !== undefined) return E.left(`The option ${without[0]} needs a value.`)
  const provider = textOption(options['provider'])
  if (provider === undefined) return E.left('No provider was given; --provider says which API is spoken.')
  if (!isProvider(provider)) return E.left(noProvider(provider))
  const model = textOption(options['model'])
  if (model === undefined) return E.left('No model was given; --model says which.')
  const resume = last(options['resume']) === true
  const journal = textOption(options['journal'])
  if (resume && journal === undefined) return E.left('The option --resume needs a --journal to go on with.')
  if (question === undefined && !resume) return E.left('No question was given.')
  if (question !== undefined && resume) {
    return E.left('The option --resume takes no question: the run in the journal has its own.')
  }
  const counts = { maxIterations: '--max-iterations', maxOutputTokens: '--max-output-tokens' } as const
  for (const [name, flag] of Object.entries(counts)) {
    const count = textOption(options[name])
    if (count !== undefined && !/^\d{1,9}$/.test(count)) {
      return E.left(`The option ${flag} takes a whole number, not "${count}".`)
    }
  }
  return E.right({
    type: 'run',
    question: question ?? '',
    provider,
    model,
    ...(journal !== undefined && { journal }),
    resume,
    ...given(['baseUrl', 'tools', 'system'], options, (text) => text),
    ...given(Object.keys(counts), options, Number),
    json: last(options['json']) === true,
  })
}

/** The options of `run` that have values, as they are written and as they are read. */
const RUN_VALUES = [
  ['--provider', 'provider'],
  ['--model', 'model'],
  ['--base-url', 'baseUrl'],
  ['--tools', 'tools'],
  ['--journal', 'journal'],
  ['--system', 'system'],
  ['--max-iterations', 'maxIterations'],
  ['--max-output-tokens', 'maxOutputTokens'],
] as const

/** Those of the options that were given. */
const given = <T>(
  names: readonly string[],
  options: Options,
  read: (text: string) => T,
): { readonly [name: string]: T } =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = textOption(options[name])
      return text === undefined ? [] : [[name, read(text)]]
    }),
  )

const lacksValue = (options: Options, name: string): boolean => typeof last(options[name]) === 'boolean'

const noProvider = (name: string): string =>
  `There is no provider "${name}"; there are ${providers.join(', ')}.`

const isOutput = (name: string): name is OutputName => OUTPUTS.some((output) => output === name)

/** An option that is given again counts as given last. */
const last = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value)

const textOption = (value: unknown): string | undefined => {
  const given = last(value)
  return given === undefined ? undefined : unguarded(given)
}
