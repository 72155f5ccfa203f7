/** Where lines go. */
export interface Terminal {
  /** Lines that stay as they are. */
  readonly print: (lines: readonly string[]) => void
  /** Lines that will be shown anew as they change: only the changed ones are written. */
  readonly show: (lines: readonly string[]) => void
  /** The lines shown stay as they are. */
  readonly settle: () => void
}

export interface Output {
  readonly isTTY: boolean
  readonly rows: number
  readonly write: (text: string) => void
}

const CLEAR_LINE = '\u001B[K'
const CLEAR_BELOW = '\u001B[J'
const up = (lines: number): string => (lines === 0 ? '' : `\u001B[${lines}A`)

/** Without a terminal, changing lines are written once, when they have settled. */
export const openTerminal = (output: Output): Terminal => {
  let shown: readonly string[] = []

  const show = (lines: readonly string[]): void => {
    const reachable = Math.max(0, shown.length - (output.rows - 2)) // what has scrolled off the top cannot be written over
    const changed = lines.findIndex((line, at) => line !== shown[at])
    const from = Math.max(reachable, changed < 0 ? Math.min(lines.length, shown.length) : changed)
    if (output.isTTY && (changed >= 0 || lines.length < shown.length)) {
      const body = lines.slice(from).map((line) => `${line}${CLEAR_LINE}\n`)
      output.write(
        `${up(shown.length - from)}\r${body.join('')}${lines.length < shown.length ? CLEAR_BELOW : ''}`,
      )
    }
    shown = lines
  }

  const settle = (): void => {
    if (!output.isTTY) output.write(shown.map((line) => `${line}\n`).join(''))
    shown = []
  }

  return { show, settle, print: (lines) => output.write(lines.map((line) => `${line}\n`).join('')) }
}

const STYLES = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const

export type Paint = { readonly [S in keyof typeof STYLES]: (text: string) => string }

/** Plain text where colours are not wanted. */
export const paintFor = (isColourful: boolean): Paint => {
  const style =
    ([on, off]: readonly [number, number]) =>
    (text: string): string =>
      isColourful ? `\u001B[${on}m${text}\u001B[${off}m` : text
  return {
    bold: style(STYLES.bold),
    dim: style(STYLES.dim),
    italic: style(STYLES.italic),
    red: style(STYLES.red),
    green: style(STYLES.green),
    yellow: style(STYLES.yellow),
    blue: style(STYLES.blue),
    magenta: style(STYLES.magenta),
    cyan: style(STYLES.cyan),
  }
}

/** Columns a text takes: pictures take two. Good for these recordings; a real terminal UI wants a table of Unicode. */
export const columns = (text: string): number => {
  let count = 0
  for (const character of text) count += (character.codePointAt(0) ?? 0) >= 0x1f300 ? 2 : 1
  return count
}

/** Lines of at most `width` columns, broken at spaces, or within a word that is longer. */
export const wrap = (text: string, width: number): readonly string[] =>
  text.split('\n').flatMap((line) => wrapLine(line, Math.max(1, width)))

const wrapLine = (text: string, width: number): readonly string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<= )/)) {
    if (columns(line + word.trimEnd()) > width && line !== '') {
      lines.push(line.trimEnd())
      line = ''
    }
    line += word
    while (columns(line.trimEnd()) > width) {
      const characters = [...line]
      lines.push(characters.slice(0, width).join(''))
      line = characters.slice(width).join('')
    }
  }
  return [...lines, line.trimEnd()]
}

/** Lines of at most `width` characters, broken anywhere. */
export const cut = (text: string, width: number): readonly string[] => {
  const characters = [...text.replaceAll('\n', ' ')]
  const room = Math.max(1, width)
  return Array.from({ length: Math.max(1, Math.ceil(characters.length / room)) }, (_, at) =>
    characters.slice(at * room, (at + 1) * room).join(''),
  )
}
