import { finiteNumber, isRecord, toJson } from '../../data'
import type { ContentPart, FilePart, SourcePart } from '../../frames'

/** A source address, or an annotation that names one. */
export const toSource = (raw: unknown): SourcePart => {
  const citation = isRecord(raw) && isRecord(raw['url_citation']) ? raw['url_citation'] : raw
  const url = typeof citation === 'string' ? citation : isRecord(citation) ? text(citation['url']) : undefined
  const title = isRecord(citation) ? text(citation['title']) : undefined
  const start = isRecord(citation) ? finiteNumber(citation['start_index']) : undefined
  const end = isRecord(citation) ? finiteNumber(citation['end_index']) : undefined
  return {
    type: 'source',
    ...(url !== undefined && { url }),
    ...(title !== undefined && { title }),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    raw: toJson(raw),
  }
}

/**
 * An entry of `images`, or an image in a content list: `{ image_url: { url } }`, where the URL often holds the whole image. A text without a
 * colon is no URL but the bytes in base64.
 */
export const toFile = (raw: unknown): FilePart => {
  const holder = isRecord(raw) ? (raw['image_url'] ?? raw['url'] ?? raw['b64_json']) : raw
  const url = isRecord(holder) ? text(holder['url']) : text(holder)
  const isBare =
    url !== undefined && (isRecord(raw) ? url === raw['b64_json'] : !url.slice(0, 128).includes(':'))
  const mediaType = url === undefined ? undefined : /^data:([^;,]+)[;,]/.exec(url.slice(0, 128))?.[1]
  return {
    type: 'file',
    ...(mediaType !== undefined && { mediaType }),
    ...(url !== undefined && (isBare ? { data: url } : { url })),
    raw: toJson(raw),
  }
}

/** A piece of a content list that is neither text, reasoning nor refusal. */
export const toContentPart = (raw: unknown): ContentPart => {
  switch (isRecord(raw) ? raw['type'] : undefined) {
    case 'image_url':
    case 'image':
      return toFile(raw)
    case 'reference':
    case 'tool_reference':
      return toSource(raw)
    default:
      return { type: 'unknown', raw: toJson(raw) }
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
