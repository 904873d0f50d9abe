import { webResources } from '@/lib/platform/process'
import { openProcessor } from '@/lib/service/processor/open-processor'
import type { PayLinkDeps } from './pay-link'

/** Returns the dependencies of a payment on the payer's pages, for the web process. */
export function webPayDeps(): PayLinkDeps {
  const resources = webResources()
  const { env, log, database, keyring } = resources
  return {
    database,
    keyring,
    processor: openProcessor(resources),
    urls: { web: env.WEB_URL, api: env.API_URL },
    leaseMs: env.CHARGE_LEASE_MS,
    now: () => new Date(),
    log,
  }
}
