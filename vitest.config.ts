import { defineConfig } from 'vitest/config'

// CI counts the tests from this file; it lives where git never looks.
const jsonReport = 'node_modules/.cache/chunkfold/vitest.json'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The laws are property tests over whole streams: minutes under TEST_HARDER, and slow on two busy cores.
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    typecheck: { include: ['test/**/*.test-d.ts'], tsconfig: 'tsconfig.json' },
    coverage: { include: ['src/**/*.ts'] },
    reporters: process.env.CI ? ['default', ['json', { outputFile: jsonReport }]] : ['default'],
  },
})
