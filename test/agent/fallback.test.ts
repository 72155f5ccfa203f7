/** Cases 115–122 of llm_composer, on routers and retries, for every provider and in both modes. */
import { describe, expect, it, vi } from 'vitest'
import { type Provider, providers } from '../../src'
import { type Agent, run } from '../../src/agent'
import type { Model } from '../../src/transport'
import {
  type Answer,
  adds,
  agentOf,
  answerOf,
  bothModes,
  broken,
  type Case,
  calculator,
  calls,
  errorOf,
  framesOf,
  noticesOf,
  refusal,
  says,
  scripted,
  settled,
  textOf,
  turn,
} from './scripted'

const answer = turn(says('Here.'))

type Link = readonly [id: string, provider: Provider, answers: readonly Answer[]]

/** Models that stand in for those before them, and who of them was asked, in order. */
const chain = (
  links: readonly Link[],
  more: Partial<Agent> = {},
): Case & { readonly asked: readonly string[] } => {
  const asked: string[] = []
  const models = links.map(([id, provider, answers]) => {
    const { model, sent } = scripted(provider, answers)
    const stream: Model['stream'] = (request, options) => {
      asked.push(id)
      return model.stream(request, options)
    }
    return { sent, choice: { id, model: { provider, stream }, settings: { model: 'm1' } } }
  })
  const [first, ...fallbacks] = models.map(({ choice }) => choice)
  if (first === undefined) throw new TypeError('a chain has a first model')
  const agent = { ...first, fallbacks, tools: [calculator], retry: { minMs: 0 }, ...more }
  return {
    agent,
    asked,
    get sent() {
      return models.flatMap(({ sent }) => sent)
    },
  }
}

/** Another provider than this one. */
const after = (provider: Provider): Provider =>
  providers[(providers.indexOf(provider) + 1) % providers.length] ?? 'openai'

describe.each(providers)('an agent with %s', (provider) => {
  const other = after(provider)

  it('115: asks the next model when the first one refuses', async () => {
    const { result, notices } = await bothModes(() =>
      chain([
        ['a', provider, [refusal(401)]],
        ['b', other, [answer]],
      ]),
    )
    expect(answerOf(result)).toMatchObject({ text: 'Here.', response: { provider: other } })
    expect(answerOf(result).modelCalls).toMatchObject([
      {
        model: 'a',
        status: 'failed',
        error: { code: 'provider-error', error: { status: 401, retryable: false } },
      },
      { model: 'b', status: 'answered' },
    ])
    expect(noticesOf(notices, 'model-retry')).toMatchObject([{ failed: 'a', next: 'b', waitMs: 0 }])
  })

  it('116: asks the one that answered in the next turn, until the first one has rested', async () => {
    const make = () =>
      chain(
        [
          ['a', provider, [refusal(503), answer]],
          ['b', other, [turn(calls(adds(2, 3))), answer]],
        ],
        { retry: { attempts: 0, minMs: 5_000 } },
      )
    const { result } = await bothModes(make)
    expect(answerOf(result).modelCalls.map(({ model, iteration }) => `${model}${iteration}`)).toEqual([
      'a1',
      'b1',
      'b2',
    ])
    const later = make()
    let time = 0
    await run(later.agent, 'Add.', { now: () => (time += 6_000) }).result
    expect(later.asked).toEqual(['a', 'b', 'a'])
  })

  it('116: asks the first one again in the next turn where the mistake was ours', async () => {
    const { result } = await bothModes(() =>
      chain([
        ['a', provider, [refusal(400), answer]],
        ['b', other, [turn(calls(adds(2, 3)))]],
      ]),
    )
    expect(answerOf(result).modelCalls.map(({ model, iteration }) => `${model}${iteration}`)).toEqual([
      'a1',
      'b1',
      'a2',
    ])
  })

  it('117: tells the errors of all when all fail, each asked once', async () => {
    const { result, frames } = await bothModes(() =>
      chain([
        ['a', provider, [refusal(401)]],
        ['b', other, [refusal(403)]],
        ['c', provider, [refusal(404)]],
      ]),
    )
    expect(errorOf(result)).toMatchObject({
      code: 'model-failed',
      error: { code: 'provider-error', error: { status: 404 } },
      errors: [
        { model: 'a', error: { error: { status: 401 } } },
        { model: 'b', error: { error: { status: 403 } } },
        { model: 'c', error: { error: { status: 404 } } },
      ],
    })
    expect(frames.at(-1)).toMatchObject({ type: 'run-end', outcome: 'model-failed' })
  })

  it('117: tries each at most once a turn, however long failing takes, and all again in the next', async () => {
    const make = () =>
      chain(
        [
          ['a', provider, [refusal(503), refusal(503)]],
          ['b', other, [turn(calls(adds(2, 3))), refusal(503)]],
        ],
        { retry: { attempts: 0, minMs: 1 } },
      )
    let time = 0
    const { agent, asked } = make()
    const result = await run(agent, 'Add.', { now: () => (time += 60_000) }).result // every rest is over at once
    expect(errorOf(result)).toMatchObject({ code: 'model-failed', errors: [{ model: 'a' }, { model: 'b' }] })
    expect(asked).toEqual(['a', 'b', 'a', 'b'])
  })

  it('118: asks once where nobody wants a retry', async () => {
    const { result, sent } = await bothModes(() =>
      agentOf(provider, [refusal(503)], { retry: { attempts: 0 } }),
    )
    expect(errorOf(result)).toMatchObject({ error: { error: { status: 503, retryable: true } } })
    expect(sent).toHaveLength(1)
  })

  it('119: asks again as often as it is told, and the answer then counts', async () => {
    const answers = [refusal(503), refusal(429), refusal(500), answer]
    const { result, sent, notices } = await bothModes(() =>
      agentOf(provider, answers, { retry: { attempts: 3 } }),
    )
    expect(answerOf(result)).toMatchObject({ text: 'Here.', iterations: 1 })
    expect(sent).toHaveLength(4)
    expect(noticesOf(notices, 'model-retry')).toHaveLength(3)
    expect(noticesOf(notices, 'model-stop').map(({ status }) => status)).toEqual([
      'failed',
      'failed',
      'failed',
      'answered',
    ])
  })

  it.each([
    [400, 1],
    [401, 1],
    [404, 1],
    [429, 3],
    [500, 3],
    [503, 3],
  ])(
    '120, 121: after a status of %i it is the status that says whether it asks again',
    async (status, requests) => {
      const { result, sent } = await bothModes(() =>
        agentOf(provider, [refusal(status), refusal(status), refusal(status)]),
      )
      expect(errorOf(result)).toMatchObject({ error: { code: 'provider-error', error: { status } } })
      expect(sent).toHaveLength(requests)
    },
  )

  it('122: asks again while nothing of the answer was shown, and not after it', async () => {
    const early = await bothModes(() =>
      agentOf(provider, [() => Promise.reject(new TypeError('fetch failed')), answer]),
    )
    expect(answerOf(early.result).text).toBe('Here.')
    const shown = await bothModes(() =>
      agentOf(provider, [broken(provider, turn(says('Some text that breaks off')), 0.75), answer]),
    )
    expect(errorOf(shown.result)).toMatchObject({ error: { code: 'incomplete-stream', reason: 'cut' } })
    expect(shown.sent).toHaveLength(1)
    expect(textOf(shown.frames)).toBe(errorOf(shown.result).partial.text)
    expect(textOf(shown.frames)).not.toBe('')
  })

  it('122: takes back what was shown, where it is told to ask again after it', async () => {
    const cut = broken(provider, turn(says('Some text that breaks off')), 0.75)
    const { result, frames } = await bothModes(() =>
      agentOf(provider, [cut, answer], { retry: { afterOutput: true } }),
    )
    expect(framesOf(frames, 'reset')).toHaveLength(1)
    expect(textOf(frames)).toBe('Here.')
    expect(answerOf(result)).toMatchObject({
      text: 'Here.',
      messages: [{ role: 'user' }, { role: 'assistant' }],
    })
  })
})

