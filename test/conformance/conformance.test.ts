import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  type CollectorState,
  close,
  closeWithFrames,
  type Frame,
  finalize,
  initial,
  snapshot,
} from '../../src'
import {
  collectDecoded,
  collectDecodedWithFrames,
  type Decoded,
  decodeRecording,
  readChunks,
} from '../../src/wire'
import { conform, idleArguments } from './conform'
import { bytesOf, CORPUS_ABSENT, hasCorpus, loadRecordings, type Recording } from './corpus'
import { responseOf } from './digest'
import { frameFaults } from './frames'
import { asRow, rowsUnder } from './page'
import { foldBytes } from './streams'
import { FOLD_COLUMNS, foldRows, ISSUE_COLUMNS, issueRows } from './summary'

const recordings = hasCorpus ? loadRecordings() : []
const conformances = recordings.map(conform)
const serverOf = ({ api, vendor }: Recording): string => `${api}, ${vendor}`
const servers = [...new Set(recordings.map(serverOf))].sort()

/** Asks of each recording of a server what is wrong with it. */
const faultsOf = (server: string, ask: (recording: Recording) => readonly string[]): readonly string[] =>
  recordings
    .filter((recording) => serverOf(recording) === server)
    .flatMap((recording) => ask(recording).map((fault) => `${recording.file}: ${fault}`))

if (!hasCorpus) console.warn(`${CORPUS_ABSENT} The tests of its recordings are skipped.`)

describe.skipIf(!hasCorpus)('every recording of the corpus', () => {
  describe('folds to its digest', () => {
    it.each(servers)('%s', (server) => {
      const faults = conformances
        .filter(({ recording }) => serverOf(recording) === server)
        .flatMap(({ recording, failures, detection }) => [
          ...failures.map(
            ({ field, expected, actual }) =>
              `${recording.file}: ${field} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`,
          ),
          ...(detection === 'wrong' ? [`${recording.file}: not detected as ${recording.provider}`] : []),
        ])
      expect(faults).toEqual([])
    })

    it('needs each of the arguments made for it', () => {
      expect(idleArguments(conformances)).toEqual([])
    })

    it('as docs/conformance.md says in figures', () => {
      const figures = foldRows(conformances).map((row) => asRow(row.slice(0, 6)))
      expect(rowsUnder(FOLD_COLUMNS.slice(0, 6))).toEqual(figures.toSorted())
    })

    it('with the issues that docs/conformance.md lists', () => {
      expect(rowsUnder(ISSUE_COLUMNS)).toEqual(issueRows(conformances).map(asRow).toSorted())
    })
  })

  describe('gives the same response when its state is frozen, or goes through JSON, on the way (laws 3 and 4)', () => {
    it.each(servers)('%s', (server) => {
      expect(faultsOf(server, roundTripFaults)).toEqual([])
    })
  })

  describe('gives the same response when its bytes come in small pieces (law 5)', () => {
    it.each(servers)('%s', async (server) => {
      const faults: string[] = []
      for (const recording of recordings.filter((one) => serverOf(one) === server)) {
        faults.push(...(await cutFaults(recording)))
      }
      expect(faults).toEqual([])
    })
  })

  describe('tells frames that add up to its response (law 6)', () => {
    it.each(servers)('%s', (server) => {
      expect(faultsOf(server, (recording) => frameFaults(...framesOf(recording)))).toEqual([])
    })
  })

  describe('never takes back text that a snapshot has shown (law 7)', () => {
    it.each(servers)('%s', (server) => {
      expect(faultsOf(server, monotonyFaults)).toEqual([])
    })
  })
})

const decodedOf = (recording: Recording): readonly Decoded[] =>
  decodeRecording(recording.provider, bytesOf(recording))

const foldFrom = (state: CollectorState, decoded: readonly Decoded[]): CollectorState =>
  close(decoded.reduce<CollectorState>(collectDecoded, state))

/** About `count` points of a list, spread evenly, the first and the last among them. */
const isSample = (index: number, length: number, count: number): boolean =>
  index % Math.max(1, Math.floor(length / count)) === 0 || index === length - 1

const ROUND_TRIPS = 6

const roundTripFaults = (recording: Recording): readonly string[] => {
  const decoded = deepFreeze(decodedOf(recording))
  const whole = JSON.stringify(finalize(foldFrom(initial(recording.provider), decoded)))
  const faults: string[] = []
  let state: CollectorState = initial(recording.provider)
  decoded.forEach((one, index) => {
    state = collectDecoded(state, one)
    if (!isSample(index, decoded.length, ROUND_TRIPS)) return
    const revived: CollectorState = JSON.parse(JSON.stringify(state))
    if (!isDeepStrictEqual(revived, state))
      faults.push(`the state after ${index + 1} chunks is not plain JSON`)
    const later = JSON.stringify(finalize(foldFrom(revived, decoded.slice(index + 1))))
    if (later !== whole)
      faults.push(`the revived state after ${index + 1} chunks goes on to another response`)
    state = deepFreeze(state)
  })
  const stepped = JSON.stringify(finalize(close(state)))
  return stepped === whole ? faults : [...faults, 'the states frozen on the way go on to another response']
}

const deepFreeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}

/** Files up to this size are read a byte at a time, too. */
const SMALL = 4_000

const cutFaults = async (recording: Recording): Promise<readonly string[]> => {
  const bytes = bytesOf(recording)
  const whole = JSON.stringify(finalize(foldBytes(recording.provider, bytes)))
  const faults: string[] = []
  for (const size of bytes.length <= SMALL ? [7, 1] : [7]) {
    let state: CollectorState = initial(recording.provider)
    for await (const decoded of readChunks(recording.provider, cut(bytes, size))) {
      state = collectDecoded(state, decoded)
    }
    if (JSON.stringify(finalize(close(state))) !== whole)
      faults.push(`pieces of ${size} bytes give another response`)
  }
  return faults
}

function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const framesOf = (recording: Recording): Parameters<typeof frameFaults> => {
  const frames: Frame[] = []
  let state: CollectorState = initial(recording.provider)
  for (const decoded of decodedOf(recording)) {
    const [next, said] = collectDecodedWithFrames(state, decoded)
    frames.push(...said)
    state = next
  }
  const [closed, last] = closeWithFrames(state)
  return [[...frames, ...last], finalize(closed)]
}

const SNAPSHOTS = 64

const monotonyFaults = (recording: Recording): readonly string[] => {
  const decoded = decodedOf(recording)
  const faults: string[] = []
  let state: CollectorState = initial(recording.provider)
  let shown = ''
  let isReset = false
  decoded.forEach((one, index) => {
    const [next, frames] = collectDecodedWithFrames(state, one)
    state = next
    isReset ||= frames.some((frame) => frame.type === 'reset')
    if (!isSample(index, decoded.length, SNAPSHOTS)) return
    const { text } = snapshot(state)
    if (!isReset && !text.startsWith(shown)) faults.push(`the text shrank by chunk ${index + 1}`)
    shown = text
    isReset = false
  })
  const { text } = responseOf(close(state))
  return text.startsWith(shown) ? faults : [...faults, 'the text shrank at the end']
}
