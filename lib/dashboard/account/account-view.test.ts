import { expect, test } from 'vitest'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { accountView } from './account-view'

const { dashboard, host, ctx } = await connectedDashboard()

test('the account is the host’s current response, or the last one with the reason', async () => {
  host.account = { ...host.account, legal_name: 'Aurora LLC', status: 'SUSPENDED', charges_enabled: false }
  const now = await accountView(ctx)
  expect(now).toMatchObject({
    account: { legal_name: 'Aurora LLC', status: 'SUSPENDED', charges_enabled: false },
    confirmed: true,
    problem: null,
  })
  host.fault = () => 'hang up'
  const later = await accountView(await dashboard.reopen(ctx))
  expect(later).toEqual({
    ...now,
    confirmed: false,
    problem: { code: 'host_unreachable', requestId: null },
  })
})

test('the fees of the last balance are in the currency of the account', async () => {
  const { account, fees } = await accountView(await dashboard.reopen(ctx), 'mirror')
  expect(fees === null || fees.currency === account.currency).toBe(true)
})
