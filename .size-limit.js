import { readFile } from 'node:fs/promises'

/**
 * Replaces the table of dialects by one that has Chat Completions alone, for which the sources are bundled. Calls at the top of fp-ts are marked as what they are, free of side
 * effects: the build of the package finds that by itself.
 */
const oneDialect = {
  name: 'one-dialect',
  setup: (build) => {
    build.onLoad({ filter: /fp-ts[\\/]es6[\\/]Either\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(
        /\b(dual|as_|asUnit_|chainable\.tap)\(/g,
        '/*#__PURE__*/ $1(',
      ),
    }))
    build.onLoad({ filter: /providers[\\/]modules\.ts$/ }, () => ({
      contents: `
        import { chat } from './openai/module'
        export const modules = { openai: chat, openrouter: chat }
      `,
      loader: 'ts',
    }))
  },
}

export default [
  {
    name: 'the core with one dialect, with its dependencies',
    path: 'src/index.ts',
    import: '*',
    limit: '20 kB',
    modifyEsbuildConfig: (config) => ({ ...config, plugins: [...(config.plugins ?? []), oneDialect] }),
  },
  {
    name: 'the core with every dialect, with its dependencies',
    path: 'dist/index.js',
    import: '*',
    limit: '41.5 kB',
  },
  { name: 'incremental JSON alone', path: 'dist/json/index.js', import: '*', limit: '4 kB' },
]
