import type { Database } from '@/lib/platform/database'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { openPanelOf } from './open-panel-of'
import {
  openSettlementHarness,
  type SettlementHarness,
  type SettlementHarnessOptions,
} from './settlement-harness'

/** Returns a new merchant's settlement harness, and the panel of one of their members. */
export async function openMerchantPanel(
  database: Database,
  options: Omit<SettlementHarnessOptions, 'database'>,
): Promise<{ harness: SettlementHarness; panel: Awaited<ReturnType<typeof openPanelOf>> }> {
  const harness = await openSettlementHarness({ database, ...options })
  const key = { accountId: harness.accountId, actor: { kind: 'operator' } as const, name: 'Dashboard' }
  const { api_key: apiKey } = await createApiKey(database.as('checkout_system'), key, options.start)
  const panel = await openPanelOf({ database, now: harness.now, accountId: harness.accountId }, apiKey)
  return { harness, panel }
}
