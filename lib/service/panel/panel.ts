import type { Database } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import type { Shares } from '@/lib/platform/shares'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { findKey } from '@/lib/service/accounts/authenticate-key'
import type { ServiceContext } from '@/lib/service/context'

/** Dependencies of the panel's verbs. */
export interface Panel {
  database: Database
  keyring: Keyring
  testMode: boolean
  now(): Date
  /** Shares of accounts in the connections, which payers' pages use as well. */
  shares?: Shares
}

/** A member, and the stored key of the member's connection. */
export interface PanelMember {
  apiKey: string
  memberId: string
}

/** A member who acts in an account of this service. */
export interface PanelContext extends Pick<ServiceContext, 'accountId' | 'actor' | 'db' | 'now'> {
  account: AccountRow
  /** Id of the key that the dashboard's connection uses. */
  keyId: string
}

/**
 * Returns the account of a connection's key with the acting member; null = the key belongs to no account of this
 * service.
 */
export async function openPanel(
  { database, now, shares }: Pick<Panel, 'database' | 'now' | 'shares'>,
  { apiKey, memberId }: PanelMember,
): Promise<PanelContext | null> {
  const found = await findKey(database, apiKey, performance.now(), now())
  if (!found) return null
  const { account, keyId } = found
  const actor = { kind: 'member', id: memberId } as const
  const db = database.as('checkout_service', account.id)
  return {
    accountId: account.id,
    account,
    keyId,
    actor,
    db: shares ? shares.handle(account.id, db) : db,
    now,
  }
}
