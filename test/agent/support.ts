import { decode } from '../../src'
import type { Agent, AgentFrame, Tool } from '../../src/agent'
import { eventsOf, type Turn } from '../machine/world'

export const text = (words: string): Turn => ({ text: words, calls: [], finish: 'stop' })

export const asks = (...names: readonly string[]): Turn => ({
  text: '',
  calls: names.map((name, n) => ({ id: `c${n}`, name, arguments: '{}' })),
  finish: 'tool_calls',
})

/** An agent that answers turn by turn, and what was seen of it. */
export const agentOf = (turns: readonly Turn[], more: Partial<Agent> = {}) => {
  const seen = { requests: 0, pulled: 0, closed: 0, signals: [] as (AbortSignal | undefined)[] }
  async function* stream(turn: Turn) {
    try {
      for (const event of eventsOf(turn)) {
        seen.pulled++
        yield decode('openai')(event)
      }
    } finally {
      seen.closed++
    }
  }
  const agent: Agent = {
    model: {
      provider: 'openai',
      stream: (_request, options) => {
        seen.signals.push(options?.signal)
        return stream(turns[seen.requests++] ?? text('Done.'))
      },
    },
    settings: { model: 'm' },
    ...more,
  }
  return { agent, seen }
}

export const doing = (name: string, execute: Tool['execute']): Tool => ({ name, execute })

export const framesOf = async (frames: AsyncIterable<AgentFrame>): Promise<readonly AgentFrame[]> => {
  const all: AgentFrame[] = []
  for await (const frame of frames) all.push(frame)
  return all
}

export const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))
