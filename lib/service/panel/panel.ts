import type { KeyScope } from '@/lib/contract/key-scopes'
import type { Database } from '@/lib/platform/database'
import { mayCallLocalhost } from '@/lib/platform/env'
import { webResources } from '@/lib/platform/process'
import type { Keyring } from '@/lib/platform/secrets'
import type { Shares } from '@/lib/platform/shares'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { findKey } from '@/lib/service/accounts/authenticate-key'
import type { ServiceContext } from '@/lib/service/context'
import type { ProcessorName } from '@/lib/service/processor/currencies'

/** Dependencies of the panel's verbs. */
export interface Panel {
  database: Database
  keyring: Keyring
  testMode: boolean
  /** Card processor of the deployment, which refuses accounts in some currencies. */
  processor: ProcessorName
  /** Base URL of this deployment's own API. */
  baseUrl: string
  /** Time after which a changed bank account receives money. */
  payoutHoldMs: number
  now(): Date
  /** Shares of accounts in the connections, which payers' pages use as well. */
  shares?: Shares
}

/** A member of a team, with the base URL and the stored key of the team's connection. */
export interface PanelMember {
  baseUrl: string
  apiKey: string
  teamId: string
  memberId: string
  /** Widest scope of a key that the member's role may make. */
  maxScope: KeyScope
}

/** A member who acts in an account of this service. */
export interface PanelContext extends Pick<ServiceContext, 'accountId' | 'actor' | 'db' | 'now'> {
  account: AccountRow
  /** Id of the key that the dashboard's connection uses. */
  keyId: string
  maxScope: KeyScope
}

/**
 * Returns the account of a connection's key with the acting member; null unless the connection leads to this deployment and
 * the member's team owns the account. A key alone gives what it gives over HTTP.
 */
export async function openPanel(
  { database, baseUrl, now, shares }: Pick<Panel, 'database' | 'baseUrl' | 'now' | 'shares'>,
  { apiKey, memberId, teamId, maxScope, baseUrl: connectedTo }: PanelMember,
): Promise<PanelContext | null> {
  if (connectedTo !== baseUrl) return null
  const found = await findKey(database, apiKey, performance.now(), now())
  if (found?.account.owner_team !== teamId) return null
  const { account, keyId } = found
  const actor = { kind: 'member', id: memberId } as const
  const db = database.as('checkout_service', account.id)
  return {
    accountId: account.id,
    account,
    keyId,
    maxScope,
    actor,
    db: shares ? shares.handle(account.id, db) : db,
    now,
  }
}

/** Hold of a changed bank account. */
const HOLD_HOURS = 24
const HOUR_MS = 3_600_000

/** Returns the dependencies of the panel's verbs for the web process: the service's database, never the dashboard's. */
export function webPanel(): Panel {
  const { database, env, keyring, panelShares: shares } = webResources()
  return {
    database,
    keyring,
    shares,
    testMode: mayCallLocalhost(env),
    processor: env.PROCESSOR,
    baseUrl: env.BASE_URL,
    // None in test mode on loopback unless it is set.
    payoutHoldMs: (env.PAYOUT_HOLD_HOURS ?? (mayCallLocalhost(env) ? 0 : HOLD_HOURS)) * HOUR_MS,
    now: () => new Date(),
  }
}
