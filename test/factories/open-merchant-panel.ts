import type { Database } from '@/lib/platform/database'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { openPanel, type PanelContext } from '@/lib/service/panel/panel'
import { openTill, type Till, type TillOptions } from './till'

/** Returns a new merchant's till, and the panel of one of their members. */
export async function openMerchantPanel(
  database: Database,
  options: Omit<TillOptions, 'database'>,
): Promise<{ till: Till; panel: PanelContext }> {
  const till = await openTill({ database, ...options })
  const key = { accountId: till.accountId, actor: { kind: 'operator' } as const, name: 'Dashboard' }
  const { api_key: apiKey } = await createApiKey(database.as('checkout_system'), key, options.start)
  const panel = await openPanel({ database, now: till.now }, { apiKey, memberId: 'user_1' })
  if (!panel) throw new Error('the account has no panel')
  return { till, panel }
}
