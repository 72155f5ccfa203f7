import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { closeWithFrames, collectAll, finalize, initial, snapshot } from '../../src'
import { run } from '../../src/cli/run'
import { collectDecodedWithFrames, decodeRecording } from '../../src/wire'
import { chunk, delta, finish, foldAll, text } from '../support/chat'
import { chunkOf, responseOf } from '../support/fold'
import { added, call, completed, done, delta as itemDelta, message } from '../support/responses'
import { type FakeIo, fakeIo, sse, type World, watched } from './fake-io'

const events = [text('High '), text('water'), finish('stop'), '[DONE]']
const recording = sse(events)
const cut = sse(events.slice(0, 2))
const failing = sse([text('High '), { error: { message: 'Provider\nis\u001B[2J down', code: 502 } }])

const world = (more: World = {}): World => ({
  files: {
    'whole.sse': recording,
    'cut.sse': cut,
    'failing.sse': failing,
    'empty.sse': [],
    'comments.sse': [': keep-alive\n\n'],
    'page.html': ['<!doctype html><title>Busy</title>'],
    'other.sse': ['data: {"type":"message_start"}\n\n'],
  },
  ...more,
})

const running = async (line: string, given: World = world()): Promise<FakeIo & { readonly code: number }> => {
  const fake = fakeIo(given)
  const code = await run(line.split(' '), fake.io)
  return { ...fake, code }
}

const jsonLines = (out: string): readonly unknown[] =>
  out
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

describe('a whole response', () => {
  it('is printed as JSON in one line, and the command succeeds', async () => {
    const { code, out, err } = await running('fold whole.sse')
    expect([code, err()]).toEqual([0, ''])
    expect(jsonLines(out())).toEqual([responseOf(foldAll(events).result)])
  })

  it('is indented with --pretty', async () => {
    const { out } = await running('fold whole.sse --pretty')
    expect(out()).toBe(`${JSON.stringify(responseOf(foldAll(events).result), null, 2)}\n`)
  })

  it('comes from the standard input too', async () => {
    const { code, out } = await running('fold - --output text', world({ stdin: recording }))
    expect([code, out()]).toEqual([0, 'High water\n'])
  })
})

describe('the outputs', () => {
  it('frames: every frame in a line of its own, those of the end included', async () => {
    const { out } = await running('fold cut.sse --output frames')
    expect(jsonLines(out())).toEqual(foldAll(events.slice(0, 2)).frames)
  })

  it('states: the state after each event, and the closed one where no event closed it', async () => {
    const chunks = events.map((event) => chunkOf('openai', event))
    const states = chunks.map((_, at) => collectAll('openai', chunks.slice(0, at + 1)))
    const whole = await running('fold whole.sse --output states')
    expect(jsonLines(whole.out())).toEqual(states)
    const short = await running('fold cut.sse --output states')
    expect(jsonLines(short.out())).toEqual([...states.slice(0, 2), foldAll(events.slice(0, 2)).state])
  })

  it('states: each continues to the response of the whole', async () => {
    const { out } = await running('fold whole.sse --output states --pretty')
    const states = out().split(/(?<=^\}\n)/m)
    expect(states).toHaveLength(events.length)
    expect(finalize(JSON.parse(states.at(-1) ?? ''))).toEqual(foldAll(events).result)
  })

  it('text: what the model says, and a line end where it has none', async () => {
    const { out } = await running('fold whole.sse --output text')
    expect(out()).toBe('High water\n')
    const ended = await running(
      'fold - --output text',
      world({ stdin: sse([text('High\n'), finish('stop')]) }),
    )
    expect(ended.out()).toBe('High\n')
    const silent = await running('fold - --output text', world({ stdin: sse([finish('stop')]) }))
    expect(silent.out()).toBe('')
  })

  it('text: a character whose halves come apart is written whole', async () => {
    const writes: string[] = []
    const write = async (piece: string): Promise<boolean> => writes.push(piece) > 0
    const stdin = sse([text('a\ud83d'), text('\ude00'), text('\ud83d'), finish('stop')])
    const { out } = await running('fold - --output text', world({ stdin, write }))
    expect(writes).toEqual(['a', '😀', '\ud83d\n'])
    expect(out()).toBe('a😀\ud83d\n')
  })

  it('text: what stands follows on a new line where the stream takes text back', async () => {
    const stdin = sse([text('Nine less '), text('two.</think>'), text('Seven.'), finish('stop')])
    const { out } = await running('fold - --output text --think-tags', world({ stdin }))
    expect(out()).toBe('Nine less \nSeven.\n')
  })

  it('text: what stands follows too where it was taken back with a part before it', async () => {
    const stdin = sse([
      added(call('f', 'c', 'add'), 1),
      added(message('m'), 2),
      itemDelta('output_text', 'm', 'Hi', { output_index: 2 }),
      done(message('m', ['Hi']), 2),
      done(call('g', 'd', 'sub', '{}'), 0),
      completed(),
    ])
    const { out } = await running('fold - --output text', world({ stdin }))
    expect(out()).toBe('Hi\nHi\n')
  })

  it('text: is not disturbed when something else is taken back', async () => {
    const call = (args: unknown) =>
      delta({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: args } }] })
    const stdin = sse([text('One '), call('{"a":'), call({ a: 1 }), text('two'), finish('tool_calls')])
    const frames = await running('fold - --output frames', world({ stdin }))
    expect(jsonLines(frames.out())).toContainEqual({ type: 'reset', part: 1 })
    const { out } = await running('fold - --output text', world({ stdin }))
    expect(out()).toBe('One two\n')
  })

  it('text: is that of the first choice, whichever comes first', async () => {
    const of = (index: number, content: string) => chunk({ index, delta: { content }, finish_reason: 'stop' })
    const both = await running('fold - --output text', world({ stdin: sse([of(1, 'B'), of(0, 'A')]) }))
    expect(both.out()).toBe('A\n')
    const second = await running('fold - --output text', world({ stdin: sse([of(1, 'B')]) }))
    expect(second.out()).toBe('B\n')
  })
})

