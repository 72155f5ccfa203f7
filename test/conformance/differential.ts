import type { CollectorState } from '../../src'
import { disagreements } from './disagreements'
import type { Disagreement, Evidence, Oracle, Reason } from './sdk/oracle'
import { corpusStreams, fixtureStreams, foldBytes, type Stream } from './streams'

/** One stream read by us and by the official SDK. */
export interface Comparison {
  readonly file: string
  readonly explained: readonly (Disagreement & { readonly reason: Reason })[]
  readonly unexplained: readonly Disagreement[]
}

/** Reads each stream in both ways, one after another. */
export const compareAll = async (
  oracle: Oracle,
  streams: readonly Stream[],
): Promise<readonly Comparison[]> => {
  const comparisons: Comparison[] = []
  for (const stream of streams) {
    comparisons.push(await compare(oracle, stream, foldBytes(stream.provider, stream.bytes())))
  }
  return comparisons
}

/** The streams written for this project that an SDK can read. */
export const fixturesFor = ({ providers }: Oracle): readonly Stream[] =>
  fixtureStreams().filter(({ provider }) => providers.includes(provider))

/** The recordings of its API; none where the corpus is absent. */
export const recordingsFor = ({ api }: Oracle): readonly Stream[] =>
  corpusStreams().filter(({ file }) => file.startsWith(`${api}/`))

const compare = async (oracle: Oracle, stream: Stream, ours: CollectorState): Promise<Comparison> => {
  const { events, result } = await oracle.read(stream)
  const evidence: Evidence = {
    bytes: new TextDecoder().decode(stream.bytes()),
    events,
    sdk: result,
    ours,
  }
  const found = disagreements(evidence, oracle.tellMore).map((one) => ({
    ...one,
    reason: explain(oracle, evidence, one),
  }))
  return {
    file: stream.file,
    explained: found.flatMap(({ reason, ...one }) => (reason === undefined ? [] : [{ ...one, reason }])),
    unexplained: found.flatMap(({ reason, ...one }) => (reason === undefined ? [one] : [])),
  }
}

const explain = (oracle: Oracle, evidence: Evidence, disagreement: Disagreement): Reason | undefined =>
  oracle.reasons.find(
    (reason) => reason.aspects.includes(disagreement.aspect) && reason.holds(evidence, disagreement),
  )
