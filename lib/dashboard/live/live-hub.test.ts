import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { applyEvent } from '@/lib/dashboard/mirror/apply-event'
import { requestReconcile } from '@/lib/dashboard/sync/queue-run'
import { workOneRun } from '@/lib/dashboard/sync/work-sync'
import { memberConnection } from '@/lib/dashboard/team/find-member'
import { endSession, startSession } from '@/lib/dashboard/team/sessions'
import { DatabaseAway } from '@/lib/platform/database-away'
import { aPayment, NOON } from '@/test/factories/dashboard'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { startDashboard } from '@/test/fixtures/test-dashboard'
import { LiveHub, liveStream } from './live-hub'

const dashboard = await startDashboard()
const host = await externalHost()
const mine = await dashboard.owner(host, 'mine@aurora.test')
const theirs = await dashboard.owner(host, 'theirs@aurora.test')
await dashboard.importHistories()
const hub = new LiveHub({ url: dashboard.url, log: dashboard.log })
afterAll(() => hub.close())

interface Page {
  /** Returns the next event that is not a heartbeat; null after the end of the stream. */
  next(): Promise<string | null>
  leave(): void
}

function openPage(ctx: ConnectionContext, over: Partial<Parameters<typeof liveStream>[0]> = {}): Page {
  const gone = new AbortController()
  const stream = liveStream({
    hub,
    connectionId: ctx.connectionId,
    userId: 'usr_test',
    checkSession: async () => {},
    signal: gone.signal,
    ...over,
  })
  const reader = stream.getReader()
  const next = async (): Promise<string | null> => {
    const { value, done } = await reader.read()
    if (done) return null
    const event = new TextDecoder().decode(value)
    return event.startsWith('event: beat') ? next() : event
  }
  return { next, leave: () => gone.abort() }
}

let deliveries = 0
async function pay(ctx: ConnectionContext, id: string): Promise<void> {
  deliveries += 1
  await applyEvent(ctx.db, {
    connectionId: ctx.connectionId,
    deliveryId: `d-${deliveries}`,
    envelope: {
      event: 'payment.succeeded',
      created_at: NOON.toISOString(),
      data: { payment: aPayment({ id, status: 'APPROVED' }) },
    },
    body: '{}',
    sentAt: NOON,
    now: NOON,
  })
}

const REFETCH = 'event: refetch\ndata: {}\n\n'
/** Waits until the listener receives a message of ours, and discards earlier ones. */
async function settled(page: Page): Promise<void> {
  const mark = {
    text: `SELECT pg_notify('dashboard_live', $1)`,
    values: [JSON.stringify({ connection_id: mine.connectionId, noun: 'mark' })],
  }
  const timer = setInterval(() => void mine.db.query(mark), 50)
  while (!(await page.next())?.includes('mark')) {}
  clearInterval(timer)
}
async function nextReal(page: Page): Promise<string | null> {
  const event = await page.next()
  return event?.includes('mark') ? nextReal(page) : event
}

