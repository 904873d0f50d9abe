import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ROOT = fileURLToPath(new URL('.', import.meta.url))
/** Folders with the slowest tests. */
const LONGEST = /\/(simulation|fuzz|processes|charges\/charge-crash|webhooks\/run-deliveries)/

/** Starts the slowest files first: one that starts last would keep one worker busy while the other is idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  resolve: { alias: { '@': ROOT.replace(/\/$/, '') } },
  // JSX in tests uses React's own runtime, because Next's compiler is not there to add it.
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    environment: 'node',
    globalSetup: ['test/test-database-server.ts'],
    pool: 'forks',
    // Tests wait for processes and leases half of their time: one more worker than cores uses it.
    maxWorkers: 3,
    // As in the browser: a failure of a busy machine does not stop a landing, and the run names what needed it.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'modules',
          include: ['{components,lib,prisma,scripts,test}/**/*.test.{ts,tsx}'],
          exclude: ['lib/dashboard/web/**'],
          // One process runs many files, which halves the time of a run: these modules keep no state between tests.
          isolate: false,
        },
      },
      {
        extends: true,
        // Doors open resources of a whole process, with the environment that their test sets.
        test: { name: 'doors', include: ['{app,lib/dashboard/web}/**/*.test.{ts,tsx}'] },
      },
    ],
  },
})
