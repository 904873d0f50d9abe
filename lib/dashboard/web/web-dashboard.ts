import { SigningSecrets } from '@/lib/dashboard/connections/signing-secrets'
import type { Dashboard } from '@/lib/dashboard/context'
import { openDashboard } from '@/lib/dashboard/open-dashboard'
import { DeliveryLimits } from '@/lib/dashboard/receiver/delivery-limits'
import {
  POOL_SHARE_PER_TEAM,
  REQUESTS_PER_TEAM,
  REQUESTS_WAITING_MAX,
  SESSION_CHECKS_PER_USER,
  STATEMENTS_WAITING_MAX,
  TURN_WITHIN_MS,
} from '@/lib/dashboard/team-limits'
import type { Environment } from '@/lib/platform/env'
import { webResources } from '@/lib/platform/process'
import { Shares } from '@/lib/platform/shares'

export interface WebDashboard extends Dashboard {
  env: Environment
  signingSecrets: SigningSecrets
  /** Shares of users in the checks of sessions. */
  checks: Shares
  /** Shares of teams in requests: a slow host of one team holds them, but no connection of the database. */
  requests: Shares
  deliveryLimits: DeliveryLimits
}

const KEY = Symbol.for('checkout.web-dashboard')
const shared: typeof globalThis & { [KEY]?: WebDashboard } = globalThis

/** Returns the dashboard of the web process. Next loads a module once per bundle; the process still has one instance. */
export function webDashboard(): WebDashboard {
  shared[KEY] ??= open()
  return shared[KEY]
}

function open(): WebDashboard {
  const resources = webResources()
  const { env } = resources
  const dashboard = openDashboard(resources)
  const shares = (atOnce: number, waiting: number) => new Shares({ atOnce, waiting, waitMs: TURN_WITHIN_MS })
  // The raw pool and Prisma's have half of the connections each.
  const statements = Math.ceil((env.DATABASE_POOL / 2) * POOL_SHARE_PER_TEAM)
  const pools = {
    raw: shares(statements, STATEMENTS_WAITING_MAX),
    prisma: shares(statements, STATEMENTS_WAITING_MAX),
  }
  return {
    ...dashboard,
    env,
    pools,
    checks: shares(SESSION_CHECKS_PER_USER, REQUESTS_WAITING_MAX),
    requests: shares(REQUESTS_PER_TEAM, REQUESTS_WAITING_MAX),
    signingSecrets: new SigningSecrets(dashboard),
    deliveryLimits: new DeliveryLimits(dashboard),
  }
}
