import type { Turn } from './turns'

/** A message of an API whose users and assistants take turns. */
export interface Alternating<Block> {
  readonly role: 'user' | 'assistant'
  readonly content: Block[]
}

/** Neighbours of one role are one message: results stand at its start, before what the user says. A turn without blocks is left out. */
export const alternate = <Block>(
  turns: readonly Turn[],
  blocksOf: (turn: Turn) => readonly Block[],
): Alternating<Block>[] => {
  const messages: Alternating<Block>[] = []
  for (const turn of turns) {
    const role = turn.role === 'assistant' ? 'assistant' : 'user'
    const content = blocksOf(turn)
    const last = messages.at(-1)
    if (content.length === 0) continue
    if (last?.role === role) last.content.push(...content)
    else messages.push({ role, content: [...content] })
  }
  return messages
}
