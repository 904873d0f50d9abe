import { prepareLogins } from '@/lib/platform/side-logins'
import { generate } from '@/scripts/generate.mjs'
import { ensureTemplate } from './test-database'
import { testLogins } from './test-logins'
import { startTestPostgres } from './test-postgres.mjs'

/** Vitest's global set-up: one Postgres for the run, given or our own, with the template that every test clones and the sides' logins. */
export default async function startServer(): Promise<() => Promise<void>> {
  generate()
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
