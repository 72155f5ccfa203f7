import { fromBase64 } from '../../data'
import type { FileInput } from '../../frames'
import { fileData } from '../shared/file-input'

/** A file among the content of a message. */
type FileBlock =
  | { readonly type: 'image'; readonly source: Source }
  | { readonly type: 'document'; readonly source: Source; readonly title?: string }

type Source =
  | { readonly type: 'base64'; readonly media_type: string; readonly data: string }
  | { readonly type: 'text'; readonly media_type: 'text/plain'; readonly data: string }
  | { readonly type: 'url'; readonly url: string }

/** @see https://platform.claude.com/docs/en/build-with-claude/pdf-support */
export const fileBlock = (file: FileInput): FileBlock => {
  const mediaType = (file.mediaType.split(';', 1)[0] ?? '').replace(/^image\/jpg$/, 'image/jpeg')
  const source = sourceOf(file, mediaType)
  if (mediaType.startsWith('image/')) return { type: 'image', source }
  return { type: 'document', source, ...(file.filename !== undefined && { title: file.filename }) }
}

/** Of base64 the API takes pictures and PDF; a document of text is wanted as text. */
const sourceOf = (file: FileInput, mediaType: string): Source => {
  const data = fileData(file)
  if (data === undefined) return { type: 'url', url: file.url ?? '' }
  const text = /^text\/|^application\/json$/.test(mediaType) ? textIn(data) : undefined
  return text === undefined
    ? { type: 'base64', media_type: mediaType, data }
    : { type: 'text', media_type: 'text/plain', data: text }
}

/** The text whose UTF-8 is in base64; undefined where it is none. The core knows no `TextDecoder`. */
const textIn = (base64: string): string | undefined => {
  const bytes = fromBase64(base64)
  if (bytes === undefined) return undefined
  try {
    return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
  } catch {
    return undefined
  }
}
