import type { FileInput } from '../../frames'
import { fileData } from '../shared/file-input'

export interface ConverseFormats {
  readonly image: 'png' | 'jpeg' | 'gif' | 'webp'
  readonly document: 'pdf' | 'csv' | 'doc' | 'docx' | 'xls' | 'xlsx' | 'html' | 'txt' | 'md'
  readonly video: 'mkv' | 'mov' | 'mp4' | 'webm' | 'flv' | 'mpeg' | 'wmv' | 'three_gp'
  readonly audio: 'mp3' | 'mp4' | 'm4a' | 'wav' | 'flac' | 'ogg' | 'opus' | 'aac' | 'webm'
}

type Kind = keyof ConverseFormats

type Source<Bytes> = { readonly bytes: Bytes } | { readonly s3Location: { readonly uri: string } }

type Block<Bytes, K extends Kind> = {
  readonly [_ in K]: {
    readonly format: ConverseFormats[K]
    readonly source: Source<Bytes>
  } & (K extends 'document' ? { readonly name: string } : unknown)
}

/** A file among the content of a message. */
export type ConverseFile<Bytes, K extends Kind = Kind> = { [P in K]: Block<Bytes, P> }[K]

/** What each media type is called. Others are not taken. */
const FORMATS: ReadonlyMap<string, { readonly [K in Kind]?: ConverseFormats[K] }> = new Map([
  ['image/png', { image: 'png' }],
  ['image/jpeg', { image: 'jpeg' }],
  ['image/jpg', { image: 'jpeg' }],
  ['image/gif', { image: 'gif' }],
  ['image/webp', { image: 'webp' }],
  ['application/pdf', { document: 'pdf' }],
  ['application/msword', { document: 'doc' }],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', { document: 'docx' }],
  ['application/vnd.ms-excel', { document: 'xls' }],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', { document: 'xlsx' }],
  ['text/csv', { document: 'csv' }],
  ['text/html', { document: 'html' }],
  ['text/markdown', { document: 'md' }],
  ['text/plain', { document: 'txt' }],
  ['application/json', { document: 'txt' }],
  ['video/x-matroska', { video: 'mkv' }],
  ['video/quicktime', { video: 'mov' }],
  ['video/mp4', { video: 'mp4' }],
  ['video/webm', { video: 'webm' }],
  ['video/x-flv', { video: 'flv' }],
  ['video/mpeg', { video: 'mpeg' }],
  ['video/x-ms-wmv', { video: 'wmv' }],
  ['video/3gpp', { video: 'three_gp' }],
  ['audio/mpeg', { audio: 'mp3' }],
  ['audio/mp3', { audio: 'mp3' }],
  ['audio/mp4', { audio: 'mp4' }],
  ['audio/m4a', { audio: 'm4a' }],
  ['audio/x-m4a', { audio: 'm4a' }],
  ['audio/wav', { audio: 'wav' }],
  ['audio/x-wav', { audio: 'wav' }],
  ['audio/flac', { audio: 'flac' }],
  ['audio/ogg', { audio: 'ogg' }],
  ['audio/opus', { audio: 'opus' }],
  ['audio/aac', { audio: 'aac' }],
  ['audio/webm', { audio: 'webm' }],
])

/** The block of a file; none for a media type that is not taken, and for an address outside of S3, which nobody would fetch. */
export const fileBlocks = (file: FileInput, names: Set<string>): readonly ConverseFile<string>[] => {
  const { image, document, video, audio } = FORMATS.get(file.mediaType.split(';', 1)[0] ?? '') ?? {}
  const source = sourceOf(file)
  if (source === undefined) return []
  if (image !== undefined) return [{ image: { format: image, source } }]
  if (video !== undefined) return [{ video: { format: video, source } }]
  if (audio !== undefined) return [{ audio: { format: audio, source } }]
  return document === undefined ? [] : [{ document: { format: document, name: nameOf(file, names), source } }]
}

const sourceOf = (file: FileInput): Source<string> | undefined => {
  const bytes = fileData(file)
  if (bytes !== undefined) return { bytes }
  return file.url?.startsWith('s3://') === true ? { s3Location: { uri: file.url } } : undefined
}

/** A name of the characters that are taken, unlike those of all other documents of the request. */
const nameOf = ({ filename = '' }: FileInput, names: Set<string>): string => {
  const stem = filename.replace(/\.[^.]*$/, '').replace(/[^A-Za-z0-9()[\] -]/g, '-')
  const name = stem.replace(/ +/g, ' ').slice(0, 190).trim() || 'document'
  let free = name
  for (let attempt = 2; names.has(free); attempt++) free = `${name} (${attempt})`
  names.add(free)
  return free
}
