// Written here since the core knows no `btoa`, `Buffer` or `TextEncoder`: it is compiled without the types of any platform.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Bytes as base64, padded. */
export const toBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    text += digit(group >> 18) + digit(group >> 12)
    text += at + 1 < bytes.length ? digit(group >> 6) : '='
    text += at + 2 < bytes.length ? digit(group) : '='
  }
  return text
}

const digit = (bits: number): string => DIGITS.charAt(bits & 63)

/** The bytes of padded base64; undefined where the text is none. */
export const fromBase64 = (text: string): Uint8Array | undefined => {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  let written = 0
  for (let at = 0, bits = 0; at < text.length; at++) {
    bits = (bits << 6) | digitValue(text.charCodeAt(at))
    if (at % 4 !== 3) continue
    bytes[written++] = bits >> 16 // past the end of the array nothing is written
    bytes[written++] = bits >> 8
    bytes[written++] = bits
  }
  return bytes
}

/** What a digit stands for; 0 for padding. */
const digitValue = (code: number): number => {
  if (code >= 0x61) return code - 0x47 // a … z
  if (code >= 0x41) return code - 0x41 // A … Z
  if (code >= 0x30 && code <= 0x39) return code + 4 // 0 … 9
  return code === 0x2b ? 62 : code === 0x2f ? 63 : 0
}
