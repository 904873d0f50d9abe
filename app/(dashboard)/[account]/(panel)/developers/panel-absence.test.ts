import { expect, it } from 'vitest'
import { disconnectAccount } from '@/lib/dashboard/connections/disconnect-account'
import { apiKeyPlace } from '@/lib/dashboard/connections/sealed-places'
import { createKey, revokeKey } from '@/lib/service/panel/keys'
import { NOON } from '@/test/factories/dashboard'
import { openMerchantPanel } from '@/test/factories/open-merchant-panel'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { panelAbsence } from './panel-absence'

const { dashboard, ctx } = await connectedDashboard()

it('an account of another host, one with a refused key and a disconnected one each have their own reason for lacking a panel', async () => {
  expect(await panelAbsence(dashboard, ctx)).toBe('elsewhere')

  const { panel } = await openMerchantPanel(dashboard.database, { start: NOON })
  const { id, api_key: apiKey } = await createKey(panel, { name: 'Lost' })
  await revokeKey(panel, { keyId: id, name: 'Lost' })
  await ctx.db.query({
    text: 'UPDATE dashboard.connection SET api_key_sealed = $2 WHERE id = $1',
    values: [ctx.connectionId, dashboard.keyring.seal(apiKey, apiKeyPlace(ctx.connectionId))],
  })
  expect(await panelAbsence(dashboard, ctx)).toBe('key_refused')

  const name = ctx.account.name
  await disconnectAccount(dashboard, ctx, { connection_id: ctx.connectionId, name, delete_copy: false })
  expect(await panelAbsence(dashboard, ctx)).toBe('disconnected')
})
