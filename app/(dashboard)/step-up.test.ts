import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  createKeyAction,
  revokeKeyAction,
  rollKeyAction,
} from '@/app/(dashboard)/[account]/(panel)/developers/keys/actions'
import {
  addEndpointAction,
  changeEndpointAction,
  editEndpointAction,
  endRotationAction,
  rotateSecretAction,
} from '@/app/(dashboard)/[account]/(panel)/developers/webhooks/actions'
import { cancelChangeAction, nameAccountAction } from '@/app/(dashboard)/[account]/(panel)/payouts/actions'
import { registerWebhookAction } from '@/app/(dashboard)/[account]/(panel)/settings/webhook/actions'
import {
  addSecretAction,
  connectAction,
  disconnectAction,
  replaceKeyAction,
  retireSecretAction,
} from '@/app/(dashboard)/[account]/settings/actions'
import { connectFirstAction } from '@/app/(dashboard)/connect/actions'
import { endSessions, startSession } from '@/lib/dashboard/team/sessions'
import { createOwner } from '@/lib/dashboard/team/sign-up'
import type { StepUp } from '@/lib/dashboard/team/step-up'
import type { ActionResult } from '@/lib/dashboard/web/shape'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { OWNER } from '@/test/fixtures/test-dashboard'

const WEB_URL = 'http://localhost:3000'
const SECRET = 'x'.repeat(32)
const request = vi.hoisted(() => ({ token: '' }))

// next/headers works only inside Next's server.
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: () => ({ value: request.token }) }),
  headers: async () => new Headers({ origin: WEB_URL }),
}))

const { dashboard, host, ctx } = await connectedDashboard(new Date())
const { slug } = ctx
const connection_id = ctx.connectionId
const id = 'we_x'

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', dashboard.url)
  vi.stubEnv('NEXTAUTH_SECRET', SECRET)
  vi.stubEnv('ENCRYPTION_KEYS', `k1:${Buffer.alloc(32, 1).toString('base64')}`)
  vi.stubEnv('LOG_LEVEL', 'silent')
  vi.stubEnv('WEB_URL', WEB_URL)
})
afterAll(async () => {
  await webDashboard().prisma.$disconnect()
  await webDashboard().database.close()
})

async function as(userId: string) {
  const { sessionId } = await startSession(dashboard, { userId, address: '', userAgent: '' })
  request.token = await encode({ token: { sub: userId, session: sessionId }, secret: SECRET })
}

const account = { bank_name: 'Bank', holder: 'Owner', number: '000123456789' }
const draft = { url: 'https://shop.example/hook', description: '', kinds: null }
const typed = { base_url: host.baseUrl, api_key: host.apiKey }

test.each<[string, (stepUp: StepUp) => Promise<ActionResult<unknown>>]>([
  ['connecting an account', (proof) => connectAction(slug, typed, proof)],
  ['replacing a key', (proof) => replaceKeyAction(slug, { connection_id, api_key: host.apiKey }, proof)],
  [
    'disconnecting an account',
    (proof) => disconnectAction(slug, { connection_id, name: '', delete_copy: true }, proof),
  ],
  ['registering the webhook', (proof) => registerWebhookAction(slug, {}, proof)],
  ['adding a signing secret', (proof) => addSecretAction(slug, { secret: 'whsec_12345678' }, proof)],
  ['retiring a signing secret', (proof) => retireSecretAction(slug, { secret_id: 'x' }, proof)],
  ['adding an endpoint', (proof) => addEndpointAction(slug, draft, proof)],
  ['pausing an endpoint', (proof) => changeEndpointAction(slug, { id, to: 'pause' }, proof)],
  ['resuming an endpoint', (proof) => changeEndpointAction(slug, { id, to: 'resume' }, proof)],
  ['deleting an endpoint', (proof) => changeEndpointAction(slug, { id, to: 'delete' }, proof)],
  ['rotating a secret', (proof) => rotateSecretAction(slug, { id, mode: 'stage' }, proof)],
  ['ending a rotation', (proof) => endRotationAction(slug, { id, act: 'cancel' }, proof)],
  ['creating a key', (proof) => createKeyAction(slug, { name: 'Key', scope: 'read' }, proof)],
  ['rolling a key', (proof) => rollKeyAction(slug, { id: 'x', overlap: 'now' }, proof)],
  ['revoking a key', (proof) => revokeKeyAction(slug, { id: 'x', name: 'Key' }, proof)],
  ['editing an endpoint', (proof) => editEndpointAction(slug, { ...draft, id }, proof)],
  ['canceling a change of the bank account', (proof) => cancelChangeAction(slug, {}, proof)],
  ['changing the bank account', (proof) => nameAccountAction(slug, account, proof)],
])('%s requires a step-up', async (_, act) => {
  await as(ctx.userId ?? '')
  const refused = { ok: false, error: { code: 'invalid_parameters', fields: [{ field: 'password' }] } }
  expect(await act({ password: 'not it', code: '' })).toMatchObject(refused)
  const missing: unknown = undefined
  expect(await act(missing as StepUp)).toMatchObject({ ok: false, error: { code: 'invalid_parameters' } })
  // A correct step-up forgets the wrong one.
  await act({ password: OWNER.password, code: '' })
})

test('connecting the first account of a team requires a step-up', async () => {
  const { userId } = await createOwner(dashboard, { ...OWNER, email: 'first@aurora.test' })
  await as(userId)
  expect(await connectFirstAction({ ...typed, stepUp: { password: 'not it', code: '' } })).toMatchObject({
    error: { fields: [{ field: 'password' }] },
  })
  expect(
    await connectFirstAction({ ...typed, stepUp: { password: OWNER.password, code: '' } }),
  ).toMatchObject({ ok: true })
})

test('a step-up confirms nothing for a session that ends while it is checked', async () => {
  await as(ctx.userId ?? '')
  const system = dashboard.database.as('checkout_dashboard_system')
  let named: ReturnType<typeof createKeyAction> | undefined
  await system.transaction(async (tx) => {
    // The step-up waits for this lock, which its counters need.
    await tx.query({ text: 'LOCK TABLE dashboard.sign_in_attempt' })
    const proof = { password: OWNER.password, code: '' }
    named = createKeyAction(slug, { name: 'Late', scope: 'read' }, proof)
    await vi.waitFor(async () => {
      const { count } = await system.query({ text: 'SELECT FROM pg_locks WHERE NOT granted' })
      expect(count).toBeGreaterThan(0)
    })
    await endSessions(tx, { userId: ctx.userId ?? '', by: 'revoked', now: dashboard.now() })
  })
  expect(await named).toMatchObject({ ok: false, error: { code: 'signed_out' } })
})
