import { describe, expect, it } from 'vitest'
import { deliveringAccount } from '@/test/fixtures/delivering-account'
import { startDeliveries } from './run-deliveries'

const ENDPOINTS_MAX = 20
const PER_ACCOUNT = 16
const SLOW_LANE = 50
/** Delay that a healthy endpoint must not exceed while tarpits hold their requests for a second. */
const AT_ONCE_MS = 700

describe('fairness of deliveries', () => {
  const { databaseUrl, endpoint, event, openAccount, options, receiver, system } = deliveringAccount()

  const work = () => startDeliveries({ ...options(), databaseUrl: databaseUrl() })

  async function times<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
    return Promise.all(Array.from({ length: count }, (_, index) => work(index)))
  }

  it('an account can register at most twenty endpoints, even concurrently', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: ENDPOINTS_MAX + 5 }, () => endpoint('http://localhost:9/')),
    )
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toHaveLength(5)
    expect(refused[0]).toMatchObject({
      code: 'invalid_parameters',
      details: { fields: [{ field: 'url', code: 'too_many_endpoints' }] },
    })
  })

  it('the tarpits of one merchant hold few requests, while others are served at once', async () => {
    const tarpit = await receiver(() => {})
    const shop = await receiver()
    await times(ENDPOINTS_MAX, () => endpoint(tarpit.url))
    await times(5, (index) => event(`pay_${index}`))
    const others = await times(10, async () => {
      const id = await openAccount()
      await endpoint(shop.url, id)
      return id
    })
    const worker = work()
    await tarpit.arrived(PER_ACCOUNT)
    const startedAt = performance.now()
    await Promise.all(others.map((id) => event('pay_1', 'payment.succeeded', id)))
    await shop.arrived(others.length)
    expect(performance.now() - startedAt).toBeLessThan(AT_ONCE_MS)
    await tarpit.arrived(2 * PER_ACCOUNT)
    expect(tarpit.waiting().most).toBe(PER_ACCOUNT)
    await worker.stop()
  })

  it('endpoints that timed out recently have a separate lane across merchants', async () => {
    const tarpit = await receiver(() => {})
    const shop = await receiver()
    const merchants = await times(15, openAccount)
    for (const id of merchants) await times(4, () => endpoint(tarpit.url, id))
    await system().query({ text: `UPDATE service.webhook_endpoint SET slow_until = '2027-01-01Z'` })
    for (const id of merchants) await times(4, (index) => event(`pay_${index}`, 'payment.succeeded', id))
    await endpoint(shop.url)
    const worker = work()
    await tarpit.arrived(SLOW_LANE)
    const startedAt = performance.now()
    await event('pay_1')
    await shop.arrived(1)
    expect(performance.now() - startedAt).toBeLessThan(AT_ONCE_MS)
    await tarpit.arrived(SLOW_LANE + 1)
    expect(tarpit.waiting().most).toBe(SLOW_LANE)
    await worker.stop()
  })

  it('merchants take turns: an event of one is sent before the backlog of another', async () => {
    const shop = await receiver((response) => setTimeout(() => response.end(), 20))
    const other = await receiver()
    await times(4, () => endpoint(shop.url))
    for (let i = 0; i < 50; i += 1) await event(`pay_${i}`)
    const id = await openAccount()
    await endpoint(other.url, id)
    await event('pay_last', 'payment.succeeded', id)
    const worker = startDeliveries({ ...options({ concurrency: 4 }), databaseUrl: databaseUrl() })
    await other.arrived(1)
    expect(shop.received.length).toBeLessThan(20)
    await worker.stop()
  })
})