describe('an open page', () => {
  test('a page begins with a refetch, then receives the changes of its own webhooks and no others', async () => {
    const page = openPage(mine)
    expect(await page.next()).toBe(REFETCH)
    await settled(page)
    await pay(theirs, 'foreign')
    await pay(mine, 'P1')
    expect(await nextReal(page)).toBe('data: {"noun":"payments","id":"P1"}\n\n')
    page.leave()
  })

  test('a page receives the progress of a sync', async () => {
    const page = openPage(mine)
    await settled(page)
    await requestReconcile(mine)
    await workOneRun(dashboard, { owner: 'test' })
    const events: string[] = []
    for (let event = await nextReal(page); event; event = await nextReal(page)) {
      events.push(event)
      if (event.includes('DONE')) break
    }
    expect(events.filter((event) => event.startsWith('event: sync')).length).toBeGreaterThan(2)
    page.leave()
  })

  test('a page refetches everything after a lost database connection', async () => {
    const page = openPage(mine)
    expect(await page.next()).toBe(REFETCH)
    await settled(page)
    await mine.db.query({ text: `SELECT 1` })
    const owner = new pg.Client({ connectionString: dashboard.url })
    await owner.connect()
    await owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'checkout-live' AND datname = current_database()`,
    )
    await owner.end()
    expect(await nextReal(page)).toBe(REFETCH)
    await settled(page)
    page.leave()
  })

  test('a page is signed out at the next heartbeat after its session was revoked', async () => {
    const claim = await startSession(dashboard, { userId: mine.userId ?? '', address: '', userAgent: '' })
    const checkSession = () => memberConnection(dashboard, claim, mine.slug)
    const page = openPage(mine, { heartbeatMs: 5, checkSession })
    expect(await page.next()).toBe(REFETCH)
    const db = dashboard.database.as('checkout_dashboard_system')
    await endSession(db, { ...claim, by: 'revoked', now: dashboard.now() })
    const events: (string | null)[] = []
    for (let event = await page.next(); event !== null; event = await page.next()) events.push(event)
    expect(events.at(-1)).toBe('event: signed_out\ndata: {}\n\n')
  })

  test('a page loses the account at the next heartbeat after the member was removed from its team', async () => {
    const claim = await startSession(dashboard, { userId: theirs.userId ?? '', address: '', userAgent: '' })
    const checkSession = () => memberConnection(dashboard, claim, theirs.slug)
    const page = openPage(theirs, { heartbeatMs: 5, checkSession })
    expect(await page.next()).toBe(REFETCH)
    await dashboard.database.as('checkout_dashboard_system').query({
      text: 'DELETE FROM dashboard.membership WHERE user_id = $1',
      values: [theirs.userId],
    })
    const events: (string | null)[] = []
    for (let event = await page.next(); event !== null; event = await page.next()) events.push(event)
    expect(events.at(-1)).toBe('event: account_gone\ndata: {}\n\n')
  })

  test('a page rechecks the mirror at each heartbeat without the database, and its stream ends at the third', async () => {
    const checkSession = () => Promise.reject(new DatabaseAway('it does not answer'))
    const page = openPage(mine, { heartbeatMs: 5, checkSession })
    expect(await page.next()).toBe(REFETCH)
    const recheck = 'data: {"noun":"mirror","id":null}\n\n'
    expect([await nextReal(page), await nextReal(page), await nextReal(page)]).toEqual([
      recheck,
      recheck,
      null,
    ])
  })

  test('the stream of a page that does not read is closed instead of filling the memory', async () => {
    const page = openPage(mine)
    for (let count = 0; count < 600; count += 1)
      hub.publish(JSON.stringify({ connection_id: mine.connectionId, noun: 'links' }))
    let events = 0
    while ((await page.next()) !== null) events += 1
    expect(events).toBeLessThan(600)
  })

  test('a stream beyond the limits of its process or user is refused until another one ends', async () => {
    const small = new LiveHub({
      url: dashboard.url,
      log: dashboard.log,
      limits: { ofProcess: 3, ofUser: 2 },
    })
    const open = (userId: string, ctx = mine) => openPage(ctx, { hub: small, userId })
    // The sessions of one user, whose number a user chooses, share one limit.
    const pages = [open('one'), open('one')]
    expect(() => open('one', theirs)).toThrow('streams_busy')
    open('two')
    expect(() => open('three', theirs)).toThrow('streams_busy')
    pages[0]?.leave()
    open('one')
    expect(() => open('two', theirs)).toThrow('streams_busy')
    await small.close()
    expect(() => open('three')).not.toThrow()
  })

  test('a stream ends with the process', async () => {
    const page = openPage(mine)
    expect(await page.next()).toBe(REFETCH)
    hub.closeStreams()
    expect(await nextReal(page)).toBeNull()
  })
})
