import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ShownLink } from '@/lib/dashboard/links/shown-link'
import { english } from '@/test/english'
import { testLink } from '@/test/factories/test-link'
import { closedAtOf, linkHistory as historyOf } from './detail-parts'

const base = testLink({
  shown_status: 'ACTIVE',
  created_at: '2026-11-01T10:00:00.000Z',
  expires_at: null,
  paid_count: 0,
  open_count: 0,
  last_opened_at: null,
})
const linkHistory = (over: Partial<ShownLink>, known: Parameters<typeof historyOf>[1]) =>
  historyOf({ ...base, ...over }, known, english)
const nothing = { payments: [], shares: [], completedAt: null, cancelledAt: null }
const paid = (id: string, at: string) => ({
  id,
  status: 'APPROVED' as const,
  created_at: at,
  approved_at: at,
  payer: { name: 'Ana', email: '' },
})
const shared = (id: string, at: string) => ({ id, channel: 'copied' as const, user: null, created_at: at })
const keys = (entries: ReturnType<typeof historyOf>) => entries.map(({ key }) => key)

it('the history lists past events in order, and then the expiry to come', () => {
  const entries = linkHistory(
    {
      expires_at: '2026-12-01T10:00:00.000Z',
      paid_count: 1,
      open_count: 4,
      last_opened_at: '2026-11-03T10:00:00.000Z',
    },
    {
      payments: [paid('pay_1', '2026-11-02T10:00:00.000Z')],
      shares: [shared('s_1', '2026-11-01T11:00:00.000Z')],
      completedAt: null,
      cancelledAt: null,
    },
  )
  expect(keys(entries)).toEqual(['made', 's_1', 'pay_1', 'opened', 'ACTIVE'])
})

it('a failed payment is not in the history', () => {
  const failed = { ...paid('pay_1', '2026-11-02T10:00:00.000Z'), status: 'FAILED' as const }
  expect(keys(linkHistory({}, { ...nothing, payments: [failed] }))).toEqual(['made'])
})

it('the number of earlier payments precedes the listed ones', () => {
  const payments = Array.from({ length: 8 }, (_, day) => paid(`pay_${day}`, `2026-11-1${day}T10:00:00.000Z`))
  const shares = [shared('s_1', '2026-11-01T11:00:00.000Z')]
  const entries = linkHistory({ paid_count: 30 }, { ...nothing, payments, shares })
  expect(keys(entries)).toEqual(['made', 's_1', 'earlier', 'pay_5', 'pay_6', 'pay_7'])
  const earlier = entries.find(({ key }) => key === 'earlier')?.title
  expect(renderToStaticMarkup(earlier)).toContain('27 earlier payments')
})

it('a link ends once: expired at its expiry, completed with its last payment, or canceled at the known time', () => {
  const end = '2026-11-05T10:00:00.000Z'
  const expired = linkHistory({ shown_status: 'EXPIRED', expires_at: end }, nothing)
  expect(expired.at(-1)).toMatchObject({ key: 'EXPIRED', at: end })
  const last = '2026-11-04T10:00:00.000Z'
  const completed = linkHistory(
    { shown_status: 'COMPLETED', expires_at: end, paid_count: 1 },
    { ...nothing, payments: [paid('pay_1', last)] },
  )
  expect(keys(completed)).toEqual(['made', 'pay_1', 'COMPLETED'])
  expect(completed.at(-1)).toMatchObject({ at: last })
  const cancelled = linkHistory({ shown_status: 'CANCELLED', expires_at: end }, nothing)
  expect(cancelled.at(-1)).toMatchObject({ key: 'CANCELLED', at: null })
  const here = linkHistory({ shown_status: 'CANCELLED' }, { ...nothing, cancelledAt: last })
  expect(here.at(-1)).toMatchObject({ key: 'CANCELLED', at: last })
})

it('a past end is sorted among the other entries', () => {
  const looked = { open_count: 2, last_opened_at: '2026-11-08T10:00:00.000Z' }
  const end = '2026-11-05T10:00:00.000Z'
  const shares = [shared('s_1', '2026-11-02T10:00:00.000Z')]
  for (const [entries, last] of [
    [linkHistory({ ...looked, shown_status: 'EXPIRED', expires_at: end }, { ...nothing, shares }), 'EXPIRED'],
    [
      linkHistory({ ...looked, shown_status: 'CANCELLED' }, { ...nothing, shares, cancelledAt: end }),
      'CANCELLED',
    ],
    [
      linkHistory({ ...looked, shown_status: 'COMPLETED' }, { ...nothing, shares, completedAt: end }),
      'COMPLETED',
    ],
  ] as const) {
    expect(keys(entries)).toEqual(['made', 's_1', last, 'opened'])
  }
})

it('a payment precedes the completion of the same instant', () => {
  const at = '2026-11-05T10:00:00.000Z'
  const completed = linkHistory(
    { shown_status: 'COMPLETED', paid_count: 1 },
    { ...nothing, payments: [paid('pay_1', at)], completedAt: at },
  )
  expect(keys(completed)).toEqual(['made', 'pay_1', 'COMPLETED'])
})

it('an opening precedes the payment of the same instant', () => {
  const at = '2026-11-05T10:00:00.000Z'
  const entries = linkHistory(
    { shown_status: 'COMPLETED', paid_count: 1, open_count: 1, last_opened_at: at },
    { ...nothing, payments: [paid('pay_1', at)], shares: [shared('s_1', at)], completedAt: at },
  )
  expect(keys(entries)).toEqual(['made', 's_1', 'opened', 'pay_1', 'COMPLETED'])
})

it('an end without a known time, or in the future, is the last entry', () => {
  const looked = { open_count: 2, last_opened_at: '2026-11-08T10:00:00.000Z' }
  const cancelled = linkHistory({ ...looked, shown_status: 'CANCELLED' }, nothing)
  expect(keys(cancelled)).toEqual(['made', 'opened', 'CANCELLED'])
  expect(closedAtOf(cancelled)).toBeNull()
  const active = linkHistory({ ...looked, expires_at: '2026-11-30T10:00:00.000Z' }, nothing)
  expect(keys(active)).toEqual(['made', 'opened', 'ACTIVE'])
  expect(closedAtOf(active)).toBeNull()
  const at = '2026-11-05T10:00:00.000Z'
  const known = linkHistory({ ...looked, shown_status: 'CANCELLED' }, { ...nothing, cancelledAt: at })
  expect(closedAtOf(known)).toBe(at)
})
