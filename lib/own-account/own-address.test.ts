import { expect, test } from 'vitest'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import { NOON } from '@/test/factories/dashboard'
import { openMerchantPanel } from '@/test/factories/open-merchant-panel'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { refuseOwnAddress, requireChange } from './own-endpoint'

const own = 'https://dashboard.example.com/api/webhooks/con_1'

test.each([
  own,
  ` ${own} `,
  'https://DASHBOARD.example.com:443/api/webhooks/con_1',
  `${own}#here`,
  `${own}?from=panel`,
])('the dashboard’s own address is refused at its field, written as %s', (url) => {
  const refused = expect.objectContaining({ fields: [expect.objectContaining({ field: 'url' })] })
  expect(() => refuseOwnAddress(url, own)).toThrow(refused)
})

test.each(['', 'no address', `${own}2`, 'https://shop.example.com/hook'])(
  'the address %j is not refused',
  (url) => {
    expect(() => refuseOwnAddress(url, own)).not.toThrow()
  },
)

test('only a role that manages the connection may change the endpoint of the dashboard itself', async () => {
  const { dashboard } = await connectedDashboard()
  const { panel } = await openMerchantPanel(dashboard.database, { start: NOON })
  const { id } = await createEndpoint(panel, { url: own }, dashboard)
  const other = await createEndpoint(panel, { url: 'https://shop.example.com/hook' }, dashboard)
  const change = (role: 'ADMIN' | 'DEVELOPER', of: string) => requireChange({ panel, role, ownUrl: own }, of)
  await expect(change('DEVELOPER', id)).rejects.toMatchObject({ code: 'forbidden' })
  await change('ADMIN', id)
  await change('DEVELOPER', other.id)
})
