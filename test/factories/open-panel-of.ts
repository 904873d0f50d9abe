import { giveAccount } from '@/lib/service/accounts/give-account'
import type { KeyMaker } from '@/lib/service/panel/keys'
import { openPanel, type Panel, type PanelContext } from '@/lib/service/panel/panel'

/** Base URL of the deployment in tests of the panel. */
export const OWN_BASE_URL = 'https://api.example.com/api/v1'

/** Gives an account to a team, and returns its panel for a member of that team, by a key of the account. */
export async function openPanelOf(
  { accountId, ...panelParts }: Pick<Panel, 'database' | 'now' | 'shares'> & { accountId: string },
  apiKey: string,
): Promise<PanelContext & KeyMaker> {
  const change = { accountId, actor: { kind: 'operator' } as const, team: 'team_1' }
  const { database, now } = panelParts
  await giveAccount(database.as('checkout_system'), change, now())
  const member = {
    baseUrl: OWN_BASE_URL,
    apiKey,
    teamId: change.team,
    memberId: 'user_1',
    maxScope: 'all',
  } as const
  const panel = await openPanel({ ...panelParts, baseUrl: OWN_BASE_URL }, member)
  if (!panel) throw new Error('the key opens no panel')
  return { ...panel, recheck: async () => {} }
}
