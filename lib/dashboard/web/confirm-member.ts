import { confirmPassword } from '@/lib/dashboard/team/confirm-password'
import type { Member } from '@/lib/dashboard/team/find-member'
import { requestAddress } from './request-address'
import { webDashboard } from './web-dashboard'

/** Confirms the member of this request by their password. Throws Refusal as `confirmPassword` does. */
export async function confirmMember(
  { user, claim }: Pick<Member, 'user' | 'claim'>,
  password: string,
): Promise<void> {
  await confirmPassword(webDashboard(), { user, claim, address: await requestAddress() }, password)
}
