import { setTimeout as pause } from 'node:timers/promises'

/** One way to do a piece of work; the number it gives shows that it was done. */
export interface Contestant {
  readonly name: string
  /** It goes through everything again at each chunk, so that its time grows with the square of their number. */
  readonly isQuadratic?: boolean
  readonly run: () => number | Promise<number>
}

export interface Effort {
  /** Samples of each contestant. */
  readonly rounds: number
  /** The same for big ones, of which one run is a sample. */
  readonly bigRounds: number
  /** Runs are repeated until a sample lasts about this long. */
  readonly sampleMs: number
  readonly warmUpMs: number
  /** A contestant that spends more than this on one run gets two samples and no other warm-up. */
  readonly patienceMs: number
  /** A size at which one run of a quadratic contestant is expected to take longer is left out for it. */
  readonly longestMs: number
}

export const THOROUGH: Effort = {
  rounds: 5,
  bigRounds: 3,
  sampleMs: 50,
  warmUpMs: 800,
  patienceMs: 400,
  longestMs: 2_000,
}

export const QUICK: Effort = {
  rounds: 3,
  bigRounds: 3,
  sampleMs: 15,
  warmUpMs: 60,
  patienceMs: 150,
  longestMs: 1_000,
}

export interface Timing {
  readonly name: string
  /** Milliseconds of one run, the median of all samples. */
  readonly ms: number
  /** The same of the quickest sample: what a busy machine disturbed least. */
  readonly bestMs: number
}

/**
 * Times contestants side by side: in each round everyone gets one sample, in rotating order, so that whatever slows the machine for a while
 * slows them all.
 *
 * @throws Error when a contestant does not give the expected proof: its time would say nothing.
 */
export const race = async (
  contestants: readonly Contestant[],
  proof: number,
  effort: Effort,
  isBig = false,
): Promise<readonly Timing[]> => {
  const lanes: Lane[] = []
  for (const contestant of contestants) {
    const runMs = await warmUp(contestant, proof, effort)
    const runs = Math.max(1, Math.ceil(effort.sampleMs / runMs))
    lanes.push({ contestant, runMs, runs, samples: [] })
  }
  for (let round = 0; round < (isBig ? effort.bigRounds : effort.rounds); round++) {
    for (let turn = 0; turn < lanes.length; turn++) {
      const lane = lanes[(round + turn) % lanes.length]
      if (lane === undefined || isOutOfPatience(lane.samples, effort)) continue
      if (isBig) await clearHeap(lane, effort)
      lane.samples.push(await sample(lane.contestant, lane.runs))
    }
  }
  return lanes.map(({ contestant, samples }) => ({
    name: contestant.name,
    ms: median(samples),
    bestMs: Math.min(...samples),
  }))
}

interface Lane {
  readonly contestant: Contestant
  /** Milliseconds of one run, about. */
  readonly runMs: number
  /** Runs in a sample. */
  readonly runs: number
  readonly samples: number[]
}

const isOutOfPatience = (samples: readonly number[], { patienceMs }: Effort): boolean =>
  samples.length >= 2 && median(samples) > patienceMs

/** Runs until the code is compiled, and gives the milliseconds of one run. Compilers work beside the program, so they are given pauses. */
const warmUp = async ({ name, run }: Contestant, proof: number, effort: Effort): Promise<number> => {
  let runMs = 0
  for (let spell = 0; spell < SPELLS && runMs <= effort.patienceMs; spell++) {
    const start = cpuMs()
    let runs = 0
    do {
      const result = await run()
      if (result !== proof) throw new Error(`"${name}" gives ${result} where the answer weighs ${proof}.`)
      runs++
    } while (cpuMs() - start < effort.warmUpMs / SPELLS)
    runMs = (cpuMs() - start) / runs
    await pause(COMPILE_MS)
  }
  return Math.max(runMs, LEAST_MS)
}

const SPELLS = 4
const COMPILE_MS = 10
/** What the processor time can tell apart. */
const LEAST_MS = 0.001

/**
 * Big contestants start on a clean heap, so that nobody pays for what another left. A collection throws away compiled code as well (what was
 * compiled for shapes of which no object is left), hence the run that is not timed; of a run that takes its time, compiling is no part worth it.
 * Small ones would hardly recover from a collection, and have no need.
 */
const clearHeap = async ({ contestant, runMs }: Lane, { patienceMs }: Effort): Promise<void> => {
  globalThis.gc?.()
  await pause(SWEEP_MS)
  if (runMs <= patienceMs) await contestant.run()
}

/** Milliseconds of one run. */
const sample = async ({ run }: Contestant, runs: number): Promise<number> => {
  let total = 0
  const start = cpuMs()
  for (let n = 0; n < runs; n++) {
    const result = run()
    total += typeof result === 'number' ? result : await result
  }
  const ms = cpuMs() - start
  if (Number.isNaN(total)) throw new Error('A contestant lost its answer.')
  return ms / runs
}

/** What the collector's helper threads need to finish after a collection. */
const SWEEP_MS = 4

/**
 * The processor time that this process has had, all threads together. Unlike the clock it stands still while other processes have their turn or
 * a timer runs, and it counts the garbage collector's helpers.
 */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

export interface Point {
  readonly size: number
  readonly ms: number
}

/** The exponent `e` with which time grows as `size ** e`: least squares in logarithms. NaN for fewer than two points. */
export const exponentOf = (points: readonly Point[]): number => {
  const xs = points.map(({ size }) => Math.log(size))
  const ys = points.map(({ ms }) => Math.log(ms))
  const meanX = mean(xs)
  const meanY = mean(ys)
  const covariance = xs.reduce((sum, x, n) => sum + (x - meanX) * ((ys[n] ?? meanY) - meanY), 0)
  return covariance / xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0)
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length
