import { type Finding, worst } from '../findings'
import type { Column, Result } from '../group'
import { growthOver, less } from '../report'
import { SSE_READS, SSE_WHOLE } from './contestants/bytes'
import { LOOP, PARSE } from './contestants/floors'
import {
  COLLECT,
  COLLECT_FINALIZE,
  FOLD_RECORDING,
  PARSE_COLLECT,
  PARSE_FRAMES,
  PARSE_SNAPSHOT,
  PARSE_VALUES,
  PARSE_VIEWS,
  READ_BODY,
  READ_ITERABLE,
  WITH_FRAMES,
} from './contestants/ours'
import { OPENAI_CLIENT, OPENAI_STREAM, OPENAI_STRICT } from './contestants/peers'
import type { Topic } from './groups'

/** What a fresh process found of one long stream. */
export interface FreshResult {
  readonly shape: 'text' | 'args'
  readonly column: Column
  /** Milliseconds of the very first fold, before anything was compiled. */
  readonly firstMs: number
  /** What the heap keeps for the closed state, over the bytes of the response's own strings. */
  readonly retained: number
}

/** As many deltas as the budgets call up to 10,000: a little more, for the chunks around them. */
const isUpToTenThousand = ({ chunks }: Column): boolean => chunks < 12_000

export const findingsOf = (
  results: readonly Result<Topic>[],
  fresh: readonly FreshResult[],
): readonly Finding[] => {
  const about = (topic: Topic) => results.filter((result) => result.topic === topic)
  const plain = [...about('text'), ...about('args')]
  const moderate = [...plain, ...about('dialects')].map((result) => ({
    ...result,
    columns: result.columns.filter(isUpToTenThousand),
  }))
  const sixtyFour = about('calls').filter(({ title }) => title.startsWith('64'))
  return [
    ...moderate.flatMap(({ title, columns }) => [
      ...worst(`${title}: collect / JSON.parse`, 'most', 0.1, columns, COLLECT, PARSE),
      ...worst(`${title}: collect / mutable loop`, 'most', 4, columns, COLLECT, LOOP),
      ...worst(`${title}: collectWithFrames / JSON.parse`, 'most', 0.2, columns, WITH_FRAMES, PARSE),
    ]),
    ...fresh.flatMap(({ shape, column, retained }): readonly Finding[] => [
      ...worst(`${shape}, fresh process: collect / JSON.parse`, 'most', 0.2, [column], COLLECT, PARSE),
      ...worst(
        `${shape}, fresh process: collectWithFrames / JSON.parse`,
        'most',
        0.35,
        [column],
        WITH_FRAMES,
        PARSE,
      ),
      {
        work: `${shape}, fresh process: heap of the closed state / bytes of its strings`,
        limit: 1.5,
        side: 'most',
        measured: retained,
      },
    ]),
    ...sixtyFour.flatMap(({ title, columns }) =>
      worst(`${title}: collect / JSON.parse`, 'most', 0.5, columns, COLLECT, PARSE),
    ),
    ...about('bytes').flatMap(({ title, columns }) => [
      ...worst(`${title}: foldRecording / parser alone`, 'most', 1.35, columns, FOLD_RECORDING, SSE_WHOLE),
      ...worst(`${title}: readResponse / parser alone`, 'most', 1.35, columns, READ_ITERABLE, SSE_READS),
      ...worst(
        `${title}: openai client / readResponse of a body`,
        'least',
        10,
        columns,
        OPENAI_CLIENT,
        READ_BODY,
      ),
    ]),
    ...[...plain, ...about('calls')].flatMap(({ title, columns }) => [
      ...worst(
        `${title}: ChatCompletionStream / collect, finalize`,
        'least',
        10,
        columns,
        OPENAI_STREAM,
        COLLECT_FINALIZE,
      ),
      ...worst(
        `${title}: the same, strict / collect, finalize`,
        'least',
        10,
        columns,
        OPENAI_STRICT,
        COLLECT_FINALIZE,
      ),
    ]),
    ...about('growth').flatMap(growthFindings),
  ]
}

/** What is left of each when the parse is taken off: the fold itself, on events as fresh as they are in life. */
const growthFindings = (result: Result): readonly Finding[] =>
  [PARSE_COLLECT, PARSE_FRAMES, PARSE_SNAPSHOT, PARSE_VIEWS, PARSE_VALUES].flatMap((name) => {
    const columns = result.columns.map((column) => less(column, name, PARSE))
    const measured = growthOver({ ...result, columns }, name, PARSE)
    const work = `${result.title}: ${name}, less the parse, / of JSON.parse`
    return Number.isNaN(measured) ? [] : [{ work, limit: 1.05, side: 'most', measured }]
  })
