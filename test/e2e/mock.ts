// A mock of the providers' APIs, made by others, run as a process of its own.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./cli.js', import.meta.resolve('@copilotkit/aimock')))
const answers = fileURLToPath(new URL('./aimock.json', import.meta.url))

export interface Mock {
  readonly origin: string
  readonly stop: () => void
}

/** Runs the mock on a free port and waits until it says where it listens. */
export const startMock = async (): Promise<Mock> => {
  const options = ['--port', '0', '--fixtures', answers, '--chunk-size', '5', '--strict']
  const child = spawn(process.execPath, [program, ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
  const origin = await new Promise<string>((resolve, reject) => {
    let output = ''
    const hear = (text: Buffer): void => {
      output += text.toString()
      const [, url] = /listening on (http:\S+)/.exec(output) ?? []
      if (url !== undefined) resolve(url)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The mock exited with ${code}: ${output}`)))
  })
  return { origin, stop: () => void child.kill() }
}
