import type { Signal } from '../../frames'
import { issue } from './signals'

/** The response's id and model, each '' while unknown. */
interface Identity {
  readonly id: string
  readonly model: string
}

/** The first non-empty id and model stay, whatever later events say. Null when an event says nothing new. */
export const readIdentityOf = (
  held: Identity,
  wireId: unknown,
  wireModel: unknown,
): readonly [Identity, readonly Signal[]] | null => {
  const id = typeof wireId === 'string' ? wireId : ''
  const model = typeof wireModel === 'string' ? wireModel : ''
  const newId = held.id === '' && id !== ''
  const newModel = held.model === '' && model !== ''
  const said: Signal[] = []
  if (newId || newModel) said.push({ type: 'identify', ...(newId && { id }), ...(newModel && { model }) })
  if (!newId && id !== '' && id !== held.id) {
    said.push(issue('id-changed', 'The response id changed within the stream; the first one stays.'))
  }
  if (!newModel && model !== '' && model !== held.model) {
    said.push(issue('model-changed', 'The model changed within the stream; the first one stays.'))
  }
  return said.length === 0 ? null : [{ id: held.id || id, model: held.model || model }, said]
}

/** {@link readIdentityOf}, with the cursor that has what is new. */
export const readIdentity = <C extends Identity>(
  cursor: C,
  wireId: unknown,
  wireModel: unknown,
): readonly [C, readonly Signal[]] | null => {
  const read = readIdentityOf(cursor, wireId, wireModel)
  if (read === null) return null
  const [{ id, model }, said] = read
  return [id === cursor.id && model === cursor.model ? cursor : { ...cursor, id, model }, said]
}
