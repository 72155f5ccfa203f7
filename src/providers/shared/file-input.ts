import type { FileInput } from '../../frames'

/** A file's address, or a `data:` URL with all of it. */
export const fileUrl = ({ mediaType, url, data }: FileInput): string =>
  url ?? `data:${mediaType};base64,${data ?? ''}`

/** A file's bytes in base64, for providers that fetch nothing; undefined where there is only an address. */
export const fileData = ({ url, data }: Pick<FileInput, 'url' | 'data'>): string | undefined =>
  data ?? /^data:[^,]*;base64,(.*)$/s.exec(url ?? '')?.[1]

/** A file's name, for providers that refuse bytes without one. */
export const filenameOf = ({ filename, mediaType }: FileInput): string =>
  filename ?? `file.${mediaType.split('/').at(-1)}`
