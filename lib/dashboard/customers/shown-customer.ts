import { customerSchema } from '@/lib/contract/customer'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { maskedContact } from '@/lib/dashboard/reads/masked-contact'
import { type MirroredRow, rowMirror } from '@/lib/dashboard/reads/read-object'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import type { MemberRole } from '@/lib/dashboard/schema/role-permissions'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { unicodeEmail } from '@/lib/platform/typed-url'
import { cardState } from './card-state'

/** Returns the customer of a mirror row as a role sees it: phone, e-mail and notes are masked without `contacts.read`. */
export function shownCustomer(
  { account, now }: Pick<ConnectionContext, 'account' | 'now'>,
  row: MirroredRow,
  role: MemberRole,
): ShownCustomer {
  const { email, ...sent } = customerSchema.parse(row.snapshot)
  const customer = { ...sent, email: email && unicodeEmail(email) }
  const masked = !can(role, 'contacts.read')
  return {
    ...(masked ? maskedContact(customer) : customer),
    card_state: cardState(customer.card, { now: now().getTime(), timeZone: account.timezone }),
    masked,
    mirror: rowMirror(row),
  }
}
