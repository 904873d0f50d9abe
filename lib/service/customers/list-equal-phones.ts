import { phoneIdentity } from '@/lib/domain/phone'
import type { Handle } from '@/lib/platform/database'

/** Rows per statement: the identity of each is computed here. */
const PAGE = 2_000

/** Customers of one account whose phones are the same number. */
export interface EqualPhones {
  account_id: string
  customer_ids: string[]
  /** Their phones as sent, in the order of the ids. */
  phones: string[]
}

interface PhoneRow {
  account_id: string
  id: string
  phone: string
  country: string
}

/**
 * Returns the customers whose phones were different under an earlier identity and are equal now. The service leaves them
 * as they are; the merchant archives one or changes its phone. `db` is a handle of `checkout_system`.
 */
export async function listEqualPhones(db: Handle): Promise<EqualPhones[]> {
  const byPhone = new Map<string, EqualPhones>()
  let after = { account_id: '', id: '' }
  for (;;) {
    const { rows } = await db.query<PhoneRow>({
      name: 'list-phones',
      text: `SELECT c.account_id, c.id, c.phone, a.country FROM service.customer c JOIN service.account a ON a.id = c.account_id
        WHERE (c.account_id, c.id) > ($1, $2) ORDER BY c.account_id, c.id LIMIT ${PAGE}`,
      values: [after.account_id, after.id],
    })
    for (const { account_id, id, phone, country } of rows) {
      const key = `${account_id} ${phoneIdentity(phone, country) ?? id}`
      const found = byPhone.get(key) ?? { account_id, customer_ids: [], phones: [] }
      found.customer_ids.push(id)
      found.phones.push(phone)
      byPhone.set(key, found)
    }
    const last = rows.at(-1)
    if (!last) break
    after = last
  }
  return [...byPhone.values()].filter(({ customer_ids }) => customer_ids.length > 1)
}
