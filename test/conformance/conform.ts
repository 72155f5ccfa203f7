import * as E from 'fp-ts/Either'
import type { CollectorState, LlmResponse } from '../../src'
import { detect } from '../../src/wire'
import { type Argued, argued } from './argued'
import { bytesOf, type Recording } from './corpus'
import { type Difference, differences, digestOf, responseOf } from './digest'
import { foldBytes } from './streams'

/** How one recording folds, against what was expected. */
export interface Conformance {
  readonly recording: Recording
  readonly state: CollectorState
  readonly response: LlmResponse
  /** Differences that nothing excuses. */
  readonly failures: readonly Difference[]
  /** Differences that we argue. */
  readonly argued: readonly (Difference & { readonly why: string })[]
  /** Differences where the corpus claims nothing. */
  readonly judged: readonly Difference[]
  readonly detection: Detection
}

/**
 * Whether the dialect of a raw body is told from it. `unmarked`: it is taken for the dialect that its own adds to, and shows nothing of what that
 * one adds. `unasked`: only decoded events were kept.
 */
export type Detection = 'right' | 'unmarked' | 'argued' | 'wrong' | 'unasked'

/** Folds a recording the way its bytes go: framing, decoding, folding, and a clean end. */
export const conform = (recording: Recording): Conformance => {
  const bytes = bytesOf(recording)
  const state = foldBytes(recording.provider, bytes)
  const found = differences(recording.expected, digestOf(state))
  const open = found.filter((difference) => !difference.ambiguous)
  return {
    recording,
    state,
    response: responseOf(state),
    failures: open.filter((difference) => argumentFor(recording, difference.field) === undefined),
    argued: open.flatMap((difference) => {
      const argument = argumentFor(recording, difference.field)
      return argument === undefined ? [] : [{ ...difference, why: argument.why }]
    }),
    judged: found.filter((difference) => difference.ambiguous),
    detection: recording.raw ? detection(recording, bytes) : 'unasked',
  }
}

const detection = (recording: Recording, bytes: Uint8Array): Detection => {
  const detected = detect(bytes)
  const told = E.isRight(detected) ? detected.right : undefined
  if (told === recording.provider) return 'right'
  const isUnmarked = !OPENROUTER_MARK.test(new TextDecoder().decode(bytes))
  if (recording.provider === 'openrouter' && told === 'openai' && isUnmarked) return 'unmarked'
  return argumentFor(recording, 'detect') === undefined ? 'wrong' : 'argued'
}

/** The keep-alive comment of OpenRouter, and the field that names who served the request. */
const OPENROUTER_MARK = /^: OPENROUTER|"provider": *"/m

/** Whether a recording folds to just what was expected. */
export const isEqual = ({ failures, argued, judged }: Conformance): boolean =>
  failures.length + argued.length + judged.length === 0

const argumentFor = ({ file }: Recording, field: string): Argued | undefined =>
  argued.find((one) => one.file === file && one.field === field)

/** Arguments for differences that are not there. */
export const idleArguments = (conformances: readonly Conformance[]): readonly Argued[] =>
  argued.filter(({ file, field }) => {
    const its = conformances.filter(({ recording }) => recording.file === file)
    return field === 'detect'
      ? its.every((one) => one.detection !== 'argued')
      : its.every((one) => one.argued.every((difference) => difference.field !== field))
  })
