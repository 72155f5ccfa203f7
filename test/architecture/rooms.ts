/**
 * A room is a folder of `src/`. What it may import is its whole contract: other rooms (through their doors), packages,
 * and, at the edge, Node. A core room is pure: no clock, no randomness, no console, no state of its own.
 */
export type Room = {
  readonly name: string
  readonly rooms: readonly string[]
  readonly packages: readonly string[]
  /** Pure: held to the purity rules, compiled without DOM and Node types (`tsconfig.core.json`). */
  readonly core: boolean
  /** May import `node:*`. */
  readonly node: boolean
  /** A file of a lower room that is a door for this room alone: what is behind it stays out of the bundles of all others. */
  readonly sideDoor?: string
}

const corePackages = ['fp-ts']

const coreRoom = (name: string, rooms: readonly string[]): Room => ({
  name,
  rooms,
  packages: corePackages,
  core: true,
  node: false,
})

const edgeRoom = (
  name: string,
  rooms: readonly string[],
  packages: readonly string[],
  node = false,
): Room => ({
  name,
  rooms,
  packages: [...corePackages, ...packages],
  core: false,
  node,
})

/** Lowest first: a room imports only from rooms before it. A new folder in `src/` is a new line here. */
export const rooms: readonly Room[] = [
  coreRoom('persistent', []),
  coreRoom('data', []),
  coreRoom('json', ['data']),
  { ...coreRoom('standard', ['json']), packages: [...corePackages, '@standard-schema/spec'] },
  coreRoom('frames', ['persistent', 'data']),
  coreRoom('providers', ['persistent', 'data', 'frames']),
  coreRoom('collector', ['persistent', 'data', 'frames', 'providers']),
  coreRoom('decoded', ['data', 'frames', 'providers', 'collector']),
  { ...coreRoom('cost', ['data', 'frames']), packages: ['big.js'] },
  {
    ...coreRoom('partial', [
      'persistent',
      'data',
      'json',
      'standard',
      'frames',
      'providers',
      'collector',
      'decoded',
    ]),
    packages: [...corePackages, '@standard-schema/spec'],
  },
  { ...coreRoom('request', ['data', 'frames', 'providers']), sideDoor: 'src/providers/requests' },
  coreRoom('machine', ['data', 'frames', 'providers', 'collector', 'decoded', 'cost', 'request']),
  edgeRoom('abort', [], []),
  edgeRoom('schema', ['data', 'standard'], ['@standard-schema/spec', '@cfworker/json-schema']),
  edgeRoom(
    'wire',
    ['data', 'frames', 'providers', 'collector', 'decoded'],
    ['eventsource-parser', '@smithy/eventstream-codec'],
  ),
  edgeRoom(
    'transport',
    ['abort', 'data', 'frames', 'providers', 'collector', 'decoded', 'request', 'wire'],
    ['@smithy/signature-v4'],
  ),
  edgeRoom(
    'agent',
    [
      'abort',
      'data',
      'frames',
      'providers',
      'collector',
      'decoded',
      'cost',
      'request',
      'schema',
      'machine',
      'transport',
    ],
    [],
  ),
  edgeRoom(
    'runner',
    [
      'abort',
      'data',
      'json',
      'standard',
      'frames',
      'providers',
      'collector',
      'request',
      'schema',
      'wire',
      'transport',
    ],
    [],
  ),
  edgeRoom(
    'testing',
    ['persistent', 'data', 'frames', 'providers', 'collector', 'wire'],
    ['fast-check', 'immer'],
  ),
  edgeRoom(
    'cli',
    [
      'persistent',
      'data',
      'frames',
      'providers',
      'collector',
      'cost',
      'wire',
      'transport',
      'agent',
      'testing',
    ],
    ['cac', '@pydantic/genai-prices'],
    true,
  ),
]

/** `src/index.ts`, the entry of the package: the door of doors. Browser-safe, so only core rooms stand behind it. */
export const entry: Room = {
  name: 'index.ts',
  rooms: rooms.filter((room) => room.core).map((room) => room.name),
  packages: [],
  core: true,
  node: false,
}

export const roomNamed = (name: string): Room | undefined =>
  name === entry.name ? entry : rooms.find((room) => room.name === name)

/** The room of a file, by its path from the root of the repository: `src/data/value.ts` is in `json`. */
export const roomNameOf = (path: string): string => path.split('/')[1] ?? ''
