import * as E from 'fp-ts/Either'
import type {
  Answer,
  CollectError,
  ContentPart,
  FinishReason,
  Issue,
  LlmResponse,
  ToolCallPart,
} from '../src/index'
import { columns, cut, type Paint, wrap } from './terminal'

// What the terminal shows is a pure function of the response so far, as in any other UI.

export interface Look {
  readonly paint: Paint
  /** Columns there are. */
  readonly width: number
}

const INDENT = '  '

/** The top of all. */
export const headLines = (recordings: number, { paint, width }: Look): readonly string[] => [
  '',
  ...wrap(`${recordings} recorded streams, folded as they come. No key, no network.`, width).map(paint.bold),
]

/** The top of a recording's section. */
export const titleLines = (name: string, about: string, { paint, width }: Look): readonly string[] => [
  '',
  `${paint.bold(paint.cyan('●'))} ${paint.bold(name)} ${paint.dim('─'.repeat(Math.max(0, width - columns(name) - 3)))}`,
  ...wrap(about, width - INDENT.length).map((line) => INDENT + paint.dim(line)),
  '',
]

/** The response as far as it has come; `isOpen` while more may come. */
export const responseLines = (response: LlmResponse, isOpen: boolean, look: Look): readonly string[] => {
  const answers: readonly Answer[] = [response, ...(response.alternatives ?? [])]
  const isOne = answers.length === 1
  return answers.flatMap((answer, at) => [
    ...(isOne ? [] : [`${INDENT}${look.paint.dim(`choice ${at}`)}`]),
    ...answer.message.content.flatMap((part, position) =>
      partLines(part, isOpen && position === answer.message.content.length - 1, look),
    ),
  ])
}

const partLines = (part: ContentPart, isLast: boolean, look: Look): readonly string[] => {
  const { paint, width } = look
  const room = width - 2 * INDENT.length
  const block = (text: string, mark: string, style = same, nextMark = ' '): readonly string[] =>
    wrap(text.trim() + (isLast && part.type !== 'source' ? CURSOR : ''), room).map(
      (line, at) => `${INDENT}${at === 0 ? mark : nextMark} ${style(line)}`,
    )
  switch (part.type) {
    case 'text':
      return block(part.text, ' ')
    case 'reasoning':
      return block(reasoningText(part), paint.dim('│'), paint.dim, paint.dim('│'))
    case 'refusal':
      return block(part.text, paint.magenta('⊘'), paint.magenta)
    case 'tool-call':
      return callLines(part, isLast, look)
    case 'source':
      return [...block(part.title ?? '', paint.blue('↗')), ...block(part.url ?? '', ' ', paint.dim)]
    case 'audio':
      return [
        ...block(part.transcript, paint.blue('♪'), paint.italic),
        `${INDENT}  ${paint.dim(`${Math.floor((part.data.length * 3) / 4)} bytes of sound`)}`,
      ]
    default:
      return [`${INDENT}${paint.dim(`(${part.type})`)}`]
  }
}

const CURSOR = '▍'

const same = (line: string): string => line

const reasoningText = (part: Extract<ContentPart, { type: 'reasoning' }>): string => {
  const sealed = [
    ...(part.signature === undefined ? [] : ['signed']),
    ...(part.encrypted === undefined ? [] : [`${part.encrypted.length} encrypted characters`]),
  ]
  const text = [...part.content, ...part.summary].join('\n')
  return sealed.length === 0 ? text : `${text} [${sealed.join(', ')}]`
}

/** A line that grows with the call's arguments; once the call is settled, whether they can be used. */
const callLines = (part: ToolCallPart, isLast: boolean, { paint, width }: Look): readonly string[] => {
  const lead = columns(part.name) + 2 * INDENT.length + 1
  const [first = '', ...rest] = cut(part.arguments.trim() + (isLast ? CURSOR : ''), width - lead)
  return [
    `${INDENT}${settledMark(part, paint)} ${paint.bold(paint.cyan(part.name))} ${first}`,
    ...rest.map((line) => `${' '.repeat(lead)}${line}`),
  ]
}

