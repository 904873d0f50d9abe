import { prepareLogins } from '@/lib/platform/side-logins'
import { buildProcessesIfStale, generate } from '@/scripts/build.mjs'
import { ensureTemplate } from './test-database'
import { testLogins } from './test-logins'
import { startTestPostgres } from './test-postgres.mjs'

/**
 * Prepares the run (vitest's global set-up): the bundles of the processes that tests start, and Postgres, a given server or
 * our own, with the template that every test clones and the sides' logins.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  generate()
  await buildProcessesIfStale()
  const given = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
  const own = given ? undefined : await startTestPostgres()
  const url = given ?? own?.url
  try {
    if (url) {
      process.env.TEST_DATABASE_URL = url
      await ensureTemplate(url)
      await prepareLogins(url, { given: testLogins(url) })
    }
  } catch (error) {
    await own?.stop()
    throw error
  }
  return async () => {
    await own?.stop()
  }
}
