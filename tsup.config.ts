import { defineConfig, type Options } from 'tsup'

const shared: Options = {
  target: 'es2022',
  outDir: 'dist',
  // A bare `import 'immer'` is never wanted: what is not used is not named.
  treeshake: { preset: 'recommended', moduleSideEffects: 'no-external' },
  sourcemap: true,
  // fp-ts has no entry that Node's ESM resolver finds, so its code is bundled (and shaken); only types name the package.
  noExternal: [/^fp-ts/],
  removeNodeProtocol: false,
}

export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      'agent/index': 'src/agent/index.ts',
      'cost/index': 'src/cost/index.ts',
      'json/index': 'src/json/index.ts',
      'partial/index': 'src/partial/index.ts',
      'request/index': 'src/request/index.ts',
      'runner/index': 'src/runner/index.ts',
      'schema/index': 'src/schema/index.ts',
      'transport/index': 'src/transport/index.ts',
      'wire/index': 'src/wire/index.ts',
      'testing/index': 'src/testing/index.ts',
    },
    format: ['esm', 'cjs'],
    platform: 'neutral',
    // One copy of what the entries share, in both formats: values keep their identity across subpaths.
    splitting: true,
    dts: true,
    // The two builds run side by side: this one sweeps dist, and leaves the other's file alone.
    clean: ['!cli.js', '!cli.js.map'],
  },
  {
    ...shared,
    entry: { cli: 'src/cli/main.ts' },
    format: ['esm'],
    platform: 'node',
    splitting: false,
    dts: false,
    clean: false,
  },
])
