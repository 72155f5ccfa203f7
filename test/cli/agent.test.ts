import { describe, expect, it } from 'vitest'
import type { Tool } from '../../src/agent'
import type { JournalFile } from '../../src/cli/io'
import { run } from '../../src/cli/run'
import { bytesOf, calls, type Saying, text } from '../agent/recorded'
import { fakeFetch } from '../transport/support'
import { fakeIo, type World } from './fake-io'

const add: Tool = {
  name: 'add',
  input: { type: 'object' },
  execute: (input) => (input as { a: number; b: number }).a + (input as { a: number; b: number }).b, // as the model gives it
}

/** Runs the command against a model that says one thing after the other. */
const play = async (args: readonly string[], sayings: readonly Saying[], world: World = {}) => {
  let asked = 0
  const { fetch, sent } = fakeFetch(() => {
    const saying = sayings[asked++] ?? []
    if (typeof saying === 'number') {
      return new Response(JSON.stringify({ error: { message: 'No such key.' } }), { status: saying })
    }
    return new Response(bytesOf('openai', 'says' in saying ? saying.says : saying))
  })
  const { io, out, err } = fakeIo({ fetch, ...world })
  const code = await run(['run', ...args], io)
  return { code, out: out(), err: err(), sent }
}

const SECRET = 'sk-proj-0123456789'

const MODEL = ['--provider', 'openai', '--model', 'gpt-5-mini']

const journal = (text: string) => {
  const lines: string[] = []
  const file: JournalFile = { text, write: (line) => lines.push(line) }
  return { file, lines }
}

