import { fc, it } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect } from 'vitest'
import { finalize, type LlmResponse, type Provider, providers, snapshot } from '../../src'
import {
  type AgentFrame,
  type AgentState,
  type Notice,
  readJournal,
  replayed,
  run,
  tool,
} from '../../src/agent'
import type { Model } from '../../src/transport'
import { readChunks } from '../../src/wire'
import { corpusStreams, fixtureStreams, foldBytes, type Stream } from '../conformance/streams'
import { faultsOf } from '../machine/history'
import { runs } from '../support/runs'

// The loop over recordings: whatever a server once sent may be any turn of a run.

type Outcome = 'returns' | 'throws' | 'hangs'

interface Scene {
  readonly turns: readonly Stream[]
  /** Bytes of each piece. */
  readonly size: number
  readonly outcomes: readonly Outcome[]
  readonly toolExecution: 'sequential' | 'parallel'
  /** After how many frames somebody stops it. */
  readonly stop: number | undefined
}

const piecesOf = (bytes: Uint8Array, size: number): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  )

const namesIn = (streams: readonly Stream[]): readonly string[] => [
  ...new Set(
    streams.flatMap(({ provider, bytes }) =>
      snapshot(foldBytes(provider, bytes())).toolCalls.map(({ name }) => name),
    ),
  ),
]

const play = async (provider: Provider, names: readonly string[], scene: Scene) => {
  const seen = { requests: 0, ran: [] as string[], lines: [] as string[], notices: [] as Notice[] }
  const model: Model = {
    provider,
    stream: () => {
      const turn = scene.turns[seen.requests++]
      return readChunks(provider, turn === undefined ? [] : piecesOf(turn.bytes(), scene.size))
    },
  } as Model // of the provider's chunks
  const agentRun = run(
    {
      model,
      settings: { model: 'm', maxOutputTokens: 1_000 },
      maxIterations: scene.turns.length + 1,
      toolExecution: scene.toolExecution,
      retry: { attempts: 0 },
      tools: names.map((name) =>
        tool({
          name,
          input: {},
          timeout: 2,
          execute: (_input, { callId }) => {
            const outcome = scene.outcomes[seen.ran.push(callId) % scene.outcomes.length]
            if (outcome === 'throws') throw new Error('Boom.')
            return outcome === 'hangs' ? new Promise<string>(() => {}) : `the result of ${callId}`
          },
        }),
      ),
    },
    'Go.',
    {
      handlers: [{ onNotice: (notice) => void seen.notices.push(notice) }],
      journal: { write: (line) => void seen.lines.push(line) },
    },
  )
  const frames: AgentFrame[] = []
  for await (const frame of agentRun) if (frames.push(frame) === scene.stop) break
  return { seen, frames, result: await agentRun.result, state: agentRun.state }
}

type Played = Awaited<ReturnType<typeof play>>

const partialOf = ({ result }: Played) => (E.isRight(result) ? result.right : result.left.partial)

/** What each turn must have been, folded on its own, without an agent. */
const responsesOf = ({ turns }: Scene): readonly E.Either<unknown, LlmResponse>[] =>
  turns.map(({ provider, bytes }) => finalize(foldBytes(provider, bytes())))

/** The parts of a message, without the ids that a later turn may not use again. */
const withoutIds = ({ content }: LlmResponse['message']): readonly unknown[] =>
  content.map((part) => (part.type === 'tool-call' ? { ...part, id: '' } : part))

const check = (scene: Scene, played: Played): void => {
  const { seen, state, frames } = played
  const partial = partialOf(played)
  const alone = responsesOf(scene)
  expect(faultsOf(partial.messages)).toEqual([])

  // Each turn that was answered is what its recording folds to; one that failed ran nothing.
  const said = partial.messages.filter((message) => message.role === 'assistant')
  const answered = partial.modelCalls.filter(({ status }) => status === 'answered')
  for (const [turn] of answered.entries()) {
    const folded = alone[turn]
    const message = said[turn]
    if (folded === undefined || E.isLeft(folded) || message === undefined)
      throw new Error(`turn ${turn} was answered, and should not have been`)
    expect(withoutIds(message)).toEqual(withoutIds(folded.right.message))
  }
  const allowed = alone.flatMap((folded, turn) =>
    turn < answered.length && E.isRight(folded) ? folded.right.toolCalls : [],
  )
  expect(seen.ran.length).toBeLessThanOrEqual(
    allowed.filter(({ input }) => E.isRight(input) || input.left.code !== 'incomplete').length,
  )
  expect(new Set(seen.ran).size).toBe(seen.ran.length)

  // Nothing is lost of a turn that failed either.
  const broken = partial.modelCalls.findIndex(({ status }) => status === 'failed')
  const stream = scene.turns[broken]
  if (stream !== undefined) {
    expect(partial.text).toBe(snapshot(foldBytes(stream.provider, stream.bytes())).text)
  }

  // Those who watch hear of each end; the journal tells it all again.
  for (const what of ['run', 'model', 'tool']) {
    const started = seen.notices.filter(({ type }) => type === `${what}-start`).length
    expect([what, seen.notices.filter(({ type }) => type === `${what}-stop`).length]).toEqual([what, started])
  }
  const journal = readJournal(seen.lines.join(''))
  if (E.isLeft(journal)) throw new Error(journal.left.message)
  expect(replayed(journal.right) satisfies AgentState).toEqual(state)
  if (scene.stop === undefined || frames.length < scene.stop) expect(frames.at(-1)?.type).toBe('run-end')
}

const outcome = fc.constantFrom<Outcome>('returns', 'returns', 'returns', 'throws', 'hangs')

const scenesOf = (streams: readonly Stream[]): fc.Arbitrary<Scene> =>
  fc.record({
    turns: fc.array(fc.constantFrom(...streams), { minLength: 1, maxLength: 4 }),
    size: fc.integer({ min: 1, max: 200 }),
    outcomes: fc.array(outcome, { minLength: 1, maxLength: 5 }),
    toolExecution: fc.constantFrom('sequential' as const, 'parallel' as const),
    stop: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined, freq: 2 }),
  })

describe.each(providers)('a run over the recordings of %s', (provider) => {
  const streams = fixtureStreams().filter((stream) => stream.provider === provider)
  const names = namesIn(streams)

  it.prop([scenesOf(streams)], { numRuns: runs(100) })(
    'is what they fold to, turn by turn, and ends',
    async (scene) => check(scene, await play(provider, names, scene)),
  )
})

const recorded = corpusStreams()

describe.skipIf(recorded.length === 0)('a run over each real recording', () => {
  const apis = [...new Set(recorded.map(({ file }) => file.slice(0, file.indexOf('/'))))]

  it.each(apis)('of %s is what it folds to', async (api) => {
    for (const stream of recorded.filter(({ file }) => file.startsWith(`${api}/`))) {
      const scene: Scene = {
        turns: [stream],
        size: 4_096,
        outcomes: ['returns'],
        toolExecution: 'parallel',
        stop: undefined,
      }
      const played = await play(stream.provider, namesIn([stream]), scene)
      check(scene, played)
      const alone = finalize(foldBytes(stream.provider, stream.bytes()))
      expect([stream.file, partialOf(played).modelCalls[0]?.status]).toEqual([
        stream.file,
        E.isRight(alone) ? 'answered' : 'failed',
      ])
      const canRun = E.isRight(alone) ? alone.right.toolCalls.filter(({ input }) => E.isRight(input)) : []
      expect([stream.file, played.seen.ran.length]).toEqual([stream.file, canRun.length])
    }
  })
})
