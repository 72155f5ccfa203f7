import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import { type CollectorState, finalize, text } from '../collector'
import type { Frame, LlmResponse } from '../frames'
import type { OutputName } from './arguments'

/** What goes to the standard output. Each function gives the text to write now, '' for none. */
export interface Printer {
  /** After an event: the state with it, and what it was worth in frames. */
  readonly step: (state: CollectorState, frames: readonly Frame[]) => string
  /** When the stream has ended: the closed state, and the last frames. */
  readonly last: (state: CollectorState, frames: readonly Frame[]) => string
}

export const printer = (output: OutputName, pretty: boolean): Printer => {
  const line = (value: unknown): string => `${JSON.stringify(value, null, pretty ? 2 : 0)}\n`
  switch (output) {
    case 'response':
      return { step: () => '', last: (state) => line(responseOf(state)) }
    case 'frames':
      return {
        step: (_, frames) => frames.map(line).join(''),
        last: (_, frames) => frames.map(line).join(''),
      }
    case 'states':
      return statesPrinter(line)
    case 'text':
      return textPrinter()
  }
}

const responseOf = (state: CollectorState): LlmResponse =>
  pipe(
    finalize(state),
    E.getOrElse((failed) => failed.partial),
  )

/** The state that the end of the stream makes is a line too, unless an event had ended the stream already. */
const statesPrinter = (line: (value: unknown) => string): Printer => ({
  step: (state) => line(state),
  last: (state, frames) => (frames.length === 0 ? '' : line(state)),
})

/**
 * The text of the first choice. What was written cannot be taken back: where the stream voids some of it, all that stands follows on a new
 * line. The last line is ended. The first half of a character waits for the other one: by itself it cannot be written as UTF-8.
 */
const textPrinter = (): Printer => {
  let written = ''
  let half = ''
  const shown = new Set<number>()
  const write = (more: string): string => {
    const all = half + more
    half = endsInHalf(all) ? all.slice(-1) : ''
    const whole = all.slice(0, all.length - half.length)
    if (whole !== '') written = whole
    return whole
  }
  const endLine = (): string => (written === '' || written.endsWith('\n') ? '' : '\n')

  const step: Printer['step'] = (state, frames) => {
    if (frames.some((frame) => voids(frame, shown))) {
      half = ''
      return write(endLine() + text(state))
    }
    let more = ''
    for (const frame of frames) {
      if (frame.type !== 'text-delta' || frame.choice !== undefined) continue
      shown.add(frame.part)
      more += frame.text
    }
    return write(more)
  }

  return {
    step,
    last: (state, frames) => {
      const said = step(state, frames)
      const all = shown.size === 0 ? write(text(state)) : said // a stream without the first choice
      return `${all}${half}${half === '' ? endLine() : '\n'}`
    },
  }
}

const endsInHalf = (text: string): boolean => /^[\ud800-\udbff]$/.test(text.slice(-1))

const voids = (frame: Frame, shown: ReadonlySet<number>): boolean =>
  frame.type === 'reset' &&
  (frame.onward === true ? [...shown].some((part) => part >= frame.part) : shown.has(frame.part))