describe('the options', () => {
  it('--choices: a stream that finishes fewer is incomplete', async () => {
    expect((await running('fold whole.sse --choices 1')).code).toBe(0)
    const stdin = sse(events.slice(0, 3))
    expect((await running('fold - --choices 1', world({ stdin }))).code).toBe(0)
    expect((await running('fold - --choices 2', world({ stdin }))).code).toBe(1)
  })

  it('--cumulative: only what is new is taken', async () => {
    const stdin = sse([text('High'), text('High water'), finish('stop')])
    expect((await running('fold - --output text --cumulative', world({ stdin }))).out()).toBe('High water\n')
    expect((await running('fold - --output text', world({ stdin }))).out()).toBe('HighHigh water\n')
  })

  it('--think-tags: what stands between them is reasoning', async () => {
    const stdin = sse([text('<think>Hm'), text('</think>Yes'), finish('stop')])
    const { out } = await running('fold - --think-tags', world({ stdin }))
    expect(JSON.parse(out())).toMatchObject({ text: 'Yes', reasoning: 'Hm' })
    const inside = await running(
      'fold - --think-tags=inside',
      world({ stdin: sse([text('Hm</think>Yes'), finish('stop')]) }),
    )
    expect(JSON.parse(inside.out())).toMatchObject({ text: 'Yes', reasoning: 'Hm' })
  })

  it('--provider: is believed, and else the provider is told from the first bytes', async () => {
    const stdin = [': OPENROUTER PROCESSING\n\n', ...recording]
    expect(JSON.parse((await running('fold -', world({ stdin }))).out()).provider).toBe('openrouter')
    expect(JSON.parse((await running('fold - --provider openai', world({ stdin }))).out()).provider).toBe(
      'openai',
    )
    expect(JSON.parse((await running('fold whole.sse')).out()).provider).toBe('openai')
  })
})

describe('a response that is not whole', () => {
  it.each(['response', 'frames', 'states', 'text'])('is printed all the same, as %s', async (output) => {
    const { code, out, err } = await running(`fold cut.sse --output ${output}`)
    expect(code).toBe(1)
    expect(err()).toBe(
      'chunkfold: The stream ended before the response did: there is neither a finish reason nor an end mark.\n',
    )
    expect(out()).toContain('High ')
  })

  it('is the partial response', async () => {
    const { out } = await running('fold cut.sse')
    expect(jsonLines(out())).toEqual([responseOf(foldAll(events.slice(0, 2)).result)])
  })

  it('says what the provider reported, in one line without control characters', async () => {
    const { code, err } = await running('fold failing.sse --output text')
    expect([code, err()]).toEqual([
      1,
      'chunkfold: The provider reported an error (502): Provider is [2J down.\n',
    ])
  })

  it('says that there was nothing', async () => {
    const { code, out, err } = await running('fold empty.sse --provider openai')
    expect([code, err()]).toEqual([1, 'chunkfold: The stream ended without saying anything.\n'])
    expect(jsonLines(out())).toEqual([snapshot(initial('openai'))])
  })

  it('says why the input could not be read to its end', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode(cut.join(''))
      throw new Error('EIO: i/o error')
    }
    const { code, out, err } = await running('fold - --output text', world({ stdin: { bytes: broken() } }))
    expect([code, out()]).toEqual([1, 'High water\n'])
    expect(err()).toMatch(/^chunkfold: .*EIO: i\/o error.*\.\n$/)
  })
})

describe('misuse', () => {
  it('says why the input could not be read before its provider was told', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode(': keep-alive\n\n')
      throw new Error('EIO: i/o error')
    }
    const { code, out, err } = await running('fold -', world({ stdin: { bytes: broken() } }))
    expect([code, out(), err()]).toEqual([2, '', 'chunkfold: The input cannot be read: EIO: i/o error.\n'])
  })

  it.each([
    ['fold', 'No file was given; "-" is the standard input.'],
    ['fold missing.sse', 'There is no file "missing.sse".'],
    ['fold empty.sse', 'The recording is empty; name its provider with --provider.'],
    ['fold comments.sse', 'The recording has nothing but comments; name its provider with --provider.'],
    ['fold page.html', 'The recording is a page of markup, not a stream; name its provider with --provider.'],
    [
      'fold other.sse',
      'The recording has events, but of no dialect that is known here; name its provider with --provider.',
    ],
  ])('%s: exit code 2, and one sentence', async (line, sentence) => {
    const { code, out, err } = await running(line)
    expect([code, out(), err()]).toEqual([2, '', `chunkfold: ${sentence}\n`])
  })
})

