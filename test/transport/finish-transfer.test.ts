import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { finishTransfer } from '../../src/transport'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('finishTransfer', () => {
  it('gives a transfer up once it has ended, or gone on', async () => {
    const giveUp = vi.fn()
    await finishTransfer({ next: async () => ({ done: true, value: undefined }) }, giveUp)
    expect(giveUp).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('reads no further than to what comes next', async () => {
    const next = vi.fn(async () => ({ done: false, value: 'more' }))
    await finishTransfer({ next }, () => {})
    expect(next).toHaveBeenCalledTimes(1)
  })

  it('does not wait longer than a moment', async () => {
    const giveUp = vi.fn()
    void finishTransfer({ next: () => new Promise(() => {}) }, giveUp)
    await vi.advanceTimersByTimeAsync(249)
    expect(giveUp).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(giveUp).toHaveBeenCalledTimes(1)
  })

  it('does not mind a transfer that breaks', async () => {
    const giveUp = vi.fn()
    await finishTransfer({ next: () => Promise.reject(new Error('lost')) }, giveUp)
    expect(giveUp).toHaveBeenCalledTimes(1)
  })
})
