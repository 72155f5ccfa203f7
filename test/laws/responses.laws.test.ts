import fc from 'fast-check'
import * as E from 'fp-ts/Either'
import type { ResponseOutputItem } from 'openai/resources/responses/responses'
import { describe, it } from 'vitest'
import type { LlmResponse } from '../../src'
import { laws, type Oracle } from '../../src/testing'
import { encodeSse } from '../../src/wire'
import { finalResponse } from '../conformance/sdk/openai-responses'
import { runs } from '../support/runs'

/** What the official SDK and a response both tell. */
interface Told {
  readonly id: string
  readonly content: readonly string[]
  readonly finish: string
}

/** The `openai` package over the same bytes. It gives the last event's response, which has nothing to compare where its output is empty. */
const openai: Oracle<'openai-responses', Told> = {
  accumulate: async (events) => {
    const chunks = events.map((event) => ({ provider: 'openai-responses', event }) as const)
    const response = await finalResponse(new TextEncoder().encode(encodeSse(chunks)))
    if (E.isLeft(response) || response.right.output.length === 0) return null
    const { id, output, status, incomplete_details: details } = response.right
    return { id, content: output.flatMap(wordsOf), finish: details?.reason ?? status ?? '' }
  },
  tell: ({ id = '', message, finishReason }: LlmResponse) => ({
    id,
    content: message.content.map((part) => {
      switch (part.type) {
        case 'text':
        case 'refusal':
          return `${part.type} ${part.text}`
        case 'reasoning':
          return `reasoning ${[...part.content, ...part.summary].join('|')}`
        case 'tool-call':
          return `tool-call ${part.id} ${part.name} ${part.arguments}`
        default:
          return part.type
      }
    }),
    finish: finishReason.raw ?? '',
  }),
}

const wordsOf = (item: ResponseOutputItem): readonly string[] => {
  switch (item.type) {
    case 'message':
      return item.content.map((piece) =>
        piece.type === 'refusal' ? `refusal ${piece.refusal}` : `text ${piece.text}`,
      )
    case 'reasoning':
      return [`reasoning ${[...(item.content ?? []), ...item.summary].map(({ text }) => text).join('|')}`]
    case 'function_call':
      return [`tool-call ${item.call_id} ${item.name} ${item.arguments}`]
    default:
      return [item.type]
  }
}

describe('the laws of openai-responses', () => {
  for (const { title, property } of laws('openai-responses', openai)) {
    it(title, () => fc.assert(property, { numRuns: runs() }))
  }
})
