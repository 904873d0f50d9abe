import { mayCallLocalhost } from '@/lib/platform/env'
import { webResources } from '@/lib/platform/process'
import type { Panel } from './panel'

/** Returns the dependencies of the panel's verbs for the web process: the service's database, never the dashboard's. */
export function webPanel(): Panel {
  const { database, env, keyring, panelShares: shares } = webResources()
  return {
    database,
    keyring,
    shares,
    testMode: mayCallLocalhost(env),
    baseUrl: env.BASE_URL,
    payoutHoldMs: payoutHoldMs(env),
    now: () => new Date(),
  }
}

const HOLD_HOURS = 24
const HOUR_MS = 3_600_000

/** Returns the hold of a changed bank account: a day, none in test mode on loopback unless it is set. */
function payoutHoldMs(
  env: Parameters<typeof mayCallLocalhost>[0] & { PAYOUT_HOLD_HOURS?: number | undefined },
): number {
  return (env.PAYOUT_HOLD_HOURS ?? (mayCallLocalhost(env) ? 0 : HOLD_HOURS)) * HOUR_MS
}
