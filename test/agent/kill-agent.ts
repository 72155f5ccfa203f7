import { appendFileSync } from 'node:fs'
import { decode } from '../../src'
import { type Agent, tool } from '../../src/agent'
import { eventsOf, type Turn } from '../machine/world'

const SCRIPT: readonly Turn[] = [
  {
    text: 'Two things to do.',
    calls: [
      { id: 'c1', name: 'write', arguments: '{"line":"one"}' },
      { id: 'c2', name: 'write', arguments: '{"line":"two"}' },
    ],
    finish: 'tool_calls',
  },
  { text: 'Both are done.', calls: [], finish: 'stop' },
]

/** An agent whose tool leaves a trace in a file when it is done, so that another process can see how often it was. */
export const writingAgent = (traces: string): Agent => ({
  model: {
    provider: 'openai',
    stream: async function* ({ conversation }) {
      const answered = conversation.filter(({ role }) => role === 'assistant').length
      for (const event of eventsOf(SCRIPT[answered] ?? SCRIPT[1] ?? NOTHING)) yield decode('openai')(event)
    },
  },
  settings: { model: 'm' },
  toolExecution: 'sequential',
  tools: [
    tool({
      name: 'write',
      input: { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] },
      execute: (_, { callId }) => {
        appendFileSync(traces, `${callId}\n`)
        return `${callId} is written`
      },
    }),
  ],
})

const NOTHING: Turn = { text: '', calls: [], finish: 'stop' }
