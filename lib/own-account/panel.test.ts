import { expect, it } from 'vitest'
import { disconnectAccount } from '@/lib/dashboard/connections/disconnect-account'
import { apiKeyAad } from '@/lib/dashboard/sealed-aad'
import { createKey, revokeKey } from '@/lib/service/panel/keys'
import { NOON } from '@/test/factories/dashboard'
import { openMerchantPanel } from '@/test/factories/open-merchant-panel'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { panelAbsence } from './panel'

const { dashboard, ctx } = await connectedDashboard()

it('an account of another host, one whose key is refused and a disconnected one have no panel for a reason each', async () => {
  const here = { database: dashboard.database, baseUrl: ctx.baseUrl, keyring: dashboard.keyring }
  expect(await panelAbsence(ctx, here)).toBe('elsewhere')

  const { panel } = await openMerchantPanel(dashboard.database, { start: NOON })
  const { id, api_key: apiKey } = await createKey(panel, { name: 'Lost', scope: 'all' })
  await revokeKey(panel, { keyId: id, name: 'Lost' })
  await ctx.db.query({
    text: 'UPDATE dashboard.connection SET api_key_sealed = $2 WHERE id = $1',
    values: [ctx.connectionId, dashboard.keyring.seal(apiKey, apiKeyAad(ctx.connectionId))],
  })
  expect(await panelAbsence(ctx, here)).toBe('key_refused')

  const name = ctx.account.name
  await disconnectAccount(dashboard, ctx, { connection_id: ctx.connectionId, name, delete_copy: false })
  expect(await panelAbsence(ctx, here)).toBe('disconnected')
})