const settledMark = ({ input }: ToolCallPart, paint: Paint): string =>
  E.isRight(input) ? paint.green('✓') : paint.yellow('…')

/** What there is to say when the stream has ended. */
export const endLines = (
  result: E.Either<CollectError, LlmResponse>,
  { paint, width }: Look,
): readonly string[] => {
  const response = E.isRight(result) ? result.right : result.left.partial
  const facts = [reasonFact(response.finishReason), ...usageFacts(response)].join('  ·  ')
  const [first = '', ...rest] = wrap(facts, width - 4 - (E.isLeft(result) ? result.left.code.length + 2 : 0))
  const said = E.isLeft(result) ? wrap(result.left.message, width - 4) : []
  return [
    '',
    `${INDENT}${E.isRight(result) ? paint.green('✔') : paint.red(`✘ ${result.left.code} `)} ${first}`,
    ...[...rest, ...said].map((line) => `${INDENT}  ${line}`),
    ...response.issues.flatMap((issue) => issueLines(issue, paint, width)),
  ]
}

/** Our word for it, and the wire's where that is another. */
const reasonFact = ({ kind, raw }: FinishReason): string => {
  if (raw === undefined) return 'no finish reason'
  return raw.replaceAll('_', '-') === kind ? kind : `${kind} (on the wire: ${raw})`
}

const usageFacts = ({ usage, cost }: LlmResponse): readonly string[] => [
  ...(usage === undefined ? [] : [`${usage.inputTokens ?? '?'} tokens in, ${usage.outputTokens ?? '?'} out`]),
  ...(usage?.cachedInputTokens ? [`${usage.cachedInputTokens} cached`] : []),
  ...(usage?.reasoningTokens ? [`${usage.reasoningTokens} of reasoning`] : []),
  ...(cost === undefined ? [] : [`$${cost.totalCost}`]),
]

const issueLines = (issue: Issue, paint: Paint, width: number): readonly string[] =>
  wrap(`${issue.code}: ${issue.message}`, width - 4).map(
    (line, at) => `${INDENT}${at === 0 ? paint.yellow('!') : ' '} ${paint.yellow(line)}`,
  )

export interface Row {
  readonly name: string
  readonly result: E.Either<CollectError, LlmResponse>
}

/** The table at the end: a row a recording. */
export const tableLines = (rows: readonly Row[], { paint }: Look): readonly string[] => {
  const head = ['recording', 'outcome', 'text chars', 'calls', 'tokens', 'issues']
  const cells = rows.map(({ name, result }) => {
    const response = E.isRight(result) ? result.right : result.left.partial
    return [
      name,
      E.isRight(result) ? 'whole' : result.left.code,
      String(response.text.length),
      String(response.toolCalls.length),
      response.usage?.totalTokens === undefined ? '–' : String(response.usage.totalTokens),
      String(response.issues.length),
    ]
  })
  const widths = head.map((_, column) =>
    Math.max(...[head, ...cells].map((row) => columns(row[column] ?? ''))),
  )
  const line = (row: readonly string[]): readonly string[] =>
    row.map((cell, column) => {
      const gap = ' '.repeat((widths[column] ?? 0) - columns(cell))
      return column < 2 ? cell + gap : gap + cell
    })
  return [
    '',
    `${INDENT}${paint.bold(line(head).join('  '))}`,
    `${INDENT}${paint.dim(widths.map((width) => '─'.repeat(width)).join('──'))}`,
    ...cells.map((row) => {
      const [name, outcome, ...numbers] = line(row)
      const style = row[1] === 'whole' ? paint.green : paint.red
      return `${INDENT}${[name, style(outcome ?? ''), ...numbers].join('  ')}`
    }),
  ]
}
