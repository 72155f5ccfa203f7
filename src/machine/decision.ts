import { isRecord, type Json } from '../data'

/** What becomes of a call that waits for somebody's word. `defer`: nobody can say now; the run is suspended until somebody does. */
export type Decision =
  | { readonly type: 'approve' }
  | { readonly type: 'reject'; readonly reason?: string | null | undefined }
  | { readonly type: 'edit'; readonly input: Json }
  | { readonly type: 'defer' }

/** Whether a value is one. Hooks and files may give anything, and nothing but a clear word lets a call run. */
export const isDecision = (value: unknown): value is Decision => {
  if (!isRecord(value)) return false
  const { type, reason, input } = value
  switch (type) {
    case 'approve':
    case 'defer':
      return true
    case 'reject':
      return reason === undefined || reason === null || typeof reason === 'string'
    case 'edit':
      return input !== undefined
    default:
      return false
  }
}

export const DEFERRED: Decision = { type: 'defer' }
