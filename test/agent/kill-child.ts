import { appendFileSync } from 'node:fs'
import { run } from '../../src/agent'
import { writingAgent } from './kill-agent'

// Runs the agent, and kills itself as soon as its journal has a given number of lines: nothing is tidied up, nothing flushed.

const [, , journal = '', traces = '', last = '0'] = process.argv

let written = 0
const write = (line: string): void => {
  appendFileSync(journal, line)
  if (++written === Number(last)) process.kill(process.pid, 'SIGKILL')
}

await run(writingAgent(traces), 'Go.', { journal: { write } }).result
