import { expect, test } from 'vitest'
import { applyEvent } from '@/lib/dashboard/mirror/apply-event'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { aPayment } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { listReceived, receivedFilterSchema } from './list-received'

const { dashboard, ctx } = await connectedDashboard()
/** Two full pages and one more, several of them received in the same instant. */
const EVENTS = 41

for (let index = 0; index < EVENTS; index += 1) {
  if (index % 3 === 0) dashboard.passMs(1_000)
  const now = dashboard.now()
  const payment = aPayment({ id: `P${index}`, status: 'APPROVED' })
  await applyEvent(ctx.db, {
    connectionId: ctx.connectionId,
    deliveryId: `d-${String(index).padStart(2, '0')}`,
    envelope: {
      event: 'payment.succeeded',
      created_at: now.toISOString(),
      data: { payment },
      ...(index % 2 === 0 ? { test: true } : {}),
    },
    body: '{}',
    sentAt: now,
    now,
  })
}

/** Reads every page of a list. */
async function allPages(filter: Record<string, string> = {}) {
  const pages: string[][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await listReceived(ctx, readQuery(receivedFilterSchema, { ...filter, cursor }), 'OWNER')
    pages.push(page.data.map(({ delivery_id }) => delivery_id))
    expect(page.has_more).toBe(page.next_cursor !== null)
    cursor = page.next_cursor
  }
  return pages
}

const ids = Array.from({ length: EVENTS }, (_, index) => `d-${String(index).padStart(2, '0')}`).toReversed()

test('the pages contain each webhook once, newest first', async () => {
  const pages = await allPages()
  expect(pages.map(({ length }) => length)).toEqual([20, 20, 1])
  expect(pages.flat()).toEqual(ids)
})

test('a filter by result holds on every page', async () => {
  const odd = (id: string) => Number(id.slice(2)) % 2 === 1
  expect((await allPages({ status: 'applied' })).flat()).toEqual(ids.filter(odd))
  expect((await allPages({ status: 'test' })).flat()).toEqual(ids.filter((id) => !odd(id)))
  expect(await allPages({ status: 'conflict' })).toEqual([[]])
})

test('an unknown result is refused at its field, and an unknown cursor gives an empty page', async () => {
  expect(() => readQuery(receivedFilterSchema, { status: 'APPROVED' })).toThrow(
    expect.objectContaining({
      code: 'invalid_parameters',
      fields: [expect.objectContaining({ field: 'status' })],
    }),
  )
  const page = await listReceived(ctx, readQuery(receivedFilterSchema, { cursor: 'nobodys' }), 'OWNER')
  expect(page).toEqual({ data: [], has_more: false, next_cursor: null })
})
