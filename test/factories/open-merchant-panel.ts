import type { Database } from '@/lib/platform/database'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { openPanel, type PanelContext } from '@/lib/service/panel/panel'
import {
  openSettlementHarness,
  type SettlementHarness,
  type SettlementHarnessOptions,
} from './settlement-harness'

/** Returns a new merchant's settlement harness, and the panel of one of their members. */
export async function openMerchantPanel(
  database: Database,
  options: Omit<SettlementHarnessOptions, 'database'>,
): Promise<{ harness: SettlementHarness; panel: PanelContext }> {
  const harness = await openSettlementHarness({ database, ...options })
  const key = { accountId: harness.accountId, actor: { kind: 'operator' } as const, name: 'Dashboard' }
  const { api_key: apiKey } = await createApiKey(database.as('checkout_system'), key, options.start)
  const panel = await openPanel({ database, now: harness.now }, { apiKey, memberId: 'user_1' })
  if (!panel) throw new Error('the account has no panel')
  return { harness, panel }
}
