// Written here since the core knows no `btoa`, `Buffer` or `TextEncoder`: it is compiled without the types of any platform.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Bytes as base64, padded. */
export const toBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    for (let digit = 0; digit < 4; digit++) {
      text += at + digit > bytes.length ? '=' : DIGITS.charAt((group >> (18 - 6 * digit)) & 63)
    }
  }
  return text
}

/** The bytes of padded base64; undefined where the text is none. */
export const fromBase64 = (text: string): Uint8Array | undefined => {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  const end = text.indexOf('=')
  const digits = end < 0 ? text.length : end
  const bytes = new Uint8Array(Math.floor((digits * 3) / 4))
  let bits = 0
  for (let at = 0, written = 0; at < digits; at++) {
    bits = (bits << 6) | DIGITS.indexOf(text.charAt(at))
    if (at % 4 !== 0) bytes[written++] = bits >> (6 - 2 * (at % 4))
  }
  return bytes
}