describe('help and version', () => {
  it('go to the standard output', async () => {
    const help = await running('--help')
    expect([help.code, help.err()]).toEqual([0, ''])
    expect(help.out()).toMatch(/^chunkfold .*\n/)
    const version = await running('--version')
    expect([version.code, version.out(), version.err()]).toEqual([0, 'chunkfold 1.2.3\n', ''])
  })
})

describe('reading and writing', () => {
  const pieces = sse([...Array.from({ length: 50 }, (_, n) => text(`${n} `)), finish('stop')])

  it.each(['--provider openai', ''])('each read is answered before the next (%s)', async (options) => {
    const { seen, source } = watched(pieces)
    const pulledAtWrite: number[] = []
    const write = async (): Promise<boolean> => {
      pulledAtWrite.push(seen.pulled)
      await new Promise((resolve) => setTimeout(resolve, 1))
      expect(seen.pulled, 'nothing is read while the writer waits').toBe(pulledAtWrite.at(-1))
      return true
    }
    const { out } = await running(`fold - --output text ${options}`.trim(), world({ stdin: source, write }))
    expect(out()).toBe(`${Array.from({ length: 50 }, (_, n) => `${n} `).join('')}\n`)
    expect(pulledAtWrite.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  })

  it.each(['text', 'frames', 'states'])('nothing more is read when nobody reads the %s', async (output) => {
    const { seen, source } = watched(pieces)
    let writes = 0
    const write = async (): Promise<boolean> => ++writes < 3
    const { code, err } = await running(`fold - --output ${output}`, world({ stdin: source, write }))
    expect([code, err(), writes]).toEqual([0, '', 3])
    expect(seen).toEqual({ pulled: 3, released: true })
  })

  it('a cut stream that nobody reads to its end is not complained about', async () => {
    const { code, err } = await running('fold cut.sse', world({ write: async () => false }))
    expect([code, err()]).toEqual([0, ''])
  })

  it('what comes of one read is written at once, unless it is much', async () => {
    const sizes: number[] = []
    const write = async (piece: string): Promise<boolean> => sizes.push(piece.length) > 0
    await running('fold - --output text', world({ stdin: [pieces.join('')], write }))
    expect(sizes).toHaveLength(2)
    sizes.length = 0
    const { out } = await running(
      'fold - --output states',
      world({ stdin: [pieces.join('').repeat(3)], write }),
    )
    expect(sizes.length).toBeGreaterThan(1)
    expect(Math.max(...sizes)).toBeLessThan(80_000)
    expect(jsonLines(out()).length).toBeGreaterThan(50)
  })

  it('a source that is not wanted any more is let go', async () => {
    const { seen, source } = watched([
      ': keep-alive\n\n'.repeat(3000),
      ': keep-alive\n\n'.repeat(3000),
      'never read',
    ])
    const { code } = await running('fold -', world({ stdin: source }))
    expect(code).toBe(2)
    expect(seen).toEqual({ pulled: 2, released: true })
  })

  it.each([1, 5, 1000])('no byte is lost while the provider is told, in pieces of %i', async (size) => {
    const all = recording.join('')
    const stdin = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
      all.slice(at * size, (at + 1) * size),
    )
    const { out } = await running('fold -', world({ stdin }))
    expect(jsonLines(out())).toEqual([responseOf(foldAll(events).result)])
  })
})

describe('the recordings of this project', () => {
  const fixture = (path: string): Uint8Array =>
    new Uint8Array(readFileSync(fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url))))

  it.each([
    ['openai/parallel-tool-calls.sse', 'openai'],
    ['openai/crlf-and-comments.sse', 'openai'],
    ['openrouter/reasoning-details.sse', 'openrouter'],
    ['openrouter/error-in-mid-stream.sse', 'openrouter'],
  ] as const)('%s gives the same frames and response as the library', async (path, provider) => {
    const bytes = fixture(path)
    const given = world({
      files: {
        [path]: {
          bytes: (async function* () {
            yield bytes
          })(),
          size: bytes.length,
        },
      },
    })
    const frames = []
    let state = initial(provider)
    for (const decoded of decodeRecording(provider, bytes)) {
      const [next, said] = collectDecodedWithFrames(state, decoded)
      frames.push(...said)
      state = next
    }
    const [closed, last] = closeWithFrames(state)
    const { code, out } = await running(`fold ${path} --output frames`, given)
    expect(jsonLines(out())).toEqual([...frames, ...last])
    expect(code).toBe(E.isRight(finalize(closed)) ? 0 : 1)
  })
})
