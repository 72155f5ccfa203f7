/**
 * An id of nine letters and digits that stands for another one, for providers that refuse ids of other forms. The same for the same id, so that call
 * and result still find each other; of 53 bits, so that different ids do not meet in one conversation.
 */
export const shortId = (id: string): string => {
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (let unit = 0; unit < id.length; unit++) {
    const code = id.charCodeAt(unit)
    low = Math.imul(low ^ code, 2654435761)
    high = Math.imul(high ^ code, 1597334677)
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  let rest = (high >>> 0) * 0x200000 + ((low >>> 0) & 0x1fffff)
  let short = ''
  for (let digit = 0; digit < 9; digit++) {
    short += DIGITS[rest % 62] ?? '0'
    rest = Math.floor(rest / 62)
  }
  return short
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An id for providers that take letters, digits, `_` and `-`, 64 at most: itself, if it is one. */
export const acceptableId = (id: string): string => (/^[\w-]{1,64}$/.test(id) ? id : shortId(id))

/** A function's name as every provider takes it: letters, digits, `_` and `-`, 64 at most. A name that the model made up may hold anything. */
export const acceptableName = (name: string): string => name.replace(/[^\w-]/g, '_').slice(0, 64) || '_'
