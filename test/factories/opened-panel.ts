import type { Database } from '@/lib/platform/database'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { openPanel, type PanelContext } from '@/lib/service/panel/panel'

type Options = { database: Database; accountId: string; now: () => Date }

/** Opens the developer panel of an account as the member `user_1`, with a new key. */
export async function openedPanel({ database, accountId, now }: Options): Promise<PanelContext> {
  const key = { accountId, actor: { kind: 'operator' } as const, name: 'Dashboard' }
  const { api_key: apiKey } = await createApiKey(database.as('checkout_system'), key, now())
  const panel = await openPanel({ database, now }, { apiKey, memberId: 'user_1' })
  if (!panel) throw new Error('the key opens no panel')
  return panel
}
