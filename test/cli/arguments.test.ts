import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { providers } from '../../src'
import { type FoldCommand, OUTPUTS, readArguments } from '../../src/cli/arguments'
import { helpText } from '../../src/cli/help'

const words = (line: string): readonly string[] => line.split(' ').filter((word) => word !== '')

const folding = (command: Partial<FoldCommand>) =>
  E.right({ type: 'fold', file: 'a.sse', output: 'response', pretty: false, options: {}, ...command })

describe('the arguments of fold', () => {
  it.each<[string, Partial<FoldCommand>]>([
    ['fold a.sse', {}],
    ['fold -', { file: '-' }],
    ['fold - --output text', { file: '-', output: 'text' }],
    ['fold --output text -', { file: '-', output: 'text' }],
    ['fold --pretty -', { file: '-', pretty: true }],
    ['--pretty fold a.sse', { pretty: true }],
    ['fold --pretty 007', { file: '007', pretty: true }],
    ['fold fold', { file: 'fold' }],
    ['fold -- --pretty', { file: '--pretty' }],
    ['fold -- --pretty=yes', { file: '--pretty=yes' }],
    ['fold a.sse --provider openrouter', { provider: 'openrouter' }],
    ['fold --provider=openai a.sse', { provider: 'openai' }],
    ['fold a.sse --output frames', { output: 'frames' }],
    ['fold a.sse --output text --output states', { output: 'states' }],
    ['fold a.sse --choices 2', { options: { choices: 2 } }],
    ['fold a.sse --choices=3', { options: { choices: 3 } }],
    ['fold --think-tags a.sse', { options: { thinkTags: true } }],
    ['fold --think-tags=inside a.sse', { options: { thinkTags: 'inside' } }],
    ['fold a.sse --cumulative', { options: { cumulative: true } }],
    ['fold a.sse --cumulative --think-tags', { options: { cumulative: true, thinkTags: true } }],
  ])('%s', (line, command) => {
    expect(readArguments(words(line))).toEqual(folding(command))
  })

  it('keep an empty name of a file', () => {
    expect(readArguments(['fold', ''])).toEqual(folding({ file: '' }))
  })
})

describe('help and version', () => {
  it.each(['--help', '-h', 'fold --help', 'fold a.sse -h', '--help --version', 'nonsense --help'])(
    '%s asks for help',
    (line) => {
      expect(readArguments(words(line))).toEqual(E.right({ type: 'help' }))
    },
  )

  it.each(['--version', '-v', 'fold --version'])('%s asks for the version', (line) => {
    expect(readArguments(words(line))).toEqual(E.right({ type: 'version' }))
  })

  it('fits in the lines of a terminal', () => {
    expect(Math.max(...helpText.split('\n').map(({ length }) => length))).toBeLessThan(110)
  })

  it('names every option, every provider and every output', () => {
    const options = ['provider', 'output', 'pretty', 'think-tags', 'choices', 'cumulative', 'help', 'version']
    for (const option of options) expect(helpText).toMatch(new RegExp(`^  .*--${option}\\b`, 'm'))
    for (const provider of providers)
      expect(helpText).toMatch(new RegExp(`^ {23}.*\\b${provider}(?:,|$)`, 'm'))
    for (const output of OUTPUTS) expect(helpText).toMatch(new RegExp(`^ {9,}${output} `, 'm'))
  })
})

describe('misuse', () => {
  it.each([
    ['', 'No command was given; see chunkfold --help.'],
    ['--pretty', 'No command was given; see chunkfold --help.'],
    ['unfold a.sse', 'There is no command "unfold".'],
    ['a.sse fold', 'There is no command "a.sse".'],
    ['fold', 'No file was given; "-" is the standard input.'],
    ['fold a.sse b.sse', 'Only one file can be folded; "b.sse" is one too many.'],
    ['fold a.sse --verbose', 'There is no option --verbose.'],
    ['fold a.sse --verbose=yes', 'There is no option --verbose.'],
    ['--verbose', 'There is no option --verbose.'],
    ['fold a.sse --__proto__ x', 'There is no option --__proto__.'],
    ['fold a.sse --thinkTags', 'There is no option --thinkTags.'],
    ['fold a.sse -p', 'There is no option -p.'],
    ['fold a.sse --provider', 'The option --provider needs a value.'],
    ['fold a.sse --output', 'The option --output needs a value.'],
    ['fold a.sse --choices --pretty', 'The option --choices needs a value.'],
    ['fold a.sse --provider acme', `There is no provider "acme"; there are ${providers.join(', ')}.`],
    [
      'fold a.sse --provider constructor',
      `There is no provider "constructor"; there are ${providers.join(', ')}.`,
    ],
    ['fold a.sse --output xml', 'There is no output "xml"; there are response, frames, text, states.'],
    ['fold a.sse --choices 0', 'The option --choices takes a whole number from 1, not "0".'],
    ['fold a.sse --choices 1.5', 'The option --choices takes a whole number from 1, not "1.5".'],
    ['fold a.sse --choices many', 'The option --choices takes a whole number from 1, not "many".'],
    ['fold a.sse --choices -1', 'There is no option -1.'],
    ['fold a.sse --pretty=yes', 'The option --pretty takes no value.'],
    ['fold --cumulative=a.sse', 'The option --cumulative takes no value.'],
    ['--version=2', 'The option --version takes no value.'],
    ['fold a.sse --think-tags=yes', 'The option --think-tags takes no value but "inside", not "yes".'],
    [
      'fold a.sse --think-tags=outside',
      'The option --think-tags takes no value but "inside", not "outside".',
    ],
  ])('%s', (line, sentence) => {
    expect(readArguments(words(line))).toEqual(E.left(sentence))
  })
})
