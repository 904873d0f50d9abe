import type { ReactNode } from 'react'
import { PendingChange } from '@/components/payouts/face'
import { ClientTexts } from '@/components/texts/client-texts'
import { can } from '@/lib/dashboard/role-permissions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { type PanelOwner, panelOf } from '@/lib/own-account/panel'
import { webPanel } from '@/lib/service/panel/panel'
import { payoutState, readPayouts } from '@/lib/service/panel/payouts'
import { memberTexts } from '@/lib/ui/member-reader'

/** Returns the banner about the waiting change of the bank account; null without one, after a failed read and for other roles. */
export async function pendingChangeOf(member: PanelOwner): Promise<ReactNode> {
  if ((await stateOf(member)) !== 'change') return null
  try {
    const panel = await panelOf(member)
    const payouts = panel && (await readPayouts(panel))
    if (!payouts?.next) return null
    return (
      <ClientTexts {...(await memberTexts())} nouns={['payout-change']}>
        <PendingChange account={payouts.account} next={payouts.next} />
      </ClientTexts>
    )
  } catch (error) {
    return logged(error)
  }
}

/** Returns whether an account of this deployment has no bank account; false for a role that may not see it. */
export async function lacksBankAccount(member: PanelOwner): Promise<boolean> {
  return (await stateOf(member)) === 'none'
}

async function stateOf({ role, ctx: { baseUrl, teamId, account } }: PanelOwner) {
  if (!can(role, 'payouts.read')) return null
  return payoutState(webPanel(), { baseUrl, teamId, accountId: account.id }).catch(logged)
}

function logged(error: unknown) {
  webDashboard().log.error({ err: error }, 'the bank account was not read')
  return null
}
