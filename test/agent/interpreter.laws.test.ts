import { fc, it } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect } from 'vitest'
import { decode } from '../../src'
import { type AgentFrame, type Notice, run, tool } from '../../src/agent'
import type { Model } from '../../src/transport'
import { faultsOf } from '../machine/history'
import { eventsOf, type Turn } from '../machine/world'
import { runs } from '../support/runs'

type Outcome = 'returns' | 'throws' | 'hangs' | 'yields'

const turns: fc.Arbitrary<Turn> = fc.record({
  text: fc.constantFrom('', 'Some text.', 'More of it, and more.'),
  calls: fc.array(
    fc.record({
      id: fc.constantFrom('c1', 'c2'),
      name: fc.constantFrom('returns', 'throws', 'hangs', 'yields', 'nobody'),
      arguments: fc.constantFrom('{}', '{"a":1}', '{"a":'),
    }),
    { maxLength: 3 },
  ),
  finish: fc.constantFrom('tool_calls' as const, 'stop' as const, 'length' as const, 'none' as const),
})

const LAST: Turn = { text: 'Done.', calls: [], finish: 'stop' }

interface Scene {
  readonly turns: readonly Turn[]
  readonly toolExecution: 'sequential' | 'parallel'
  /** How many frames the reader takes. */
  readonly reads: number
  readonly leaves: 'by return' | 'by abort' | 'never'
  readonly writes: 'at once' | 'later'
}

const scenes: fc.Arbitrary<Scene> = fc.record({
  turns: fc.array(turns, { maxLength: 3 }),
  toolExecution: fc.constantFrom('sequential' as const, 'parallel' as const),
  reads: fc.nat(25),
  leaves: fc.constantFrom('by return' as const, 'by abort' as const, 'never' as const),
  writes: fc.constantFrom('at once' as const, 'later' as const),
})

/** Plays a scene in the order that the scheduler chooses for everything that takes time. */
const play = async (scheduler: fc.Scheduler, scene: Scene) => {
  const seen = { pulled: 0, released: 0, requests: 0, atWork: new Set<object>(), lines: [] as string[] }
  const later = <T>(value: T, label: string): Promise<T> => scheduler.schedule(Promise.resolve(value), label)
  const model: Model<'openai'> = {
    provider: 'openai',
    stream: () => {
      const turn = scene.turns[seen.requests++] ?? LAST
      return chunks(turn)
    },
  }
  async function* chunks(turn: Turn) {
    try {
      for (const event of eventsOf(turn)) {
        await later(undefined, 'chunk')
        seen.pulled++
        yield decode('openai')(event)
      }
    } finally {
      seen.released++
    }
  }
  const toolNamed = (name: Outcome) =>
    tool({
      name,
      input: { type: 'object' },
      ...(name === 'hangs' && { timeout: 1 }),
      execute: (_input, { signal }) => {
        const call = {}
        seen.atWork.add(call)
        signal.addEventListener('abort', () => seen.atWork.delete(call))
        const settled = <T>(value: T): T => {
          seen.atWork.delete(call)
          return value
        }
        switch (name) {
          case 'returns':
            return later('fine', 'tool').then(settled)
          case 'throws':
            return later('', 'tool').then(() => {
              throw settled(new Error('Boom.'))
            })
          case 'yields':
            return (async function* () {
              yield 1
              await later('', 'tool')
              yield 2
              return settled('both')
            })()
          case 'hangs':
            return new Promise(() => {})
        }
      },
    })
  const controller = new AbortController()
  const notices: Notice[] = []
  const agentRun = run(
    {
      model,
      settings: { model: 'm' },
      tools: (['returns', 'throws', 'hangs', 'yields'] as const).map(toolNamed),
      toolExecution: scene.toolExecution,
      maxIterations: 5,
      retry: { attempts: 0 },
    },
    'Go.',
    {
      signal: controller.signal,
      handlers: [
        {
          onNotice: (notice) => {
            notices.push(notice)
            throw new Error('a handler that always throws')
          },
        },
      ],
      journal: {
        write: (line) => {
          seen.lines.push(line)
          return scene.writes === 'later' ? later(undefined, 'written') : undefined
        },
      },
    },
  )
  const frames: AgentFrame[] = []
  const read = async (): Promise<void> => {
    let left = scene.reads
    for await (const frame of agentRun) {
      frames.push(frame)
      expect(seen.pulled).toBeLessThanOrEqual(frames.length + 4) // one more is asked for, and some chunks say nothing
      await later(undefined, 'reader')
      if (scene.leaves !== 'never' && left-- === 0) {
        if (scene.leaves === 'by return') break
        controller.abort()
      }
    }
  }
  const reading = read()
  const result = await scheduler.waitFor(reading.then(() => agentRun.result))
  return { seen, frames, notices, result, agentRun }
}

describe('the interpreter, in whatever order things arrive', () => {
  it.prop([fc.scheduler(), scenes], { numRuns: runs() })(
    'settles, with a whole history, all stops told and nothing left at work (law 12)',
    async (scheduler, scene) => {
      const { seen, frames, notices, result, agentRun } = await play(scheduler, scene)
      const partial = E.isRight(result) ? result.right : result.left.partial
      expect(faultsOf(partial.messages)).toEqual([])
      for (const what of ['run', 'model', 'tool']) {
        const started = notices.filter(({ type }) => type === `${what}-start`).length
        expect([what, notices.filter(({ type }) => type === `${what}-stop`).length]).toEqual([what, started])
      }
      expect(agentRun.handlerFailures.length).toBe(Math.min(100, notices.length))
      expect(seen.atWork.size).toBe(0)
      expect(seen.requests).toBeLessThanOrEqual(5)
      expect(agentRun.state.phase.type).toBe('finished')
      if (scene.leaves !== 'by return') expect(frames.at(-1)?.type).toBe('run-end')
    },
  )

  it.prop([fc.scheduler(), scenes], { numRuns: runs(500) })(
    'gives the same answer and history in every order, when nobody stops it',
    async (scheduler, scene) => {
      const quiet: Scene = { ...scene, leaves: 'never' }
      const { result } = await play(scheduler, quiet)
      const again = await play(fc.sample(fc.scheduler(), { numRuns: 1, seed: 7 })[0] as fc.Scheduler, quiet)
      const kept = (one: typeof result) => {
        const { messages, text, iterations } = E.isRight(one) ? one.right : one.left.partial
        return { messages, text, iterations }
      }
      expect(kept(again.result)).toEqual(kept(result))
    },
  )
})
