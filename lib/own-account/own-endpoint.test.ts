import { expect, it } from 'vitest'
import { SECRET_ROTATION_HOURS, SIGNATURE_TOLERANCE_S } from '@/lib/contract/limits'
import { saveSigningSecret } from '@/lib/dashboard/connections/connect-account'
import { retireEndedSecrets } from '@/lib/dashboard/connections/signing-secrets'
import { receiverAddress, webhookState } from '@/lib/dashboard/connections/webhook-state'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import { NOON } from '@/test/factories/dashboard'
import { openMerchantPanel } from '@/test/factories/open-merchant-panel'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { beginOwnRotation, endOwnRotation } from './own-endpoint'

const HOUR_MS = 3_600_000
const TOLERANCE_MS = SIGNATURE_TOLERANCE_S * 1_000

const { dashboard, ctx } = await connectedDashboard()
const ownUrl = receiverAddress('https://dashboard.example.com', ctx.connectionId)

const given = await accepted()

/** Returns the last characters of the secrets that the connection accepts, in their order. */
async function accepted(): Promise<string[]> {
  return (await webhookState(dashboard, ctx)).secrets.map(({ last4 }) => last4).sort()
}

/** Returns the last characters of secrets together with the connection's original ones. */
const beside = (...secrets: (string | null)[]) =>
  [...given, ...secrets.map((secret) => secret?.slice(-4) ?? '')].sort()

const openedPanel = async () => (await openMerchantPanel(dashboard.database, { start: NOON })).panel

it('the dashboard accepts the new secret of its own endpoint from the start of a rotation, and stops accepting the dropped one', async () => {
  const panel = await openedPanel()
  const acting = { dashboard, panel, ctx, ownUrl }
  const { id, secret: first } = await createEndpoint(panel, { url: ownUrl }, dashboard)
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

it('the old secret of the dashboard’s own endpoint retires automatically after a staged rotation has ended, with an audit entry', async () => {
  const panel = await openedPanel()
  const acting = { dashboard, panel, ctx, ownUrl }
  const { id, secret: first } = await createEndpoint(panel, { url: ownUrl }, dashboard)
  await saveSigningSecret(dashboard, ctx, { secret: first })
  const before = (await accepted()).length
  const cancelled = await beginOwnRotation(acting, { id, mode: 'stage' })
  await endOwnRotation(acting, { id, act: 'cancel' })

  dashboard.passMs(SECRET_ROTATION_HOURS * HOUR_MS + TOLERANCE_MS)
  expect(await retireEndedSecrets(dashboard)).toBe(0)
  dashboard.setNow(NOON)
  const second = await beginOwnRotation(acting, { id, mode: 'overlap' })
  // A request signed just before the switch may still be in flight.
  dashboard.passMs(SECRET_ROTATION_HOURS * HOUR_MS + TOLERANCE_MS - 1)
  expect(await retireEndedSecrets(dashboard)).toBe(0)
  dashboard.passMs(1)
  expect(await retireEndedSecrets(dashboard)).toBe(1)
  expect(await retireEndedSecrets(dashboard)).toBe(0)

  const left = await accepted()
  expect(left).toHaveLength(before)
  expect(left).toContain(second?.slice(-4))
  expect(left).not.toContain(cancelled?.slice(-4))
  const { rows } = await ctx.db.query({
    text: `SELECT user_id, outcome, details FROM dashboard.audit_entry
      WHERE team_id = $1 AND action = 'connection.retire_secret' AND created_at = $2`,
    values: [ctx.teamId, dashboard.now()],
  })
  expect(rows).toEqual([{ user_id: null, outcome: 'done', details: { rotation: 'ended' } }])
  dashboard.setNow(NOON)
})

it('the rotation of another endpoint does not change the secrets of the dashboard', async () => {
  const panel = await openedPanel()
  const { id } = await createEndpoint(panel, { url: 'https://shop.example.com/hook' }, dashboard)
  const before = await accepted()
  expect(await beginOwnRotation({ dashboard, panel, ctx, ownUrl }, { id, mode: 'stage' })).toMatch(/^whsec_/)
  expect(await accepted()).toEqual(before)
})
