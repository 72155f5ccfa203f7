import type { JsonError } from './error'
import type { JsonHead, JsonState } from './state'

/** The error at an offset of the line that is being read. */
export const errorAt = (
  { line, lineStart }: JsonHead,
  code: JsonError['code'],
  offset: number,
  expected: string,
  found?: string,
): JsonError => {
  const column = offset - lineStart + 1
  const seen = found === undefined ? 'the text ends' : `found ${JSON.stringify(found)}`
  return {
    code,
    message: `Line ${line}, column ${column}: expected ${expected}, but ${seen}.`,
    offset,
    line,
    column,
    expected,
    ...(found !== undefined && { found }),
  }
}

/** What may come next, as a phrase. */
export const expectedNext = ({ mode, open }: Pick<JsonState, 'mode' | 'open'>): string => {
  switch (mode) {
    case 'value':
      return 'a value'
    case 'first-item':
      return 'a value or "]"'
    case 'first-key':
      return 'a key in quotes or "}"'
    case 'key':
      return 'a key in quotes'
    case 'colon':
      return '":"'
    case 'comma':
    case 'in-number':
      return open?.type === 'object' ? '"," or "}"' : '"," or "]"'
    case 'in-string':
    case 'in-key':
      return 'the end of the string'
    case 'in-word':
      return 'the end of the word'
    case 'end':
      return 'the end of the text'
  }
}
