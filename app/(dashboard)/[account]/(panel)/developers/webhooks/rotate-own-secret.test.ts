import { expect, it } from 'vitest'
import { saveSigningSecret } from '@/lib/dashboard/connections/connect-account'
import { receiverAddress } from '@/lib/dashboard/connections/receiver-address'
import { webhookState } from '@/lib/dashboard/connections/webhook-state'
import { addEndpoint } from '@/lib/service/panel/endpoints'
import { NOON } from '@/test/factories/dashboard'
import { openMerchantPanel } from '@/test/factories/open-merchant-panel'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { beginOwnRotation, endOwnRotation } from './rotate-own-secret'

const { dashboard, ctx } = await connectedDashboard()
const ownUrl = receiverAddress('https://dashboard.example.com', ctx.connectionId)

const given = await accepted()

/** The last letters of the secrets that the connection accepts, in their order. */
async function accepted(): Promise<string[]> {
  return (await webhookState(dashboard, ctx)).secrets.map(({ last4 }) => last4).sort()
}

/** The same of secrets beside those that the connection came with. */
const beside = (...secrets: (string | null)[]) =>
  [...given, ...secrets.map((secret) => secret?.slice(-4) ?? '')].sort()

const openedPanel = async () => (await openMerchantPanel(dashboard.database, { start: NOON })).panel

it('the dashboard accepts the new secret of its own endpoint from the start of a rotation, and the dropped one no more', async () => {
  const panel = await openedPanel()
  const acting = { dashboard, panel, ctx, ownUrl }
  const { id, secret: first } = await addEndpoint(panel, { url: ownUrl }, dashboard)
  await saveSigningSecret(dashboard, ctx, { secret: first })

  const cancelled = await beginOwnRotation(acting, { id, mode: 'stage' })
  expect(await accepted()).toEqual(beside(cancelled, first))
  expect(await beginOwnRotation(acting, { id, mode: 'overlap' })).toBeNull()
  expect(await accepted()).toEqual(beside(cancelled, first))
  expect(await endOwnRotation(acting, { id, act: 'cancel' })).toBe(true)
  expect(await accepted()).toEqual(beside(first))

  const second = await beginOwnRotation(acting, { id, mode: 'stage' })
  expect(await endOwnRotation(acting, { id, act: 'use_now' })).toBe(true)
  expect(await accepted()).toEqual(beside(second))
  expect(await endOwnRotation(acting, { id, act: 'use_now' })).toBe(false)
})

it('the rotation of another endpoint leaves the secrets of the dashboard alone', async () => {
  const panel = await openedPanel()
  const { id } = await addEndpoint(panel, { url: 'https://shop.example.com/hook' }, dashboard)
  const before = await accepted()
  expect(await beginOwnRotation({ dashboard, panel, ctx, ownUrl }, { id, mode: 'stage' })).toMatch(/^whsec_/)
  expect(await accepted()).toEqual(before)
})
