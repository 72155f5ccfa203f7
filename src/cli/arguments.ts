import { type CAC, type Command as CacCommand, cac } from 'cac'
import * as E from 'fp-ts/Either'
import type { Provider } from '../frames'
import { isProvider, type ProviderOptions, providers } from '../providers'

/** What the command line asks for. */
export type Command = { readonly type: 'help' } | { readonly type: 'version' } | FoldCommand

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

export type OutputName = (typeof OUTPUTS)[number]

export const OUTPUTS = ['response', 'frames', 'text', 'states'] as const

/** Reads the arguments after the command's own name; `Left` is a plain sentence that says what is wrong with them. */
export const readArguments = (argv: readonly string[]): E.Either<string, Command> => {
  const [cli, fold] = parser()
  const { args, options } = cli.parse(['', '', ...guarded(argv)], { run: false })
  const isKnown = knownFlags(fold)
  const given = flagsIn(argv)
  const unknown = given.map((flag) => flag.replace(/=.*$/s, '')).find((flag) => !isKnown(flag))
  if (unknown !== undefined) return E.left(`There is no option ${unknown}.`)
  const valued = switches(fold).find((name) => given.some((flag) => flag.startsWith(`${name}=`)))
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
  return readFold(positional, options)
}

const parser = (): readonly [CAC, CacCommand] => {
  const cli = cac('chunkfold')
  const fold = cli
    .command('fold <file>')
    .option('--provider <name>', '')
    .option('--output <name>', '')
    .option('--pretty', '')
    .option('--think-tags [where]', '')
    .option('--choices <count>', '')
    .option('--cumulative', '')
    .option('-h, --help', '')
    .option('-v, --version', '')
  cli.option('-h, --help', '').option('-v, --version', '')
  return [cli, fold]
}

// The parser takes a lone dash for an option, "007" for the number 7, and whatever follows --think-tags for its value. With a mark before
// it, which no argument of a process can hold, a value is nothing but text.

const MARK = '\0'

const guarded = (argv: readonly string[]): readonly string[] => {
  const end = argv.indexOf('--')
  return argv.map((argument, at) => {
    if (end >= 0 && at >= end) return argument
    if (argument === '--think-tags') return `--think-tags=${MARK}`
    return isFlag(argument) || argument === 'fold' ? argument : MARK + argument
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
const switches = (fold: CacCommand): readonly string[] =>
  fold.options.flatMap((option) => (option.isBoolean === true ? namesOf(option.rawName) : []))

const knownFlags = (fold: CacCommand): ((flag: string) => boolean) => {
  const names = new Set(fold.options.flatMap(({ rawName }) => namesOf(rawName)))
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
  for (const name of ['provider', 'output', 'choices']) {
    if (typeof last(options[name]) === 'boolean') return E.left(`The option --${name} needs a value.`)
  }
  const provider = textOption(options['provider'])
  if (provider !== undefined && !isProvider(provider)) {
    return E.left(`There is no provider "${provider}"; there are ${providers.join(', ')}.`)
  }
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

const isOutput = (name: string): name is OutputName => OUTPUTS.some((output) => output === name)

/** An option that is given again counts as given last. */
const last = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value)

const textOption = (value: unknown): string | undefined => {
  const given = last(value)
  return given === undefined ? undefined : unguarded(given)
}
