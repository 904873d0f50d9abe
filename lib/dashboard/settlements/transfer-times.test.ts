import { expect, test } from 'vitest'
import type { Settlement } from '@/lib/contract/settlement'
import { aSettlement, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { expectedBy, isOver, transferTimes, usualTimes } from './transfer-times'

const { dashboard, host, ctx } = await connectedDashboard()
const inLima = { ...ctx, account: { ...ctx.account, timezone: 'America/Lima' } }
const inBerlin = { ...ctx, account: { ...ctx.account, timezone: 'Europe/Berlin' } }

const paid = (id: string, created_at: string, paid_at: string, over: Partial<Settlement> = {}) =>
  aSettlement({ id, status: 'PAID', created_at, paid_at, ...over })

test('fewer than three paid settlements give no transfer times', async () => {
  host.settlements = [
    paid('set_1', '2026-11-19T12:00:00.000Z', '2026-11-20T11:00:00.000Z'),
    paid('set_2', '2026-11-18T12:00:00.000Z', '2026-11-19T11:00:00.000Z'),
    // Too old, or not sent.
    paid('set_old', '2026-06-01T12:00:00.000Z', '2026-06-02T12:00:00.000Z'),
    aSettlement({ id: 'set_open', created_at: NOON.toISOString() }),
  ]
  await dashboard.importHistories()
  expect(await transferTimes(ctx)).toBeNull()
})

test('days are those of the account’s zone, around midnight and a change of clocks', async () => {
  host.settlements = [
    // 04:30 in UTC is half an hour before midnight in Lima: the same day there and in Berlin.
    paid('set_a', '2026-11-18T04:30:00.000Z', '2026-11-18T04:59:59.000Z'),
    // In Lima the two instants are on different days.
    paid('set_b', '2026-11-18T04:59:59.000Z', '2026-11-18T05:00:00.000Z'),
    // Berlin sets its clocks back on 25 October: 22:30 on Friday to 23:30 in UTC on Sunday, which is Monday there.
    paid('set_c', '2026-10-23T20:30:00.000Z', '2026-10-25T23:30:00.000Z'),
  ]
  const fresh = await dashboard.owner(host, 'other@aurora.test')
  await dashboard.importHistories()
  const of = { prisma: fresh.prisma, connectionId: fresh.connectionId }
  expect(await transferTimes({ ...inLima, ...of })).toEqual({ earliest: 0, usual: 1, settlements: 3 })
  expect(await transferTimes({ ...inBerlin, ...of })).toEqual({ earliest: 0, usual: 1, settlements: 3 })
})

test('nine of ten settlements decide, not the slowest', () => {
  expect(usualTimes([1, 1, 2, 1, 2, 1, 1, 2, 1, 30])).toEqual({ earliest: 1, usual: 2, settlements: 10 })
  expect(usualTimes([3, 1, 2])).toEqual({ earliest: 1, usual: 3, settlements: 3 })
})

test('a transfer is late once its last usual day is over in the account’s zone', () => {
  // 20 November 2026 is a Friday.
  const last = expectedBy('2026-11-20', { earliest: 1, usual: 2, settlements: 9 })
  expect(last).toBe('2026-11-24')
  expect(expectedBy('2026-11-20', null)).toBeNull()
  const over = (now: string) => isOver('2026-11-24', { now: Date.parse(now), timeZone: 'America/Lima' })
  expect(over('2026-11-25T04:59:59.999Z')).toBe(false)
  expect(over('2026-11-25T05:00:00.000Z')).toBe(true)
})
