import type { Dashboard } from '@/lib/dashboard/context'
import { isStorable } from '@/lib/domain/text'
import type { SignedInUser } from './find-accounts'

/** Screens whose next segment may be an object's id, with the table of such objects. */
const tables: readonly { path: RegExp; table: string }[] = [
  { path: /^\/links\/import\/([^/?#]+)/, table: 'dashboard.link_batch' },
  { path: /^\/links\/([^/?#]+)/, table: 'dashboard.mirror_link' },
  { path: /^\/payments\/([^/?#]+)/, table: 'dashboard.mirror_payment' },
  { path: /^\/customers\/([^/?#]+)/, table: 'dashboard.mirror_customer' },
  { path: /^\/balance\/settlements\/([^/?#]+)/, table: 'dashboard.mirror_settlement' },
]

/** URLs that name the account by its id at the host, like those in mails. */
const namedAccount = {
  path: /^[^#]*[?&]account=([^&#]+)/,
  find: `SELECT FROM dashboard.connection WHERE id = $1 AND account->>'id' = $2`,
}

/**
 * Returns the slug of the account that a bare URL belongs to: the account that it names, otherwise the one that has its
 * object, otherwise the one used last; null if there is none.
 */
export async function locateAccount(
  { database }: Pick<Dashboard, 'database'>,
  accounts: SignedInUser['accounts'],
  path: string,
): Promise<string | null> {
  const owner = accounts.length > 1 ? ownerOf(path) : null
  if (owner) {
    for (const { slug, connectionId } of accounts) {
      const { count } = await database.as('checkout_dashboard', connectionId).query({
        text: owner.find,
        values: [connectionId, owner.id],
      })
      if (count > 0) return slug
    }
  }
  return accounts[0]?.slug ?? null
}

/** Returns the query that finds a row for the owner of a URL, and the id to find. */
function ownerOf(path: string): { find: string; id: string } | null {
  const finds = tables.map(({ path: pattern, table }) => ({
    path: pattern,
    find: `SELECT FROM ${table} WHERE connection_id = $1 AND id = $2`,
  }))
  for (const { path: pattern, find } of [namedAccount, ...finds]) {
    const raw = pattern.exec(path)?.[1]
    const id = raw === undefined ? null : decoded(raw)
    if (id !== null && isStorable(id)) return { find, id }
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
