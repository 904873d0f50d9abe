'use server'

import { revalidatePath } from 'next/cache'
import { headers } from 'next/headers'
import { z } from 'zod'
import { connectionKey } from '@/lib/dashboard/connections/connection-key'
import { Refusal } from '@/lib/dashboard/refusal'
import { confirmPassword } from '@/lib/dashboard/team/confirm-password'
import { action } from '@/lib/dashboard/web/action'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { clientAddress } from '@/lib/platform/peer-address'
import { namePayoutAccount } from '@/lib/service/panel/payouts'

const text = z.string().max(500)
const nameAccountInput = z.strictObject({ bank_name: text, holder: text, number: text, password: text })

const nameAccount = action(
  'payouts.write',
  nameAccountInput,
  async (ctx, { password, ...input }, { user }) => {
    const dashboard = webDashboard()
    const address = clientAddress(await headers(), dashboard.env.TRUSTED_PROXIES)
    await confirmPassword(dashboard, { email: user.email, password, address })
    const apiKey = await connectionKey(dashboard, ctx)
    if (!(await namePayoutAccount(dashboard, { apiKey, memberId: user.id }, input)))
      throw new Refusal('resource_not_found')
    revalidatePath(`/${ctx.slug}/payouts`)
    return {}
  },
)

export async function nameAccountAction(account: string, input: z.input<typeof nameAccountInput>) {
  return nameAccount(account, input)
}
