import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import builds from '../../tsup.config'
import { rooms } from '../architecture/rooms'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

type Target = { readonly types: string; readonly default: string }
type Manifest = {
  readonly exports: {
    readonly [subpath: string]: string | { readonly import: Target; readonly require: Target }
  }
  readonly bin: { readonly [command: string]: string }
  readonly dependencies: { readonly [name: string]: string }
  readonly devDependencies: { readonly [name: string]: string }
  readonly peerDependencies: { readonly [name: string]: string }
  readonly peerDependenciesMeta: { readonly [name: string]: { readonly optional?: boolean } }
}
const manifest: Manifest = JSON.parse(read('package.json'))

const subpaths = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
  typeof target === 'string' ? [] : [{ subpath, target }],
)

/** `./wire` is built as `dist/wire/index`, the root as `dist/index`. */
const builtAs = (subpath: string): string => (subpath === '.' ? 'index' : `${subpath.slice(2)}/index`)

const entries: { readonly [name: string]: string } = Object.assign(
  {},
  ...(Array.isArray(builds) ? builds : [builds]).map((build) => ('entry' in build ? build.entry : {})),
)

describe('the package', () => {
  it.each(subpaths)('$subpath has code and types for import and for require', ({ subpath, target }) => {
    const file = `./dist/${builtAs(subpath)}`
    expect(target).toEqual({
      import: { types: `${file}.d.ts`, default: `${file}.js` },
      require: { types: `${file}.d.cts`, default: `${file}.cjs` },
    })
  })

  it.each(subpaths)('$subpath is built from the door of its room', ({ subpath }) => {
    expect(entries[builtAs(subpath)]).toBe(`src/${builtAs(subpath)}.ts`)
  })

  it('builds nothing that it does not offer', () => {
    const offered = [...subpaths.map(({ subpath }) => builtAs(subpath)), 'cli']
    expect(Object.keys(entries).toSorted()).toEqual(offered.toSorted())
  })

  it('starts its command with the line that names Node', () => {
    expect(manifest.bin).toEqual({ chunkfold: 'dist/cli.js' })
    expect(read(entries.cli ?? '').split('\n')[0]).toBe('#!/usr/bin/env node')
  })
})

describe('the dependencies', () => {
  it('are pinned exactly', () => {
    const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
    )
    expect(loose).toEqual([])
  })

  it('at run time are those that a room may use, and no others', () => {
    const optional = Object.keys(manifest.peerDependencies).filter(
      (name) => manifest.peerDependenciesMeta[name]?.optional === true,
    )
    const used = new Set(rooms.flatMap((room) => room.packages))
    expect([...Object.keys(manifest.dependencies), ...optional].toSorted()).toEqual([...used].toSorted())
  })

  it('are locked without the host they came from', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved"/)
  })
})
