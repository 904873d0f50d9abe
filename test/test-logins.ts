import { createHash } from 'node:crypto'
import { SIDES, type Side } from '@/lib/platform/database'

/**
 * Returns the URLs of the sides' logins for a database that the owner reaches at `ownerUrl`; the run's set-up prepares
 * them.
 */
export function testLogins(ownerUrl: string): Record<Side, string> {
  const password = createHash('sha256').update(new URL(ownerUrl).password).digest('hex')
  const urls = SIDES.map((side) => {
    const url = new URL(ownerUrl)
    url.username = `checkout_test_${side}`
    url.password = password
    return [side, url.href] as const
  })
  return Object.fromEntries(urls) as Record<Side, string>
}

/** Returns the environment variables with which a process uses the sides' logins. */
export function loginEnvironment(ownerUrl: string): Record<string, string> {
  const { service, dashboard, bank } = testLogins(ownerUrl)
  return { SERVICE_DATABASE_URL: service, DASHBOARD_DATABASE_URL: dashboard, BANK_DATABASE_URL: bank }
}
