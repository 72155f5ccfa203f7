import { toJson } from '../../data'
import type { FilePart } from '../../frames'

/** A file from where the wire has its type, its address and its base64; what is blank or no text is absent. */
export const toFilePart = (mediaType: unknown, url: unknown, data: unknown, raw: unknown): FilePart => ({
  type: 'file',
  ...(isSaid(mediaType) && { mediaType }),
  ...(isSaid(url) && { url }),
  ...(isSaid(data) && { data }),
  raw: toJson(raw),
})

const isSaid = (value: unknown): value is string => typeof value === 'string' && value !== ''
