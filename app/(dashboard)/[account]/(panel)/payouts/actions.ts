'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { auditedAction, changedValues } from '@/lib/dashboard/audit/audited-action'
import { connectionKey } from '@/lib/dashboard/connections/connection-key'
import { Refusal } from '@/lib/dashboard/refusal'
import { action } from '@/lib/dashboard/web/action'
import { confirmMember } from '@/lib/dashboard/web/confirm-member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { namePayoutAccount, readPayouts } from '@/lib/service/panel/payouts'
import { webPanel } from '@/lib/service/panel/web-panel'

const text = z.string().max(500)
const nameAccountInput = z.strictObject({ bank_name: text, holder: text, number: text, password: text })

const nameAccount = action('payouts.write', nameAccountInput, async (ctx, { password, ...input }, member) => {
  await confirmMember(member, password)
  const panel = webPanel()
  const apiKey = await connectionKey(webDashboard(), ctx)
  const valuesNow = async () => (await readPayouts(panel, apiKey))?.account ?? {}
  const before = await valuesNow()
  const result = (after: object) => ({ details: changedValues(before, after) })
  await auditedAction(ctx, { action: 'payouts.set_account', result }, async () => {
    if (!(await namePayoutAccount(panel, { apiKey, memberId: member.user.id }, input)))
      throw new Refusal('resource_not_found')
    return valuesNow()
  })
  revalidatePath(`/${ctx.slug}/payouts`)
  return {}
})

export async function nameAccountAction(account: string, input: z.input<typeof nameAccountInput>) {
  return nameAccount(account, input)
}
