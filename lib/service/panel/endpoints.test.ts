import { describe, expect, it } from 'vitest'
import { eventKinds } from '@/lib/contract/event-kinds'
import { verifySealedColumns } from '@/lib/platform/reseal'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { pauseEndpoint } from '@/lib/service/webhooks/pause-endpoint'
import { deliverDue } from '@/lib/service/webhooks/run-deliveries'
import { sealedServiceColumns } from '@/scripts/processes/sealed-service-columns'
import { openPanelOf } from '@/test/factories/open-panel-of'
import { deliveringAccount, START } from '@/test/fixtures/delivering-account'
import {
  addEndpoint,
  answerMissedEvents,
  beginSecretRotation,
  changeEndpoint,
  editEndpoint,
  listPanelEndpoints,
  readPanelEndpoint,
  readTestDelivery,
  sendTestEvent,
  showRotationSecret,
  testSamples,
} from './endpoints'
import type { PanelContext } from './panel'

const at = (seconds: number) => new Date(START.getTime() + seconds * 1_000)
const OWN = 'https://dashboard.example.com/api/webhooks/conn_1'

describe('the panel of webhook endpoints', () => {
  const fixture = deliveringAccount()
  const rules = () => ({ keyring: fixture.keyring, testMode: true })

  async function panelOf(accountId = fixture.ctx().accountId): Promise<PanelContext> {
    const key = { accountId, actor: { kind: 'operator' } as const, name: 'Dashboard' }
    const { api_key: apiKey } = await createApiKey(fixture.system(), key, START)
    return openPanelOf({ database: fixture.database(), now: () => fixture.clock.now, accountId }, apiKey)
  }

  async function actions(): Promise<string[]> {
    const { rows } = await fixture.system().query<{ action: string }>({
      text: `SELECT action FROM service.audit_entry WHERE actor = 'member:user_1' ORDER BY created_at, id`,
    })
    return rows.map(({ action }) => action)
  }

  const sample = (kind: string) => testSamples()[kind] ?? ''

  it('an endpoint receives only the chosen events, and others after an edit', async () => {
    const panel = await panelOf()
    const shop = await fixture.receiver()
    const input = {
      url: shop.url,
      description: ' Warehouse ',
      kinds: ['payment.failed', 'payment.succeeded'],
    }
    const { id, secret } = await addEndpoint(panel, input, rules())
    expect(secret).toMatch(/^whsec_/)
    await fixture.event('pay_1', 'payment.succeeded')
    await fixture.event('cus_1', 'customer.created')
    fixture.pass(1)
    await editEndpoint(panel, id, { url: shop.url, description: '', kinds: null }, rules())
    await fixture.event('cus_2', 'customer.created')
    await deliverDue(fixture.options())
    expect(shop.received.map(({ body }) => JSON.parse(body).event)).toEqual([
      'payment.succeeded',
      'customer.created',
    ])
    const [endpoint] = await listPanelEndpoints(panel, OWN)
    expect(endpoint).toMatchObject({ id, description: null, kinds: null, status: 'ACTIVE', own: false })
    expect(await actions()).toEqual(['webhook_endpoint.created', 'webhook_endpoint.updated'])
  })

  it('a description that nobody can see is none, and its length counts code points', async () => {
    const panel = await panelOf()
    const described = async (description: string) => {
      const { id } = await addEndpoint(panel, { url: OWN, description }, rules())
      return (await listPanelEndpoints(panel, OWN)).find((endpoint) => endpoint.id === id)?.description
    }
    expect(await described('\u200b\u2800')).toBeNull()
    expect(await described(`\u200e${'💶'.repeat(120)}`)).toBe('💶'.repeat(120))
  })

  it('bad settings are refused with an error at each field', async () => {
    const panel = await panelOf()
    const input = { url: 'ftp://x', description: 'x'.repeat(121), kinds: [] }
    await expect(addEndpoint(panel, input, rules())).rejects.toMatchObject({
      details: { fields: [{ field: 'url' }, { field: 'description' }, { field: 'kinds' }] },
    })
    const unknown = { url: OWN, kinds: ['payment.vanished'] }
    await expect(addEndpoint(panel, unknown, rules())).rejects.toMatchObject({
      details: { fields: [{ field: 'kinds' }] },
    })
  })

  it('the events missed in a pause are offered and sent, once', async () => {
    const panel = await panelOf()
    const shop = await fixture.receiver()
    const { id } = await addEndpoint(panel, { url: shop.url }, rules())
    await changeEndpoint(panel, id, 'pause')
    for (const object of ['pay_1', 'pay_2']) await fixture.event(object)
    expect((await listPanelEndpoints(panel, OWN))[0]).toMatchObject({ status: 'PAUSED', missed: 2 })
    fixture.pass(60)
    await changeEndpoint(panel, id, 'resume')
    expect((await listPanelEndpoints(panel, OWN))[0]).toMatchObject({ status: 'ACTIVE', missed: 2 })
    expect(await answerMissedEvents(panel, { id, send: true })).toBe(2)
    expect(await answerMissedEvents(panel, { id, send: true })).toBe(0)
    await deliverDue(fixture.options())
    expect(shop.received).toHaveLength(2)
    expect((await listPanelEndpoints(panel, OWN))[0]).toMatchObject({ missed: 0 })
  })

  it('events skipped by a process whose clock is behind that of the pause are counted as missed', async () => {
    const panel = await panelOf()
    const shop = await fixture.receiver((response, _, number) => {
      if (number > 1) return void response.end()
      const now = () => at(60)
      void pauseEndpoint({ ...fixture.ctx(), now }, id).then(() => response.writeHead(500).end())
    })
    const { id } = await addEndpoint(panel, { url: shop.url }, rules())
    await fixture.event('pay_sent')
    await deliverDue(fixture.options())
    await fixture.event('pay_after')
    await changeEndpoint(panel, id, 'resume')
    await fixture.event('pay_waits')
    await changeEndpoint(panel, id, 'pause')
    await fixture.system().query({
      text: `UPDATE service.delivery SET status = 'PENDING', finished_at = NULL WHERE object_id = 'pay_after'`,
    })
    await deliverDue(fixture.options())
    expect(await fixture.deliveries()).toMatchObject(
      Array(3).fill({ status: 'SKIPPED', finished_at: at(60) }),
    )
    await changeEndpoint(panel, id, 'resume')
    expect((await listPanelEndpoints(panel, OWN))[0]).toMatchObject({ missed: 3 })
  })

  it('missed events that are declined stay skipped, and only those of the next pause are counted', async () => {
    const panel = await panelOf()
    const shop = await fixture.receiver()
    const { id } = await addEndpoint(panel, { url: shop.url }, rules())
    await changeEndpoint(panel, id, 'pause')
    await fixture.event('pay_1')
    await changeEndpoint(panel, id, 'resume')
    await answerMissedEvents(panel, { id, send: false })
    fixture.pass(60)
    await changeEndpoint(panel, id, 'pause')
    await fixture.event('pay_2')
    await changeEndpoint(panel, id, 'resume')
    expect((await listPanelEndpoints(panel, OWN))[0]).toMatchObject({ missed: 1 })
  })

  it('an endpoint shows its success rate, response time and last failure', async () => {
    const panel = await panelOf()
    const shop = await fixture.receiver((response, _, number) => {
      response.statusCode = number === 2 ? 503 : 200
      response.end()
    })
    const { id } = await addEndpoint(panel, { url: shop.url }, rules())
    for (const object of ['pay_1', 'pay_2']) {
      await fixture.event(object)
      await deliverDue(fixture.options())
      fixture.pass(1)
    }
    const failedAt = new Date(START.getTime() + 1_000).toISOString()
    const { endpoint, deliveries } = await readPanelEndpoint(panel, id, OWN)
    expect(endpoint.health).toMatchObject({
      attempts: 2,
      succeeded: 1,
      lastFailure: { at: failedAt, errorClass: 'http_5xx', answerStatus: 503 },
    })
    expect(endpoint.health.p95Ms).toBeGreaterThanOrEqual(0)
    expect(endpoint.failingSince).toBe(failedAt)
    expect(deliveries).toMatchObject([
      { objectId: 'pay_2', status: 'PENDING', answerStatus: 503 },
      { objectId: 'pay_1', status: 'SUCCEEDED', answerStatus: 200 },
    ])
    fixture.pass(25 * 3_600)
    expect((await listPanelEndpoints(panel, OWN))[0]?.health).toMatchObject({
      attempts: 0,
      lastFailure: null,
    })
  })

  it('a timeout counts at its whole length in the response time', async () => {
    const panel = await panelOf()
    const shop = await fixture.receiver(() => {})
    const { id } = await addEndpoint(panel, { url: shop.url }, rules())
    await fixture.event('pay_1')
    await deliverDue(fixture.options())
    const { health } = (await readPanelEndpoint(panel, id, OWN)).endpoint
    expect(health.lastFailure).toMatchObject({ errorClass: 'timeout', answerStatus: null })
    expect(health.p95Ms).toBeGreaterThanOrEqual(1_000)
  })

  it('the endpoint of the dashboard itself is marked', async () => {
    const panel = await panelOf()
    await addEndpoint(panel, { url: OWN }, rules())
    expect(await listPanelEndpoints(panel, OWN)).toMatchObject([{ own: true }])
  })

  it('a marked test event is sent to one endpoint only, and its response is shown', async () => {
    const panel = await panelOf()
    const shop = await fixture.receiver((response) => response.end('noted'))
    const other = await fixture.receiver()
    // A test event is sent although the endpoint receives other events.
    const { id } = await addEndpoint(panel, { url: shop.url, kinds: ['payment.failed'] }, rules())
    await addEndpoint(panel, { url: other.url }, rules())
    const deliveryId = await sendTestEvent(panel, {
      id,
      kind: 'settlement.paid',
      data: sample('settlement.paid'),
    })
    if (!deliveryId) throw new Error('the test was refused')
    expect(await readTestDelivery(panel, { id, deliveryId })).toMatchObject({
      delivery: { status: 'PENDING', test: true },
      attempt: null,
    })
    await deliverDue(fixture.options())
    expect(other.received).toEqual([])
    const [request] = shop.received
    expect(JSON.parse(request?.body ?? '')).toEqual({
      event: 'settlement.paid',
      created_at: START.toISOString(),
      test: true,
      data: JSON.parse(sample('settlement.paid')),
    })
    expect(request?.headers['service-delivery']).toBe(deliveryId)
    expect(await readTestDelivery(panel, { id, deliveryId })).toMatchObject({
      delivery: { status: 'SUCCEEDED', answerStatus: 200 },
      attempt: { answerHead: 'noted' },
    })
    const health = (await listPanelEndpoints(panel, OWN)).map((endpoint) => endpoint.health.attempts)
    expect(health).toEqual([0, 0])
  })

  it('the delivery of a real event is not shown as a test', async () => {
    const panel = await panelOf()
    const { id } = await addEndpoint(panel, { url: OWN }, rules())
    await fixture.event('pay_1')
    const { rows } = await panel.db.query<{ id: string }>({ text: 'SELECT id FROM service.delivery' })
    const deliveryId = rows[0]?.id ?? ''
    await expect(readTestDelivery(panel, { id, deliveryId })).rejects.toMatchObject({
      code: 'resource_not_found',
    })
  })

  it('the sample of every kind is accepted unchanged', async () => {
    const panel = await panelOf()
    const { id } = await addEndpoint(panel, { url: OWN }, rules())
    for (const kind of eventKinds)
      expect(await sendTestEvent(panel, { id, kind, data: sample(kind) })).toMatch(/^whd_/)
  })

  it('a bad sample is refused with an error at its field', async () => {
    const panel = await panelOf()
    const { id } = await addEndpoint(panel, { url: OWN }, rules())
    const payment = JSON.parse(sample('payment.succeeded')).payment
    const cases: [string, RegExp][] = [
      ['{"payment": ', /not valid JSON/],
      ['{"payment": {\n  "id" 5\n}}', /^Line 2: .*not valid JSON/],
      ['[]', /must be a JSON object/],
      ['{"customer": {}}', /under the key "payment"/],
      [JSON.stringify({ payment, customer: {} }), /Only the key "payment"/],
      ['{"payment": []}', /^payment: /],
      [JSON.stringify({ payment: { ...payment, amount: '25' } }), /^payment\.amount: /],
      [JSON.stringify({ payment: { ...payment, id: undefined } }), /^payment\.id: /],
    ]
    for (const [data, message] of cases) {
      const refused = sendTestEvent(panel, { id, kind: 'payment.succeeded', data })
      await expect(refused).rejects.toMatchObject({
        details: { fields: [{ field: 'data', message: expect.stringMatching(message) }] },
      })
    }
    expect(await fixture.deliveries()).toEqual([])
  })

  it('a test event of a paused endpoint is refused', async () => {
    const panel = await panelOf()
    const { id } = await addEndpoint(panel, { url: OWN }, rules())
    await changeEndpoint(panel, id, 'pause')
    const kind = 'payment.succeeded'
    expect(await sendTestEvent(panel, { id, kind, data: sample(kind) })).toBeNull()
    expect(await fixture.deliveries()).toEqual([])
  })

  it('every verb returns 404 for another account’s endpoint', async () => {
    const panel = await panelOf()
    const { id } = await addEndpoint(panel, { url: OWN }, rules())
    const kind = 'payment.succeeded'
    const deliveryId = (await sendTestEvent(panel, { id, kind, data: sample(kind) })) ?? ''
    const stranger = await panelOf(await fixture.openAccount())
    const mode = 'stage' as const
    const tries: (() => Promise<unknown>)[] = [
      () => readPanelEndpoint(stranger, id, OWN),
      () => editEndpoint(stranger, id, { url: 'https://other.example.com' }, rules()),
      () => changeEndpoint(stranger, id, 'delete'),
      () => answerMissedEvents(stranger, { id, send: true }),
      () => beginSecretRotation(stranger, { id, mode, secret: 'whsec_x' }, rules()),
      () => showRotationSecret(stranger, id, rules()),
      () => sendTestEvent(stranger, { id, kind, data: sample(kind) }),
      () => readTestDelivery(stranger, { id, deliveryId }),
    ]
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ code: 'resource_not_found' })
    expect(await listPanelEndpoints(stranger, OWN)).toEqual([])
    expect(await listPanelEndpoints(panel, OWN)).toMatchObject([{ id, url: OWN, status: 'ACTIVE' }])
  })

  it('the service does not start with keys that open the current secret but not the next one', async () => {
    const panel = await panelOf()
    const { id } = await addEndpoint(panel, { url: OWN }, rules())
    const verify = () => verifySealedColumns(fixture.system(), fixture.keyring, sealedServiceColumns)
    await verify()
    await beginSecretRotation(panel, { id, mode: 'stage', secret: 'whsec_next' }, rules())
    await fixture.system().query({
      text: `UPDATE service.webhook_endpoint SET next_secret_sealed = regexp_replace(next_secret_sealed, '^v1[.]k1[.]', 'v1.k2.')`,
    })
    await expect(verify()).rejects.toThrow(/k2/)
  })
})
