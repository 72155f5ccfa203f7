import { LOWER_F, LOWER_N, LOWER_T } from './characters'
import { addValue, append, fail, type Reader, takeToken } from './reader'

const VALUES = { true: true, false: false, null: null } as const

/** The literal name that begins with a character, if one does. */
export const wordWith = (code: number): keyof typeof VALUES | undefined => {
  switch (code) {
    case LOWER_T:
      return 'true'
    case LOWER_F:
      return 'false'
    case LOWER_N:
      return 'null'
    default:
      return undefined
  }
}

/** Reads on in `true`, `false` or `null`; whether it came to its end. */
export const readWord = (reader: Reader): boolean => {
  const { source, at: from, tail } = reader
  const word = wordWith(tail === '' ? source.charCodeAt(from) : tail.charCodeAt(0))
  if (word === undefined) return false
  const left = word.slice(tail.length)
  for (let read = 0; read < left.length; read++) {
    if (from + read === source.length) {
      append(reader, left.slice(0, read))
      reader.at = source.length
      return false
    }
    if (source[from + read] !== left[read]) {
      return fail(reader, 'unexpected-character', from + read, `"${word}"`)
    }
  }
  takeToken(reader, '')
  reader.at = from + left.length
  addValue(reader, VALUES[word])
  return true
}
