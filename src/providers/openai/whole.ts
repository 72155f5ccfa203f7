import { finiteNumber, isRecord } from '../../data'
import type { ContentPart } from '../../frames'
import { textOf } from '../shared/fields'
import { mapAccum, place } from '../shared/signals'
import { type Desk, type Reader, type Said, withLane, withNextPart } from './desk'
import { toFile, toSource } from './parts'

/** Base64 and transcript append, the id and the expiry are set. */
export const readAudio: Reader = (desk, delta) => {
  const { audio } = delta
  if (!isRecord(audio)) return null
  const id = textOf(audio['id'])
  const data = textOf(audio['data'])
  const transcript = textOf(audio['transcript'])
  const expiresAt = finiteNumber(audio['expires_at'])
  if (id + data + transcript === '' && expiresAt === undefined) return null
  const isNew = desk.lane.audio < 0
  const part = isNew ? desk.parts : desk.lane.audio
  return [
    withLane(isNew ? withNextPart(desk) : desk, { audio: part, touched: true }),
    [
      {
        type: 'audio-delta',
        ...place(part, desk.lane.choice),
        ...(id !== '' && { id }),
        data,
        transcript,
        ...(expiresAt !== undefined && { expiresAt }),
      },
    ],
  ]
}

export const readImages: Reader = (desk, delta) =>
  Array.isArray(delta.images) && delta.images.length > 0
    ? mapAccum(desk, delta.images, (current, image: unknown) => sayWhole(current, toFile(image)))
    : null

export const readAnnotations: Reader = (desk, delta) =>
  Array.isArray(delta.annotations) && delta.annotations.length > 0
    ? mapAccum(desk, delta.annotations, (current, annotation: unknown) =>
        sayWhole(current, toSource(annotation)),
      )
    : null

/** A part that comes in one piece. It stands beside the open one, which goes on. */
export const sayWhole = (desk: Desk, content: ContentPart): Said => [
  withNextPart(withLane(desk, { touched: true })),
  [{ type: 'part', ...place(desk.parts, desk.lane.choice), content }],
]
