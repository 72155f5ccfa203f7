import { describe, expect, it } from 'vitest'
import { progressText } from '../../src/cli/progress'
import { run } from '../../src/cli/run'
import { finish, text } from '../support/chat'
import { bytesOf, fakeIo, sse, type World } from './fake-io'

const pieces = sse([...Array.from({ length: 20 }, () => text('word ')), finish('stop')])
const size = pieces.join('').length

/** A clock that goes on by so much at each look. */
const ticking = (stepMs: number): (() => number) => {
  let time = 5_000
  return () => {
    time += stepMs
    return time
  }
}

/** What the terminal got, the wiping of its line made visible. */
const errOf = async (line: string, given: World): Promise<string> => {
  const stdin = { bytes: bytesOf(pieces.map((piece) => new TextEncoder().encode(piece))), size }
  const { io, err } = fakeIo({ stdin, isTTY: { stderr: true }, ...given })
  await run(line.split(' '), io)
  return err().replaceAll('\r\u001B[K', '<wipe>')
}

describe('progress', () => {
  it('is a line on the terminal that is written over and wiped at the end', async () => {
    const err = await errOf('fold -', { now: ticking(100) })
    expect(err).toMatch(/^(?:<wipe>\d+ % of 1 kB folded){2,}<wipe>$/)
    const shown = [...err.matchAll(/(\d+) %/g)].map(([, percent]) => Number(percent))
    expect(shown).toEqual(shown.toSorted((a, b) => a - b))
    expect(shown.at(-1)).toBe(100)
    expect(shown.length).toBeGreaterThan(10)
  })

  it('counts bytes where nobody knows how many there are', async () => {
    const stdin = { bytes: bytesOf([new TextEncoder().encode(pieces.join('').repeat(600))]) }
    const err = await errOf('fold -', { now: ticking(1_000), stdin })
    expect(err).toBe(`<wipe>${progressText(size * 600, undefined)}<wipe>`)
  })

  it('is not written more often than ten times a second', async () => {
    const shownAt = async (stepMs: number) =>
      (await errOf('fold -', { now: ticking(stepMs) })).split('%').length - 1
    expect(await shownAt(30)).toBeLessThanOrEqual((21 * 30) / 100)
    expect(await shownAt(30)).toBeGreaterThan(0)
  })

  it('is not shown of an input that is read at once', async () => {
    expect(await errOf('fold -', { now: ticking(1) })).toBe('')
  })

  it('is not shown where nobody can see it', async () => {
    expect(await errOf('fold -', { now: ticking(100), isTTY: { stdout: true } })).toBe('')
  })

  it('is not shown amid output that appears as it comes', async () => {
    const isTTY = { stdout: true, stderr: true }
    for (const output of ['text', 'frames', 'states']) {
      expect(await errOf(`fold - --output ${output}`, { now: ticking(100), isTTY })).toBe('')
    }
    expect(await errOf('fold -', { now: ticking(100), isTTY })).toContain('%')
    expect(await errOf('fold - --output text', { now: ticking(100) })).toContain('%')
  })

  it('is wiped before anything else is said', async () => {
    const stdin = { bytes: bytesOf([new TextEncoder().encode(pieces.slice(0, 5).join(''))]), size }
    const err = await errOf('fold -', { now: ticking(1_000), stdin })
    expect(err).toMatch(/folded<wipe>chunkfold: The stream ended/)
  })

  it('is wiped when the input is not wanted any more', async () => {
    let writes = 0
    const write = async () => ++writes < 5
    const err = await errOf('fold - --output frames', { now: ticking(1_000), write })
    expect(err).toMatch(/folded<wipe>$/)
    const refused = await errOf('fold -', { now: ticking(1_000), stdin: [': nothing\n\n'] })
    expect(refused).toMatch(/folded<wipe>chunkfold: /)
  })

  it.each([
    [0, undefined, '0 kB folded'],
    [999_499, undefined, '999 kB folded'],
    [1_500_000, undefined, '1.5 MB folded'],
    [0, 31_200_000, '0 % of 31.2 MB folded'],
    [31_100_000, 31_200_000, '99 % of 31.2 MB folded'],
    [31_200_000, 31_200_000, '100 % of 31.2 MB folded'],
    [400, 200, '100 % of 0 kB folded'],
    [400, 0, '0 kB folded'],
  ])('of %i bytes of %s says %s', (bytes, all, said) => {
    expect(progressText(bytes, all)).toBe(said)
  })
})
