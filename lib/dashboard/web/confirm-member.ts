import type { StepUp } from '@/lib/dashboard/schema/step-up'
import type { OwnActor } from '@/lib/dashboard/team/own-sign-in'
import { stepUp } from '@/lib/dashboard/team/step-up'
import { requestAddress } from './request-address'
import { webDashboard } from './web-dashboard'

/** Confirms the user of this request by a step-up. Throws Refusal as `stepUp` does. */
export async function confirmMember(
  { user, claim }: Omit<OwnActor, 'address'>,
  typed: StepUp,
): Promise<void> {
  await stepUp(webDashboard(), { user, claim, address: await requestAddress() }, typed)
}
