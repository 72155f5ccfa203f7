import type { Conversation } from '../../src'

/**
 * What is wrong with a history, in words; empty for one that any provider takes: the results of an assistant's calls stand right behind its message, one for
 * each call, in the order of the calls, and no id comes twice.
 */
export const faultsOf = (conversation: Conversation): readonly string[] => {
  const faults: string[] = []
  const seen = new Set<string>()
  let due: string[] = []
  for (const message of conversation) {
    if (message.role === 'tool') {
      const next = due.shift()
      if (next !== message.toolCallId)
        faults.push(`a result for ${message.toolCallId}, where ${next} was due`)
      continue
    }
    if (due.length > 0) faults.push(`no result for ${due.join(', ')}`)
    due = []
    if (message.role !== 'assistant') continue
    for (const part of message.content) {
      if (part.type !== 'tool-call') continue
      if (seen.has(part.id)) faults.push(`${part.id} comes twice`)
      seen.add(part.id)
      due.push(part.id)
    }
  }
  if (due.length > 0) faults.push(`no result for ${due.join(', ')}`)
  return faults
}
