import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const ROOT = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  resolve: { alias: { '@': ROOT.replace(/\/$/, '') } },
  // The JSX of tests renders by React's own runtime; Next's compiler is not there to add it.
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    environment: 'node',
    include: ['{app,components,lib,prisma,scripts,test}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/test-database-server.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
})
