import { mergeJson } from '../data'
import type { IssueSignal, LogprobsFrame, MetadataFrame } from '../frames'
import { append, at, emptyList, get, push, put, set } from '../persistent'
import type { Draft, Head, LaneHead } from './state'

/** The draft with some fields of its head replaced. By name, as a spread of so many fields costs as much as parsing a chunk does. */
export const withHead = ({ head, parts, pen, tail }: Draft, fields: Partial<Head>): Draft => ({
  head: {
    provider: head.provider,
    phase: fields.phase ?? head.phase,
    started: fields.started ?? head.started,
    choices: head.choices,
    id: fields.id ?? head.id,
    model: fields.model ?? head.model,
    usage: fields.usage ?? head.usage,
    cost: fields.cost ?? head.cost,
    lanes: fields.lanes ?? head.lanes,
    metadata: fields.metadata ?? head.metadata,
    issues: fields.issues ?? head.issues,
    noted: fields.noted ?? head.noted,
  },
  parts,
  pen,
  tail,
})

const emptyLaneHead = (choice: number): LaneHead => ({
  choice,
  finish: null,
  metadata: {},
  extra: {},
  logprobs: null,
})

export const laneOf = (head: Head, choice: number): LaneHead =>
  head.lanes.find((lane) => lane.choice === choice) ?? emptyLaneHead(choice)

export const withLane = (draft: Draft, lane: LaneHead): Draft => {
  const { lanes } = draft.head
  const known = lanes.findIndex((other) => other.choice === lane.choice)
  return withHead(draft, { lanes: known < 0 ? [...lanes, lane] : lanes.with(known, lane) })
}

/** Makes sure that a choice is known. */
export const knowChoice = (draft: Draft, choice: number): Draft =>
  draft.head.lanes.some((lane) => lane.choice === choice) ? draft : withLane(draft, emptyLaneHead(choice))

/** An oddity met again at the same place is counted on the issue that stands. */
export const noteIssue = (draft: Draft, issue: IssueSignal['issue']): Draft => {
  const { issues, noted } = draft.head
  const place = `${issue.code} ${issue.part ?? ''} ${issue.choice ?? ''}`
  const known = get(noted, place)
  const standing = known === undefined ? undefined : at(issues, known)
  return known !== undefined && standing !== undefined
    ? withHead(draft, { issues: set(issues, known, { ...standing, count: standing.count + 1 }) })
    : withHead(draft, { issues: push(issues, { ...issue, count: 1 }), noted: put(noted, place, issues.size) })
}

export const addMetadata = (draft: Draft, frame: MetadataFrame): Draft => {
  if (frame.scope === 'response') {
    const metadata = mergeJson(draft.head.metadata, frame.metadata)
    return metadata === draft.head.metadata ? draft : withHead(draft, { metadata })
  }
  const field = frame.scope === 'choice' ? 'metadata' : 'extra'
  const lane = laneOf(draft.head, frame.choice ?? 0)
  const merged = mergeJson(lane[field], frame.metadata)
  return merged === lane[field] ? draft : withLane(draft, { ...lane, [field]: merged })
}

const noLogprobs: NonNullable<LaneHead['logprobs']> = {
  content: emptyList,
  refusal: emptyList,
  reasoning: emptyList,
}

export const addLogprobs = (draft: Draft, frame: LogprobsFrame): Draft => {
  const lane = laneOf(draft.head, frame.choice ?? 0)
  const held = lane.logprobs ?? noLogprobs
  return withLane(draft, {
    ...lane,
    logprobs: {
      content: append(held.content, frame.content),
      refusal: append(held.refusal, frame.refusal),
      reasoning: append(held.reasoning, frame.reasoning),
    },
  })
}
