/** Why a text is no JSON, and where. */
export interface JsonError {
  /**
   * `unexpected-character`: what stands at `offset` cannot stand there. `unexpected-end`: the text ends within a value, or before it.
   * `too-deep`: one more container would be inside of more than the depth limit.
   */
  readonly code: 'unexpected-character' | 'unexpected-end' | 'too-deep'
  readonly message: string
  /** UTF-16 units before the character at fault. */
  readonly offset: number
  /** 1 for the first; lines end at line feeds. */
  readonly line: number
  /** 1 for the first; UTF-16 units as well. */
  readonly column: number
  /** What could have stood there, as a phrase: `a value`, `"," or "]"`. */
  readonly expected: string
  /** The character at fault; absent at the end of the text. */
  readonly found?: string
}
