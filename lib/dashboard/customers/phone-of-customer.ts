import type { ConnectionContext } from '@/lib/dashboard/context'
import type { ShownCustomer, ShownPhone } from '@/lib/dashboard/schema/customer'
import { phoneIdentity, shownPhone } from '@/lib/domain/phone'

/** Returns the phone of a customer in the formats in which the account's pages show and dial it. */
export function phoneOfCustomer(
  { account }: Pick<ConnectionContext, 'account'>,
  { phone, masked }: Pick<ShownCustomer, 'phone' | 'masked'>,
): ShownPhone | null {
  if (phone === null) return null
  if (masked) return { shown: phone, dialled: null }
  const country = account.country ?? null
  return { shown: shownPhone(phone, country), dialled: phoneIdentity(phone, country) }
}