describe('chunkfold run', () => {
  it('prints the answer as it comes, and what it took', async () => {
    const { code, out, err, sent } = await play(
      ['What is 2 + 3?', ...MODEL, '--system', 'Be brief.'],
      [[text('It is 5.')]],
    )
    expect([code, out, err]).toEqual([0, 'It is 5.\n', '1 turn, 11 tokens in, 7 out, cost unknown\n'])
    expect(sent[0]?.body).toMatchObject({
      model: 'gpt-5-mini',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'What is 2 + 3?' },
      ],
    })
  })

  it('runs tools of a module, a line for each call', async () => {
    const world: World = { modules: { 'tools.mjs': { default: [add] } } }
    const sayings = [[text('Let me add.'), calls(['add', { a: 2, b: 3 }], ['nobody', {}])], [text('5')]]
    const { code, out, err } = await play(['Add.', ...MODEL, '--tools', 'tools.mjs'], sayings, world)
    expect([code, out]).toEqual([0, 'Let me add.\n5\n'])
    expect(err).toContain('✓ add({"a":2,"b":3}) 0 ms: 5\n')
    expect(err).toContain('✗ nobody(): Error: unknown tool')
    expect(err).toContain('2 turns, 22 tokens in, 14 out')
    expect(err).not.toContain('\u001B')
  })

  it('dims reasoning and spins on a terminal, without colours where nobody wants any', async () => {
    const world: World = { modules: { 't.mjs': { tools: [add] } }, isTTY: { stderr: true } }
    const sayings = [
      [{ type: 'reasoning' as const, text: 'Hm.' }, calls(['add', { a: 1, b: 1 }])],
      [text('2')],
    ]
    const { out, err } = await play(['Add.', ...MODEL, '--tools', 't.mjs'], sayings, world)
    expect(out).toBe('2\n')
    expect(err).toContain('\u001B[2m')
    expect(err).toContain('\r\u001B[K\u001B[2m⠙ add(')
    const plain = await play(['Add.', ...MODEL, '--tools', 't.mjs'], sayings, {
      ...world,
      env: { NO_COLOR: '1' },
    })
    expect(plain.err).not.toContain('\u001B[2m')
  })

  it('spins on one line, however long the call and however narrow the terminal', async () => {
    const long: Tool = { name: 'write', input: { type: 'object' }, execute: () => 'written' }
    for (const word of ['word ', '海が見える', '🐚']) {
      const words = word.repeat(60)
      const world: World = { modules: { 't.mjs': { tools: [long] } }, isTTY: { stderr: true }, columns: 40 }
      const sayings = [[calls(['write', { text: words }], ['write', { text: `${words}!` }])], [text('Done.')]]
      const { err } = await play(['Write.', ...MODEL, '--tools', 't.mjs'], sayings, world)
      const spun = err
        .split('\r\u001B[K\u001B[2m')
        .slice(1)
        .map((rest) => rest.split('\u001B[22m')[0] ?? '')
      expect(spun.length).toBeGreaterThan(0)
      for (const line of spun) {
        const width = [...line].reduce((sum, character) => sum + (character < '\u0300' ? 1 : 2), 0)
        expect(width).toBeLessThan(40)
        expect(width).toBeGreaterThan(36)
      }
      expect(err).not.toMatch(/\p{Cs}/u)
    }
  })

  it('prints frames as JSON lines, and the result last', async () => {
    const { code, out } = await play(['Hi.', ...MODEL, '--json'], [[text('Hello.')]])
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(code).toBe(0)
    expect(lines[0]).toMatchObject({ type: 'start', iteration: 1 })
    expect(lines.at(-2)).toMatchObject({ type: 'run-end', outcome: 'answered' })
    expect(lines.at(-1)).toMatchObject({
      type: 'result',
      result: { _tag: 'Right', right: { text: 'Hello.' } },
    })
  })

  it('takes keys from the environment alone, and prints none', async () => {
    const { file, lines } = journal('')
    const world: World = { env: { OPENAI_API_KEY: SECRET }, journals: () => file }
    const { out, err, sent } = await play(['Hi.', ...MODEL, '--journal', 'run.jsonl', '--json'], [401], world)
    expect(sent[0]?.headers['authorization']).toBe(`Bearer ${SECRET}`)
    expect(lines.length).toBeGreaterThan(1)
    for (const printed of [out, err, ...lines]) expect(printed).not.toContain(SECRET)
  })

  it.each<[string, string]>([
    ['as it is', SECRET],
    ['with characters that JSON escapes', 'sk-"quoted"\\0123456789'],
  ])('takes a key out of what a server says of it, %s', async (_, key) => {
    const { file, lines } = journal('')
    const echo: World['fetch'] = async (_url, init) => {
      const sent = new Headers(init?.headers).get('authorization')
      return new Response(JSON.stringify({ error: { message: `Bad key: ${sent}` } }), { status: 401 })
    }
    const world: World = { env: { OPENAI_API_KEY: `${key}\n` }, journals: () => file, fetch: echo }
    for (const how of [[], ['--json']]) {
      const { code, out, err } = await play(['Hi.', ...MODEL, '--journal', 'run.jsonl', ...how], [], world)
      expect(code).toBe(1)
      expect(err).toContain('Bad key: Bearer [key]')
      for (const printed of [out, err, ...lines]) {
        expect(printed).not.toContain(key)
        expect(printed).not.toContain(JSON.stringify(key).slice(1, -1))
      }
    }
    expect(lines.join('')).toContain('[key]')
  })

  it('takes a key out of an answer, wherever its pieces are cut', async () => {
    const world: World = { env: { OPENAI_API_KEY: SECRET } }
    for (let at = 1; at < SECRET.length; at++) {
      const pieces = [`Your key: ${SECRET.slice(0, at)}`, `${SECRET.slice(at)}, and s`].map(text)
      const { out } = await play(['Hi.', ...MODEL], [pieces], world)
      expect(out).toBe('Your key: [key], and s\n')
    }
  })

  it('takes the beginning of a key out of what is cut short', async () => {
    const key = `sk-proj-${'0123456789'.repeat(20)}`
    const world: World = {
      env: { OPENAI_API_KEY: key },
      fetch: async () => new Response(`Unauthorized: the key ${key} is no good`, { status: 401 }),
    }
    const { err } = await play(['Hi.', ...MODEL], [], world)
    expect(err).toContain('Unauthorized: the key [key]…')
    const showing: Tool = { name: 'add', execute: () => `The key is ${key}.` }
    const shown = await play(['Hi.', ...MODEL, '--tools', 't.mjs'], [[calls(['add', {}])], [text('Done.')]], {
      env: world.env ?? {},
      modules: { 't.mjs': { tools: [showing] } },
    })
    expect(shown.err).toContain('The key is [key]…')
  })

  it('takes no word for a key that is none: servers that want none are given some', async () => {
    const world: World = { env: { OPENAI_API_KEY: 'ollama' } }
    const { out } = await play(['Hi.', ...MODEL], [[text('I am ollama.')]], world)
    expect(out).toBe('I am ollama.\n')
  })

  it('says which key it looked for where it is refused without one', async () => {
    const { code, out, err } = await play(['Hi.', ...MODEL], [401])
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('No such key. The key is taken from OPENAI_API_KEY.\n')
  })

  it('goes on with the run in its journal', async () => {
    const { file, lines } = journal('')
    const world: World = { modules: { 't.mjs': { tools: [add] } } }
    const tools = ['--tools', 't.mjs', '--journal', 'run.jsonl']
    const sayings = [[calls(['add', { a: 2, b: 3 }])], [text('5')]]
    await play(['Add.', ...MODEL, ...tools], sayings, { ...world, journals: () => file })
    const kept = lines.slice(0, lines.findIndex((line) => line.includes('tool-succeeded')) + 1)
    const again = journal(kept.join(''))
    const resumed = await play([...MODEL, ...tools, '--resume'], [[text('5')]], {
      ...world,
      journals: () => again.file,
    })
    expect([resumed.code, resumed.out, resumed.sent.length]).toEqual([0, '5\n', 1])
    expect(again.lines[0]).toContain('run-resumed')
    expect(again.lines.some((line) => line.includes('tool-started'))).toBe(false)
  })

  it('stops when it is interrupted, with what came', async () => {
    let interrupt: () => void = () => {}
    const slow: Tool = {
      name: 'add',
      execute: () => {
        interrupt()
        return new Promise(() => {})
      },
    }
    const world: World = {
      modules: { 't.mjs': { tools: [slow] } },
      interrupt: (heard) => {
        interrupt = heard
      },
    }
    const sayings = [[text('Let me add.'), calls(['add', {}])]]
    const { code, out, err } = await play(['Add.', ...MODEL, '--tools', 't.mjs'], sayings, world)
    expect([code, out]).toEqual([130, 'Let me add.\n'])
    expect(err).toContain('chunkfold: The run was aborted.\n')
  })

  it('leaves the journal of an interrupted run as a crash would: it goes on', async () => {
    let interrupt: () => void = () => {}
    const { file, lines } = journal('')
    const slow: Tool = {
      name: 'slow',
      execute: () => {
        interrupt()
        return new Promise(() => {})
      },
    }
    const args = [...MODEL, '--tools', 't.mjs', '--journal', 'run.jsonl']
    const world: World = {
      modules: { 't.mjs': { tools: [slow] } },
      journals: () => file,
      interrupt: (heard) => {
        interrupt = heard
      },
    }
    expect((await play(['Go.', ...args], [[calls(['slow', {}])]], world)).code).toBe(130)
    const quick: Tool = { name: 'slow', execute: () => 'at last' }
    const again = journal(lines.join(''))
    const later: World = { modules: { 't.mjs': { tools: [quick] } }, journals: () => again.file }
    const { code, out } = await play([...args, '--resume'], [[text('Done.')]], later)
    expect([code, out]).toEqual([0, 'Done.\n'])
  })

  it('prints the answer of a run that was over before', async () => {
    const { file, lines } = journal('')
    await play(['Hi.', ...MODEL, '--journal', 'run.jsonl'], [[text('Hello.')]], { journals: () => file })
    const again = journal(lines.join(''))
    const { code, out, sent } = await play([...MODEL, '--journal', 'run.jsonl', '--resume'], [], {
      journals: () => again.file,
    })
    expect([code, out, sent.length, again.lines]).toEqual([0, 'Hello.\n', 0, []])
  })

  it('counts an answer that came before the interruption was heard', async () => {
    let interrupt: () => void = () => {}
    const world: World = {
      interrupt: (heard) => {
        interrupt = heard
      },
      write: async (printed) => {
        if (printed === '\n') interrupt() // the line of the whole answer is ended
        return true
      },
    }
    const { code, out } = await play(['Hi.', ...MODEL], [[text('Hello.')]], world)
    expect([code, out]).toEqual([0, 'Hello.\n'])
  })

  it('ends quietly when nobody reads its output any more', async () => {
    const { code, err } = await play(['Hi.', ...MODEL], [[text('Hello.')]], { write: async () => false })
    expect([code, err]).toEqual([0, ''])
  })

  it.each<[string, unknown]>([
    ['by default', { default: [add] }],
    ['as tools', { tools: [add] }],
    ['as tools, beside a default of another kind', { default: { add }, tools: [add] }],
    ['from CommonJS', { default: { tools: [add] }, tools: undefined }],
    ['from CommonJS that was compiled', { default: { __esModule: true, default: [add] } }],
  ])('takes the tools that a module exports %s', async (_, module) => {
    const sayings = [[calls(['add', { a: 2, b: 3 }])], [text('5')]]
    const world: World = { modules: { 't.mjs': module } }
    const { code, err } = await play(['Add.', ...MODEL, '--tools', 't.mjs'], sayings, world)
    expect([code, err]).toEqual([0, expect.stringContaining('✓ add({"a":2,"b":3}) 0 ms: 5\n')])
  })

  it('says in one line, and only shows, what others say went wrong', async () => {
    const world: World = {
      fetch: async () =>
        new Response(JSON.stringify({ error: { message: 'bad \u001B]0;PWNED\u0007\n\u009B31mred' } }), {
          status: 400,
        }),
    }
    const { err } = await play(['Hi.', ...MODEL], [], world)
    expect(err).toContain('chunkfold: The model gave no answer. bad ]0;PWNED 31mred.\n')
    const thrown = { default: undefined }
    const { err: refused } = await play(['Hi.', ...MODEL, '--tools', 'no\u001B[2J.mjs'], [], {
      modules: { 'no\u001B[2J.mjs': thrown },
    })
    expect(refused).not.toContain('\u001B')
  })

  it('only shows an answer that was over before, and escapes what JSON leaves', async () => {
    const { file, lines } = journal('')
    const evil = [text('Hi \u001B]52;c;eA==\u0007\u009B31m there.')]
    const args = [...MODEL, '--journal', 'run.jsonl']
    const live = await play(['Hi.', ...args, '--json'], [evil], {
      journals: () => file,
      isTTY: { stdout: true },
    })
    expect(live.out).not.toMatch(/(?!\n)\p{Cc}/u)
    expect(JSON.parse(live.out.split('\n').at(-2) ?? '').result.right.text).toContain('\u009B31m')
    const again = journal(lines.join(''))
    const over: World = { journals: () => again.file, isTTY: { stdout: true } }
    const { out } = await play([...args, '--resume'], [], over)
    expect(out).toBe('Hi ]52;c;eA==31m there.\n')
  })

  it('only shows what a terminal would obey', async () => {
    const evil: Tool = { name: 'add', execute: () => 'red \u001B[31m\u0007 alert' }
    const world: World = {
      modules: { 't.mjs': { tools: [evil] } },
      isTTY: { stdout: true, stderr: false },
    }
    const sayings = [[text('\u001B]0;title\u0007Let me\tsee.'), calls(['add', {}])], [text('Done.')]]
    const { out, err } = await play(['Go.', ...MODEL, '--tools', 't.mjs'], sayings, world)
    expect(out).toBe(']0;titleLet me\tsee.\nDone.\n')
    expect(err).toContain('red [31m alert')
    const piped = await play(['Go.', ...MODEL], [[text('\u001B[1m')]])
    expect(piped.out).toBe('\u001B[1m\n')
  })

  it('has list prices where there is a dataset, but not for a server of your own', async () => {
    const prices = () => ({ currency: 'USD', input: 1, output: 2 })
    const there = await play(['Hi.', ...MODEL], [[text('Hello.')]], { prices })
    expect(there.err).toBe('1 turn, 11 tokens in, 7 out, 0.000025 USD\n')
    const own = await play(['Hi.', ...MODEL, '--base-url', 'http://localhost:1/v1'], [[text('Hello.')]], {
      prices,
    })
    expect(own.err).toContain('cost unknown')
  })

  it.each<[readonly string[], string]>([
    [['Hi.', '--model', 'm'], 'No provider was given; --provider says which API is spoken.'],
    [['Hi.', '--provider', 'openai'], 'No model was given; --model says which.'],
    [['Hi.', '--provider', 'acme', '--model', 'm'], 'There is no provider "acme"; there are'],
    [[...MODEL], 'No question was given.'],
    [['Hi.', 'there', ...MODEL], 'Only one question can be asked; "there" is one too many.'],
    [['Hi.', ...MODEL, '--resume'], 'The option --resume needs a --journal to go on with.'],
    [
      ['Hi.', ...MODEL, '--journal', 'used.jsonl', '--resume'],
      'The option --resume takes no question: the run in the journal has its own.',
    ],
    [
      ['Hi.', ...MODEL, '--max-iterations', 'many'],
      'The option --max-iterations takes a whole number, not "many".',
    ],
    [['Hi.', ...MODEL, '--base-url'], 'The option --base-url needs a value.'],
    [
      ['Hi.', ...MODEL, '--base-url', 'localhost:1234/v1'],
      'The base URL "localhost:1234/v1" is none: it begins with https://, http:// or, in a browser, a slash.',
    ],
    [['Hi.', ...MODEL, '--pretty'], 'There is no option --pretty.'],
    [['Hi.', ...MODEL, '--tools', 'no.mjs'], '"no.mjs" cannot be loaded.'],
    [
      ['Hi.', ...MODEL, '--tools', 'empty.mjs'],
      '"empty.mjs" exports no list of tools, neither by default nor as "tools".',
    ],
    [
      ['Hi.', ...MODEL, '--journal', 'used.jsonl'],
      'The file "used.jsonl" is not empty; if it holds a run, --resume goes on with it.',
    ],
    [
      [...MODEL, '--journal', 'used.jsonl', '--resume'],
      'The journal "used.jsonl" cannot be gone on with: The text does not begin as a journal does.',
    ],
    [['Hi.', '--provider', 'bedrock', '--model', 'm'], 'The provider bedrock needs a region, or a base URL.'],
  ])('refuses %j', async (args, sentence) => {
    const world: World = {
      modules: { 'empty.mjs': {} },
      journals: () => ({ text: 'something\n', write: () => {} }),
    }
    const { code, out, err } = await play(args, [], world)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(`chunkfold: ${sentence}`)
    expect(err.trimEnd()).not.toContain('\n')
  })
})
