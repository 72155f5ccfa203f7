import type { Signal } from '../../frames'
import { issue } from './signals'

interface Identified {
  /** '' while unknown; the first non-empty one stays. */
  readonly id: string
  readonly model: string
}

/** What an event says of the response's identity; null when that is nothing. The first non-empty id and model stay. */
export const readIdentity = <C extends Identified>(
  cursor: C,
  wireId: unknown,
  wireModel: unknown,
): readonly [C, readonly Signal[]] | null => {
  const id = typeof wireId === 'string' ? wireId : ''
  const model = typeof wireModel === 'string' ? wireModel : ''
  const newId = cursor.id === '' && id !== ''
  const newModel = cursor.model === '' && model !== ''
  const said: Signal[] = []
  if (newId || newModel) said.push({ type: 'identify', ...(newId && { id }), ...(newModel && { model }) })
  if (!newId && id !== '' && id !== cursor.id) {
    said.push(issue('id-changed', 'The response id changed within the stream; the first one stays.'))
  }
  if (!newModel && model !== '' && model !== cursor.model) {
    said.push(issue('model-changed', 'The model changed within the stream; the first one stays.'))
  }
  if (said.length === 0) return null
  return [newId || newModel ? { ...cursor, id: cursor.id || id, model: cursor.model || model } : cursor, said]
}
