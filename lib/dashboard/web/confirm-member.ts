import { confirmPassword } from '@/lib/dashboard/team/confirm-password'
import type { Member } from '@/lib/dashboard/team/find-member'
import { requestAddress } from './request-address'
import { webDashboard } from './web-dashboard'

/** Confirms the member of this request by their password. Throws Refusal `invalid_parameters` on the field `password`. */
export async function confirmMember({ user }: Pick<Member, 'user'>, password: string): Promise<void> {
  const address = await requestAddress()
  await confirmPassword(webDashboard(), { email: user.email, password, address })
}
