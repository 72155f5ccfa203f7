// The server of `server.ts`, started as a process of its own.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import type { Report } from './server'

export interface Loopback {
  readonly origin: string
  /** How the server saw the answer to a path end. */
  readonly endOf: (path: string) => Promise<Extract<Report, { type: 'over' }>>
  readonly stop: () => void
}

export const startLoopback = async (): Promise<Loopback> => {
  const reports: Report[] = []
  const server = fork(fileURLToPath(new URL('./server.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    serialization: 'json',
  })
  const origin = await new Promise<string>((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`The server exited with ${code}.`)))
    server.on('message', (said: Report) => {
      if (said.type === 'listening') resolve(`http://127.0.0.1:${said.port}`)
      else reports.push(said)
    })
  })
  const endOf = (path: string): ReturnType<Loopback['endOf']> =>
    vi.waitFor(() => {
      const end = reports.find((seen) => seen.type === 'over' && seen.id === path)
      if (end?.type !== 'over') throw new Error('The answer is not over.')
      return end
    })
  return { origin, endOf, stop: () => server.disconnect() }
}
