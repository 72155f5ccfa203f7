import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { onAbort, unlessAborted } from '../../src/abort'

describe('onAbort', () => {
  it('listens to a signal once, however many wait, and calls each that still does', () => {
    const { signal, abort } = abortable()
    const called: number[] = []
    const releases = Array.from({ length: 50 }, (_, n) => onAbort(signal, () => called.push(n)))
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    for (const release of releases.slice(2)) release()
    abort()
    expect(called).toEqual([0, 1])
    abort()
    expect(called).toEqual([0, 1])
  })

  it('calls nobody for a signal that is aborted already', () => {
    const { signal, abort } = abortable()
    abort()
    onAbort(signal, () => expect.unreachable())
  })
})

describe('unlessAborted', () => {
  it('is what is promised', async () => {
    const { signal } = abortable()
    expect(await unlessAborted(signal, async () => 5)).toBe(5)
    await expect(unlessAborted(signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  })

  it('is the reason of an abort, though the promise never settles, and asks for nothing after one', async () => {
    const { signal, abort } = abortable()
    const waiting = unlessAborted(signal, () => new Promise(() => {}))
    abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    await expect(unlessAborted(signal, () => expect.unreachable())).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

const abortable = () => {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
