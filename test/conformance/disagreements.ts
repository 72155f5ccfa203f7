import * as E from 'fp-ts/Either'
import type { CollectorState } from '../../src'
import { responseOf, statusOf } from './digest'
import type { Answer, Disagreement, Evidence, Oracle } from './sdk/oracle'

export const disagreements = (evidence: Evidence, tellMore: Oracle['tellMore']): readonly Disagreement[] => {
  const { sdk, ours } = evidence
  const status = statusOf(ours)
  if (E.isLeft(sdk)) {
    if (status === 'whole') return [{ aspect: 'sdk-fails', ours: 'a response', sdk: sdk.left.message }]
    const agree = (status === 'error') === sdk.left.reported
    return agree ? [] : [{ aspect: 'other-failure', ours: status, sdk: sdk.left.message }]
  }
  const theirs = sdk.right
  const fields = Object.entries(ourAnswer(ours, tellMore)).flatMap(([field, value]) => {
    const aspect = field as keyof Answer // the keys of an answer
    return JSON.stringify(value) === JSON.stringify(theirs[aspect])
      ? []
      : [{ aspect, ours: value, sdk: theirs[aspect] }]
  })
  return status === 'whole' ? fields : [{ aspect: 'we-fail', ours: status, sdk: 'a response' }, ...fields]
}

const ourAnswer = (state: CollectorState, tellMore: Oracle['tellMore']): Answer => {
  const response = responseOf(state)
  return {
    text: response.text,
    refusal: response.refusal ?? '',
    calls: response.toolCalls.map((call) => ({
      id: call.synthesizedId === true ? null : call.id,
      name: call.name,
      arguments: call.arguments,
    })),
    finish: response.finishReason.raw ?? null,
    usage: {
      prompt: response.usage?.inputTokens ?? null,
      completion: response.usage?.outputTokens ?? null,
      total: response.usage?.totalTokens ?? null,
    },
    ...(tellMore !== undefined && { more: tellMore(response) }),
  }
}
