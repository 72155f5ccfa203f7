import { fromBase64, toBase64 } from '../../data'

/**
 * More base64 for what came before it, so that all of it together is the base64 of all the bytes: pieces that were encoded each by itself do
 * not fit to each other. Gives what is settled, and the rest that the next piece goes on from. What is no base64 is kept as it came.
 */
export const joinBase64 = (rest: string, piece: string): readonly [settled: string, rest: string] => {
  const before = fromBase64(rest)
  const bytes = fromBase64(piece)
  if (before === undefined || bytes === undefined) return [rest + piece, '']
  const whole = before.length === 0 ? piece : toBase64(concatenated(before, bytes))
  const end = whole.endsWith('=') ? whole.length - 4 : whole.length
  return [whole.slice(0, end), whole.slice(end)]
}

/** The base64 of the bytes of all pieces. */
export const joinedBase64 = (pieces: readonly string[]): string => {
  let text = ''
  let rest = ''
  for (const piece of pieces) {
    const [settled, next] = joinBase64(rest, piece)
    text += settled
    rest = next
  }
  return text + rest
}

const concatenated = (first: Uint8Array, second: Uint8Array): Uint8Array => {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
