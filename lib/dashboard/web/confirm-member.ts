import { headers } from 'next/headers'
import { confirmPassword } from '@/lib/dashboard/team/confirm-password'
import type { Member } from '@/lib/dashboard/team/find-member'
import { clientAddress } from '@/lib/platform/peer-address'
import { webDashboard } from './web-dashboard'

/** Confirms the member of this request by their password. Throws Refusal `invalid_parameters` on the field `password`. */
export async function confirmMember({ user }: Pick<Member, 'user'>, password: string): Promise<void> {
  const dashboard = webDashboard()
  const address = clientAddress(await headers(), dashboard.env.TRUSTED_PROXIES)
  await confirmPassword(dashboard, { email: user.email, password, address })
}
