import * as fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '@/lib/dashboard/connections/connect'
import { totpAad } from '@/lib/dashboard/team/sign-in'
import { Keyring } from '@/lib/platform/secrets'
import { call, callUntilSuccess, payByForm, type ResponseCounts } from '@/test/chaos/chaos-clients'
import { type Deployment, startDeployment } from '@/test/chaos/deployment'
import { type Merchant, openMerchant } from '@/test/chaos/merchant'
import { onServer } from './copies'

const FOLDER = path.join('/dev/shm', `checkout-drill-${process.pid}`)
const CARD = '4242424242424242'
const KEY = `k2:${Buffer.alloc(32, 2).toString('base64')}`
const BANK_ACCOUNT = ['--name', 'First Bank', '--holder', 'Casa Verde', '--number', '000123456789']

interface Abandoned {
  lost: { values: string; count: number }[]
  secrets: { endpoint_id: string; url: string; secret: string }[]
}

// `DRILL=1 npx vitest run test/disaster` (docs/disaster.md).
describe.skipIf(!process.env.DRILL)('the encryption key is lost', () => {
  const responseCounts: ResponseCounts = new Map()
  let deployment: Deployment
  let merchant: Merchant

  beforeAll(async () => {
    deployment = await startDeployment({
      count: { api: 1, worker: 1, web: 1 },
      env: { BANK: 'manual' },
      folder: path.join(FOLDER, 'primary'),
    })
    merchant = await openMerchant(deployment, responseCounts, [CARD, CARD])
    const { accountId, dashboard, ctx } = merchant
    await deployment.operator('account', 'bank', accountId, ...BANK_ACCOUNT)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    await deployment.operator('settle', '--account', accountId, '--until', tomorrow)
    await deployment.operator('transfer')
    await dashboard.database.as('checkout_dashboard_system').query({
      text: `UPDATE dashboard."user" SET totp_sealed = $2, totp_confirmed_at = now() WHERE id = $1`,
      values: [ctx.userId, dashboard.keyring.seal('totp', totpAad(ctx.userId ?? ''))],
    })
  }, 600_000)
  afterAll(async () => {
    await merchant?.close()
    await deployment?.stop()
    fs.rmSync(FOLDER, { recursive: true, force: true })
  }, 120_000)

  test('one command gives up what the key sealed; then everything starts, is paid and is signed anew', async () => {
    const { accountId, shop, customers, endpoint, dashboard, ctx } = merchant
    const { processes, operator, env } = deployment
    await Promise.all(processes.map((managed) => managed.stop()))
    // The operator and each process have their own copy of the settings.
    for (const settings of [env, ...processes.map((managed) => managed.env)]) settings.ENCRYPTION_KEYS = KEY
    for (const managed of processes) {
      managed.start()
      const refusal = () => fs.readFileSync(managed.log, 'utf8')
      await expect.poll(refusal, { timeout: 60_000 }).toContain('`operator secrets abandon`')
      await managed.stop()
    }
    await expect(operator('check')).rejects.toThrow('ENCRYPTION_KEYS has no key')

    const startedAt = Date.now()
    const plan = (await operator('secrets', 'abandon')) as Abandoned
    const done = (await operator('secrets', 'abandon', '--yes')) as Abandoned
    const abandonedAt = Date.now()
    expect(done.lost).toEqual(plan.lost)
    for (const managed of processes) managed.start()
    for (const managed of processes) await managed.ready()
    const servesAt = Date.now()

    endpoint.secret = done.secrets.find(({ url }) => url === endpoint.url)?.secret ?? ''
    endpoint.badSignatures = 0
    endpoint.received.clear()
    const link = { title: 'Tea', amount: 5, max_uses: 1 }
    const { url } = await callUntilSuccess(shop, 'link', 'POST', '/payment_links', link)
    expect(await payByForm(shop, url, { card: CARD })).toBe('paid')
    await expect.poll(() => endpoint.received.size, { timeout: 30_000 }).toBeGreaterThan(0)
    expect(endpoint.badSignatures).toBe(0)

    const charges = `/customers/${customers[0]?.id}/charges`
    const charge = () => call(shop, 'charge', 'POST', charges, { body: { amount: 7, use_saved_card: true } })
    const refused = await charge()
    expect(JSON.parse(refused?.text ?? '').error.code).toBe('no_saved_card')
    const { payment_url } = await callUntilSuccess(shop, 'link charge', 'POST', charges, { amount: 5 })
    expect(await payByForm(shop, payment_url, { card: CARD, saveCard: true })).toBe('paid')
    expect((await charge())?.status).toBe(201)

    await operator('account', 'bank', accountId, ...BANK_ACCOUNT)
    const waiting = async () => ((await operator('payouts', 'list')) as { waiting: unknown[] }).waiting.length
    await expect.poll(waiting, { timeout: 60_000, interval: 1_000 }).toBe(1)
    await operator('payouts', 'export', '--dir', FOLDER)
    const again = { teamId: ctx.teamId, baseUrl: `${shop.apiUrl}/api/v1`, apiKey: shop.key }
    const { connectionId } = await connect({ ...dashboard, keyring: new Keyring(KEY) }, again)
    expect(connectionId).toBe(ctx.connectionId)
    const mirrored = () =>
      onServer(deployment.databaseUrl, async (client) => {
        const { rows } = await client.query(
          `SELECT (SELECT count(*) FROM service.payment) - (SELECT count(*) FROM dashboard.mirror_payment) AS missing`,
        )
        return Number(rows[0].missing)
      })
    await expect.poll(mirrored, { timeout: 60_000, interval: 500 }).toBe(0)
    await operator('check')
    console.table({
      'kinds of values': done.lost.length,
      values: done.lost.reduce((sum, { count }) => sum + count, 0),
      'ms of the two commands': abandonedAt - startedAt,
      'ms until all processes serve': servesAt - startedAt,
    })
  }, 600_000)
})
