import { customerSchema } from '@/lib/contract/customer'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { MirroredRow } from '@/lib/dashboard/reads/read-object'
import type { FoundCustomer, PhoneMatch } from '@/lib/dashboard/schema/customer'
import type { MemberRole } from '@/lib/dashboard/schema/role-permissions'
import { shownPhone, type TypedPhone } from '@/lib/domain/phone'
import { phoneMatch } from './phone-matches'
import { shownCustomer } from './shown-customer'

/**
 * Returns the customer of a mirror row as a list shows it to a role, with the match of its phone with the `searched` one.
 */
export function foundCustomer(
  ctx: Pick<ConnectionContext, 'account' | 'now'>,
  row: MirroredRow,
  { role, searched }: { role: MemberRole; searched: TypedPhone | null },
): FoundCustomer {
  const country = ctx.account.country ?? null
  const { phone } = customerSchema.parse(row.snapshot)
  const customer = shownCustomer(ctx, row, role)
  const match = searched && phoneMatch(phone, searched, country)
  return {
    ...customer,
    phone_shown: customer.masked || phone === null ? customer.phone : shownPhone(phone, country),
    match: customer.masked && match !== 'exact' ? null : match,
  }
}

const ranks: Readonly<Record<PhoneMatch, number>> = { exact: 0, near: 1, part: 2 }

/**
 * Orders found customers: the same phone first, then those with one digit different, then the others; otherwise stable.
 */
export function bestFirst<Found extends Pick<FoundCustomer, 'match'>>(found: readonly Found[]): Found[] {
  const rank = ({ match }: Found) => (match === null ? ranks.part : ranks[match])
  return found.toSorted((one, other) => rank(one) - rank(other))
}
