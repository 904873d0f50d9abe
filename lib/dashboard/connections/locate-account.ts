import { isStorable } from '@/lib/contract/text'
import type { Dashboard } from '@/lib/dashboard/context'
import type { SignedInUser } from '@/lib/dashboard/team/find-accounts'

/** Screens whose next segment may be an object's id, and the table that holds such objects. */
const tables: readonly { path: RegExp; table: string }[] = [
  { path: /^\/links\/import\/([^/?#]+)/, table: 'dashboard.link_batch' },
  { path: /^\/links\/([^/?#]+)/, table: 'dashboard.mirror_link' },
  { path: /^\/payments\/([^/?#]+)/, table: 'dashboard.mirror_payment' },
  { path: /^\/customers\/([^/?#]+)/, table: 'dashboard.mirror_customer' },
  { path: /^\/balance\/settlements\/([^/?#]+)/, table: 'dashboard.mirror_settlement' },
]

/** Returns the slug of the account that a bare address belongs to: the one that has its object, else the one used last; null without any. */
export async function locateAccount(
  { database }: Pick<Dashboard, 'database'>,
  accounts: SignedInUser['accounts'],
  path: string,
): Promise<string | null> {
  const object = accounts.length > 1 ? objectOf(path) : null
  if (object) {
    for (const { slug, connectionId } of accounts) {
      const { count } = await database.as('checkout_dashboard', connectionId).query({
        text: `SELECT FROM ${object.table} WHERE connection_id = $1 AND id = $2`,
        values: [connectionId, object.id],
      })
      if (count > 0) return slug
    }
  }
  return accounts[0]?.slug ?? null
}

function objectOf(path: string): { table: string; id: string } | null {
  for (const { path: pattern, table } of tables) {
    const raw = pattern.exec(path)?.[1]
    const id = raw === undefined ? null : decoded(raw)
    if (id !== null && isStorable(id)) return { table, id }
  }
  return null
}

function decoded(raw: string): string | null {
  try {
    return decodeURIComponent(raw)
  } catch {
    return null
  }
}
