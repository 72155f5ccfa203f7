/** Replaces the table of dialects by one that has Chat Completions alone. */
const oneDialect = {
  name: 'one-dialect',
  setup: (build) => {
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
