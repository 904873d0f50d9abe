import { describe, expect, it } from 'vitest'
import { eventSample } from '@/lib/contract/event-samples'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { changeEndpointStatus } from '@/lib/service/panel/change-endpoint-status'
import { deliverDue } from '@/lib/service/webhooks/run-deliveries'
import { sealedServiceColumns, verifySealedColumns } from '@/scripts/processes/sealed-columns'
import { openPanelOf } from '@/test/factories/open-panel-of'
import { deliveringAccount, START } from '@/test/fixtures/delivering-account'
import { getDelivery } from './deliveries'
import { listPanelEndpoints, readEndpointSettings, readPanelEndpoint } from './endpoints'
import { answerMissed } from './missed-events'
import type { PanelContext } from './panel'
import { beginRotation } from './rotate-secret'
import { createEndpoint, updateEndpoint } from './save-endpoint'
import { sendTestEvent } from './send-test-event'

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

  it('an endpoint receives only the chosen events, and others after an edit', async () => {
    const panel = await panelOf()
    const shop = await fixture.receiver()
    const input = {
      url: shop.url,
      description: ' Warehouse ',
      kinds: ['payment.failed', 'payment.succeeded'],
    }
    const { id, secret } = await createEndpoint(panel, input, rules())
    expect(secret).toMatch(/^whsec_/)
    await fixture.event('pay_1', 'payment.succeeded')
    await fixture.event('cus_1', 'customer.created')
    fixture.pass(1)
    await updateEndpoint(panel, id, { url: shop.url, description: '', kinds: null }, rules())
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
      const { id } = await createEndpoint(panel, { url: OWN, description }, rules())
      return (await listPanelEndpoints(panel, OWN)).find((endpoint) => endpoint.id === id)?.description
    }
    expect(await described('\u200b\u2800')).toBeNull()
    expect(await described(`\u200e${'💶'.repeat(120)}`)).toBe('💶'.repeat(120))
  })

  it('bad settings are refused with an error at each field', async () => {
    const panel = await panelOf()
    const input = { url: 'ftp://x', description: 'x'.repeat(121), kinds: [] }
    await expect(createEndpoint(panel, input, rules())).rejects.toMatchObject({
      details: { fields: [{ field: 'url' }, { field: 'description' }, { field: 'kinds' }] },
    })
    const unknown = { url: OWN, kinds: ['payment.vanished'] }
    await expect(createEndpoint(panel, unknown, rules())).rejects.toMatchObject({
      details: { fields: [{ field: 'kinds' }] },
    })
  })

  it('the events missed in a pause are offered and sent, once', async () => {
    const panel = await panelOf()
    const shop = await fixture.receiver()
    const { id } = await createEndpoint(panel, { url: shop.url }, rules())
    await changeEndpointStatus(panel, id, 'PAUSED')
    for (const object of ['pay_1', 'pay_2']) await fixture.event(object)
    expect((await listPanelEndpoints(panel, OWN))[0]).toMatchObject({ status: 'PAUSED', missed: 2 })
    fixture.pass(60)
    await changeEndpointStatus(panel, id, 'ACTIVE')
    expect((await listPanelEndpoints(panel, OWN))[0]).toMatchObject({ status: 'ACTIVE', missed: 2 })
    expect(await answerMissed(panel, { id, send: true })).toBe(2)
    expect(await answerMissed(panel, { id, send: true })).toBe(0)
    await deliverDue(fixture.options())
    expect(shop.received).toHaveLength(2)
    expect((await listPanelEndpoints(panel, OWN))[0]).toMatchObject({ missed: 0 })
  })

  it('events skipped by a process whose clock is behind that of the pause are counted as missed', async () => {
    const panel = await panelOf()
    const shop = await fixture.receiver((response, _, number) => {
      if (number > 1) return void response.end()
      const now = () => at(60)
      void changeEndpointStatus({ ...fixture.ctx(), now }, id, 'PAUSED').then(() =>
        response.writeHead(500).end(),
      )
    })
    const { id } = await createEndpoint(panel, { url: shop.url }, rules())
    await fixture.event('pay_sent')
    await deliverDue(fixture.options())
    await fixture.event('pay_after')
    await changeEndpointStatus(panel, id, 'ACTIVE')
    await fixture.event('pay_waits')
    await changeEndpointStatus(panel, id, 'PAUSED')
    await fixture.system().query({
      text: `UPDATE service.delivery SET status = 'PENDING', finished_at = NULL WHERE object_id = 'pay_after'`,
    })
    await deliverDue(fixture.options())
    expect(await fixture.deliveries()).toMatchObject(
      Array(3).fill({ status: 'SKIPPED', finished_at: at(60) }),
    )
    await changeEndpointStatus(panel, id, 'ACTIVE')
    expect((await listPanelEndpoints(panel, OWN))[0]).toMatchObject({ missed: 3 })
  })

  it('missed events that are declined stay skipped, and only those of the next pause are counted', async () => {
    const panel = await panelOf()
    const shop = await fixture.receiver()
    const { id } = await createEndpoint(panel, { url: shop.url }, rules())
    await changeEndpointStatus(panel, id, 'PAUSED')
    await fixture.event('pay_1')
    await changeEndpointStatus(panel, id, 'ACTIVE')
    await answerMissed(panel, { id, send: false })
    fixture.pass(60)
    await changeEndpointStatus(panel, id, 'PAUSED')
    await fixture.event('pay_2')
    await changeEndpointStatus(panel, id, 'ACTIVE')
    expect((await listPanelEndpoints(panel, OWN))[0]).toMatchObject({ missed: 1 })
  })

  it('an endpoint shows since when it fails, and its latest deliveries', async () => {
    const panel = await panelOf()
    const shop = await fixture.receiver((response, _, number) => {
      response.statusCode = number === 2 ? 503 : 200
      response.end()
    })
    const { id } = await createEndpoint(panel, { url: shop.url }, rules())
    for (const object of ['pay_1', 'pay_2']) {
      await fixture.event(object)
      await deliverDue(fixture.options())
      fixture.pass(1)
    }
    const failedAt = new Date(START.getTime() + 1_000).toISOString()
    const { endpoint, deliveries } = await readPanelEndpoint(panel, id, OWN)
    expect(endpoint.failingSince).toBe(failedAt)
    expect(deliveries).toMatchObject([
      { object_id: 'pay_2', status: 'PENDING', last_answer_status: 503 },
      { object_id: 'pay_1', status: 'SUCCEEDED', last_answer_status: 200 },
    ])
  })

  it('the endpoint of the dashboard itself is marked', async () => {
    const panel = await panelOf()
    await createEndpoint(panel, { url: OWN }, rules())
    expect(await listPanelEndpoints(panel, OWN)).toMatchObject([{ own: true }])
  })

  it('a marked test event is sent to one endpoint only, and its response is shown', async () => {
    const panel = await panelOf()
    const shop = await fixture.receiver((response) => response.end('noted'))
    const other = await fixture.receiver()
    // A test event is sent although the endpoint receives other events.
    const { id } = await createEndpoint(panel, { url: shop.url, kinds: ['payment.failed'] }, rules())
    await createEndpoint(panel, { url: other.url }, rules())
    const deliveryId = (await sendTestEvent(panel, { id, kind: 'settlement.paid' })) ?? ''
    expect(await getDelivery(panel, deliveryId)).toMatchObject({
      delivery: { status: 'PENDING', test: true },
      attempts: [],
    })
    await deliverDue(fixture.options())
    expect(other.received).toEqual([])
    const [request] = shop.received
    expect(JSON.parse(request?.body ?? '')).toEqual({
      event: 'settlement.paid',
      created_at: START.toISOString(),
      test: true,
      data: eventSample('settlement.paid').data,
    })
    expect(request?.headers['service-delivery']).toBe(deliveryId)
    expect(await getDelivery(panel, deliveryId)).toMatchObject({
      delivery: { status: 'SUCCEEDED' },
      attempts: [{ answer_status: 200, answer_head: 'noted' }],
    })
  })

  it('a test event of a paused endpoint is refused', async () => {
    const panel = await panelOf()
    const { id } = await createEndpoint(panel, { url: OWN }, rules())
    await changeEndpointStatus(panel, id, 'PAUSED')
    expect(await sendTestEvent(panel, { id, kind: 'payment.succeeded' })).toBeNull()
    expect(await fixture.deliveries()).toEqual([])
  })

  it('every verb returns 404 for another account’s endpoint', async () => {
    const panel = await panelOf()
    const { id } = await createEndpoint(panel, { url: OWN }, rules())
    const stranger = await panelOf(await fixture.openAccount())
    const mode = 'stage' as const
    const tries: (() => Promise<unknown>)[] = [
      () => readPanelEndpoint(stranger, id, OWN),
      () => updateEndpoint(stranger, id, { url: 'https://other.example.com' }, rules()),
      () => changeEndpointStatus(stranger, id, 'DELETED'),
      () => answerMissed(stranger, { id, send: true }),
      () => beginRotation(stranger, { id, mode, secret: 'whsec_x' }, fixture.keyring),
      () => sendTestEvent(stranger, { id, kind: 'payment.succeeded' }),
      () => readEndpointSettings(stranger, id),
    ]
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ code: 'resource_not_found' })
    expect(await listPanelEndpoints(stranger, OWN)).toEqual([])
    expect(await listPanelEndpoints(panel, OWN)).toMatchObject([{ id, url: OWN, status: 'ACTIVE' }])
  })

  it('the service does not start with keys that open the current secret but not the next one', async () => {
    const panel = await panelOf()
    const { id } = await createEndpoint(panel, { url: OWN }, rules())
    const verify = () => verifySealedColumns(fixture.system(), fixture.keyring, sealedServiceColumns)
    await verify()
    await beginRotation(panel, { id, mode: 'stage', secret: 'whsec_next' }, fixture.keyring)
    await fixture.system().query({
      text: `UPDATE service.webhook_endpoint SET next_secret_sealed = regexp_replace(next_secret_sealed, '^v1[.]k1[.]', 'v1.k2.')`,
    })
    await expect(verify()).rejects.toThrow(/k2/)
  })
})