describe('the waits of a retry', () => {
  it('119: double, within their limits', async () => {
    vi.useFakeTimers()
    try {
      const waits: number[] = []
      const { agent } = agentOf('openai', [refusal(503), refusal(503), refusal(503), answer], {
        retry: { attempts: 3, minMs: 100, maxMs: 300 },
      })
      const onNotice = (notice: { readonly type: string; readonly waitMs?: number }) =>
        void (notice.waitMs !== undefined && waits.push(notice.waitMs))
      const { result } = run(agent, 'Hi', { handlers: [{ onNotice }], random: () => 0 })
      await vi.runAllTimersAsync()
      expect(answerOf(await result).text).toBe('Here.')
      for (const [n, [least, most]] of [
        [50, 100],
        [100, 200],
        [150, 300],
      ].entries()) {
        expect(waits[n]).toBeGreaterThanOrEqual(least ?? 0)
        expect(waits[n]).toBeLessThanOrEqual(most ?? 0)
      }
      expect(waits).toHaveLength(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it('119: are as long as the provider wants, and where that is too long another is asked', async () => {
    const { result, notices } = await bothModes(() =>
      chain([
        ['a', 'openai', [refusal(429, { 'retry-after': '120' }), answer]],
        ['b', 'anthropic', [answer]],
      ]),
    )
    expect(answerOf(result).modelCalls.map(({ model }) => model)).toEqual(['a', 'b'])
    expect(noticesOf(notices, 'model-retry')).toMatchObject([
      { next: 'b', error: { error: { retryAfter: 120 } } },
    ])
  })

  it('end with the run when it is aborted', async () => {
    const controller = new AbortController()
    const { agent, sent } = agentOf('openai', [refusal(503), answer], { retry: { minMs: 60_000 } })
    const { result } = run(agent, 'Hi', { signal: controller.signal })
    await settled()
    controller.abort()
    expect(errorOf(await result)).toMatchObject({
      code: 'halted',
      reason: 'aborted',
      partial: { modelCalls: [{ status: 'failed' }] },
    })
    expect(sent).toHaveLength(1)
  })
})
