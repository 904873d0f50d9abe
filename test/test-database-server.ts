import { generate } from '@/scripts/generate.mjs'
import { ensureTemplate } from './test-database'
import { startTestPostgres } from './test-postgres.mjs'

/** Vitest's global set-up: one Postgres for the run, given or our own, with the template that every test clones. */
export default async function startServer(): Promise<() => Promise<void>> {
  generate()
  const given = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
  const own = given ? undefined : await startTestPostgres()
  const url = given ?? own?.url
  try {
    if (url) {
      process.env.TEST_DATABASE_URL = url
      await ensureTemplate(url)
    }
  } catch (error) {
    await own?.stop()
    throw error
  }
  return async () => {
    await own?.stop()
  }
}
