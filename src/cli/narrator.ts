import type { AgentFrame, ToolContent } from '../agent'
import type { Json } from '../data'
import type { Io } from './io'

const SPINS = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const SPIN_MS = 100

/** To the start of the line, and clear it. */
const WIPE = '\r\u001B[K'

interface Call {
  readonly name: string
  readonly input: string
  readonly startedAt: number
}

/** Tells a run as it goes: what the model says on the standard output, all else on the standard error. */
export interface Narrator {
  /** `false` when nobody reads any more. */
  readonly frame: (frame: AgentFrame) => Promise<boolean>
  /** All of an answer, on lines of its own. */
  readonly answer: (text: string) => Promise<void>
  /** The spinner stops, and the last line of text is ended. */
  readonly end: () => Promise<void>
}

export const narrator = (io: Io): Narrator => {
  const isLive = io.stderr.isTTY
  const isColoured = isLive && (io.env['NO_COLOR'] ?? '') === ''
  const running = new Map<string, Call>()
  let isLineOpen = false // of the text
  let isDimOpen = false // of the reasoning
  let isRead = true
  let spins = 0
  let stopSpinner: (() => void) | undefined

  const dim = (text: string): string => (isColoured ? `\u001B[2m${text}\u001B[22m` : text)

  const say = async (said: string): Promise<void> => {
    const text = io.stdout.isTTY ? said.replace(CONTROLS, '') : said
    if (text === '') return
    await endReasoning()
    isRead = await io.stdout.write(text)
    isLineOpen = !text.endsWith('\n')
  }

  const endText = async (): Promise<void> => {
    if (!isLineOpen) return
    isLineOpen = false
    isRead = await io.stdout.write('\n')
  }

  const reason = async (thought: string): Promise<void> => {
    const text = thought.replace(CONTROLS, '')
    if (text === '') return
    if (!isDimOpen) await endText()
    isDimOpen = true
    await io.stderr.write(dim(text))
  }

  const endReasoning = async (): Promise<void> => {
    if (!isDimOpen) return
    isDimOpen = false
    await io.stderr.write('\n')
  }

  const line = async (text: string): Promise<void> => {
    await endReasoning()
    await endText()
    await io.stderr.write(`${isLive && stopSpinner !== undefined ? WIPE : ''}${text}\n`)
  }

  const spin = (): void => {
    const [first] = running.values()
    if (first === undefined) return
    spins++
    const others = running.size > 1 ? ` and ${running.size - 1} more` : ''
    const text = `${SPINS[spins % SPINS.length]} ${first.name}(${first.input})${others} ${seconds(io.now() - first.startedAt)}`
    void io.stderr.write(`${WIPE}${dim(fitted(text, io.stderr.columns))}`)
  }

  const start = async (id: string, call: Call): Promise<void> => {
    await endReasoning()
    await endText()
    running.set(id, call)
    if (isLive) stopSpinner ??= io.every(SPIN_MS, spin)
  }

  const finish = async (frame: Extract<AgentFrame, { type: 'tool-end' }>): Promise<void> => {
    const call = running.get(frame.id)
    running.delete(frame.id)
    const mark = frame.status === 'succeeded' ? '✓' : '✗'
    const time = call === undefined ? '' : ` ${seconds(io.now() - call.startedAt)}`
    await line(`${mark} ${brief(frame.name)}(${call?.input ?? ''})${time}: ${brief(wordsOf(frame.content))}`)
    if (running.size === 0) hush()
  }

  const hush = (): void => {
    stopSpinner?.()
    stopSpinner = undefined
  }

  return {
    frame: async (frame) => {
      switch (frame.type) {
        case 'text-delta':
          if (frame.choice === undefined) await say(frame.text)
          break
        case 'refusal-delta':
          await say(frame.text)
          break
        case 'reasoning-delta':
          await reason(frame.text)
          break
        case 'tool-start':
          await start(frame.id, {
            name: brief(frame.name),
            input: brief(JSON.stringify(frame.input)),
            startedAt: io.now(),
          })
          break
        case 'tool-end':
          await finish(frame)
          break
        case 'tool-progress':
          await line(`… ${brief(frame.name)}: ${brief(wordsOf(frame.progress))}`)
          break
        case 'reset':
          await line('The answer so far is void; it begins anew.')
          break
        default:
          break
      }
      return isRead
    },
    answer: async (text) => {
      await say(text)
      await endText()
    },
    end: async () => {
      hush()
      if (running.size > 0 && isLive) await io.stderr.write(WIPE)
      await endReasoning()
      await endText()
    },
  }
}

const seconds = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`

const wordsOf = (content: ToolContent | Json): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return JSON.stringify(content)
  return content.map(partWords).join(' ')
}

const partWords = (part: unknown): string => {
  if (typeof part !== 'object' || part === null || !('type' in part)) return JSON.stringify(part)
  if (part.type === 'json' && 'value' in part) return JSON.stringify(part.value)
  if (part.type === 'text' && 'text' in part) return String(part.text)
  return `[${part.type === 'file' && 'mediaType' in part ? String(part.mediaType) : String(part.type)}]`
}

/** As much of a text as is sure to stay on one line of a terminal, which could not be wiped else. What is not Latin may take two columns. */
const fitted = (text: string, columns = 80): string => {
  let fits = ''
  let width = 0
  for (const character of text) {
    width += character < '\u0300' ? 1 : 2
    if (width >= columns) break
    fits += character
  }
  return fits
}

const BRIEF = 80

/** Characters that a terminal obeys, but for line feeds and tabs. What a model or a tool says is only shown. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu

/** A text in one short line. */
const brief = (text: string): string => {
  const flat = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return flat.length <= BRIEF ? flat : `${flat.slice(0, BRIEF).replace(/\p{Cs}$/u, '')}…`
}
