import { ApiError, type FieldError } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import { type AuditRow, claimAudit, finishAudit, reclaimAudit } from '@/lib/dashboard/audit/audit-entry'
import { connect } from '@/lib/dashboard/connections/connect'
import { listConnections } from '@/lib/dashboard/connections/connect-account'
import { addSigningSecret } from '@/lib/dashboard/connections/signing-secrets'
import { receiverAddress } from '@/lib/dashboard/connections/webhook-state'
import { asSystem, type Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import type { TextKey } from '@/lib/messages/translator'
import type { Environment } from '@/lib/platform/env'
import {
  checkAccountToOpen,
  listCurrenciesToOpen,
  openAccount,
  registerReceiver,
} from '@/lib/service/panel/open-account'
import { openPanel, type Panel } from '@/lib/service/panel/panel'

/** Longer than all calls of one opening together: after it the process that started the opening has died. */
const LEASE_MS = 60_000
const WAIT_MAX_MS = 20_000
const POLL_MS = 250

export interface Business {
  business_name: string
  country: string
  currency: string
  timezone: string
}

/** Returns the currencies (upper case, sorted) in which an account can be opened here. */
export function currenciesToOpen({ PROCESSOR }: Pick<Environment, 'PROCESSOR'>): readonly string[] {
  return listCurrenciesToOpen(PROCESSOR)
}

/**
 * Returns the errors in the fields of a business, whose cards the deployment's processor charges; `email` is checked
 * together with its user.
 */
export function checkBusiness(
  business: Business,
  email: string,
  { PROCESSOR }: Pick<Environment, 'PROCESSOR'>,
): FieldError[] {
  return checkAccountToOpen(accountOf(business, email), PROCESSOR).flatMap((problem) => {
    const { field } = problem
    const message = Object.hasOwn(messages, field) ? messages[field as keyof typeof messages] : undefined
    if (!message) return []
    return [{ ...problem, field: field === 'name' ? 'business_name' : field, message }]
  })
}

const messages = {
  name: 'sign-up.problems.businessName',
  country: 'sign-up.countryMissing',
  currency: 'sign-up.currencyMissing',
  timezone: 'sign-up.timeZoneMissing',
} as const satisfies Record<string, TextKey>

/** The dashboard with its own addresses and the service's, and the service's panel. */
type Here = Dashboard & { env: Pick<Environment, 'BASE_URL' | 'WEB_URL'>; panel: Panel }

interface Opener {
  userId: string
  teamId: string
  email: string
  /** IP address of the request. */
  address: string
}

/**
 * Opens an account of this service for a team and connects it. A team runs one opening at a time, claimed in
 * its activity: a concurrent call waits for the first one's end, and a call after a crash continues from the
 * last completed step. Returns the connection's slug. Throws as `connect` does, and Refusal `still_running`.
 */
export async function openOwnAccount(dashboard: Here, opener: Opener, business: Business): Promise<string> {
  const db = asSystem(dashboard)
  const scope = { ...opener, connectionId: null, db, now: dashboard.now }
  const until = dashboard.now().getTime() + WAIT_MAX_MS
  let id = opener.teamId.replace(/^team_/, 'aud_')
  for (;;) {
    const details = { base_url: dashboard.env.BASE_URL }
    const seen = await claimAudit(scope, { id, action: 'connection.connect', details })
    if (seen === null) break
    const slug = seen.outcome === 'done' ? await findOwnAccount(dashboard, opener.teamId) : null
    if (slug !== null) return slug
    // A finished opening whose account was disconnected since: this call is a new opening.
    if (seen.outcome === 'done') id = newId('aud', dashboard.now())
    else if (isOver(seen, dashboard.now()) && (await reclaimAudit(scope, id, seen))) break
    else if (dashboard.now().getTime() > until) throw new Refusal('still_running')
    else await dashboard.wait(POLL_MS)
  }
  try {
    const { connectionId, slug } = await openAndConnect(dashboard, opener, business)
    await finishAudit(scope, id, 'done', { objectId: connectionId })
    return slug
  } catch (error) {
    await finishAudit(scope, id, 'failed')
    throw error
  }
}

async function openAndConnect(dashboard: Here, { userId, teamId, email }: Opener, business: Business) {
  const { env, panel } = dashboard
  const opening = { teamId, memberId: userId }
  const { apiKey } = await openAccount(panel, accountOf(business, email), opening)
  const connected = await connect(dashboard, { teamId, baseUrl: env.BASE_URL, apiKey })
  const url = receiverAddress(env.WEB_URL, connected.connectionId)
  const member = { baseUrl: env.BASE_URL, apiKey, teamId, memberId: userId, maxScope: 'all' } as const
  try {
    const opened = await openPanel(panel, member)
    const store = (secret: string) => addSigningSecret(dashboard, connected.connectionId, secret)
    if (opened) await registerReceiver(opened, url, panel, store)
  } catch (error) {
    // A URL that receives no events is acceptable: the mirror is reconciled on schedule, and Home lists the
    // step as open.
    if (!(error instanceof ApiError)) throw error
    dashboard.log.warn({ code: error.code, url }, 'no webhook was registered for an account that was opened')
  }
  return connected
}

async function findOwnAccount(dashboard: Here, teamId: string): Promise<string | null> {
  const connections = await listConnections(dashboard, { teamId, connectionId: '' })
  const own = connections.find((one) => one.baseUrl === dashboard.env.BASE_URL && one.disconnectedAt === null)
  return own?.slug ?? null
}

function isOver({ outcome, created_at }: AuditRow, now: Date): boolean {
  return outcome !== 'intent' || now.getTime() - created_at.getTime() > LEASE_MS
}

function accountOf({ business_name: name, country, currency, timezone }: Business, email: string) {
  return { name, country, currency, timezone, contact_email: email }
}
