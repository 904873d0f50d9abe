import { expect, it } from 'vitest'
import { closedAtOf, type HistoryLink, linkHistory } from './history'

const link: HistoryLink = {
  shown_status: 'ACTIVE',
  created_at: '2026-11-01T10:00:00.000Z',
  expires_at: null,
  paid_count: 0,
  open_count: 0,
  last_opened_at: null,
}
const nothing = { payments: [], shares: [], completedAt: null, cancelledAt: null }
const paid = (id: string, at: string) => ({
  id,
  status: 'APPROVED' as const,
  created_at: at,
  approved_at: at,
  payer: { name: 'Ana', email: '' },
})
const shared = (id: string, at: string) => ({ id, channel: 'copied' as const, user: null, created_at: at })
const kinds = (entries: ReturnType<typeof linkHistory>) => entries.map(({ kind }) => kind)

it('the history lists past events in order, and then the expiry to come', () => {
  const entries = linkHistory(
    {
      ...link,
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
  expect(kinds(entries)).toEqual(['made', 'shared', 'paid', 'opened', 'ends'])
})

it('a failed payment is not in the history', () => {
  const failed = { ...paid('pay_1', '2026-11-02T10:00:00.000Z'), status: 'FAILED' as const }
  expect(kinds(linkHistory(link, { ...nothing, payments: [failed] }))).toEqual(['made'])
})

it('the number of earlier payments precedes the listed ones', () => {
  const payments = Array.from({ length: 8 }, (_, day) => paid(`pay_${day}`, `2026-11-1${day}T10:00:00.000Z`))
  const shares = [shared('s_1', '2026-11-01T11:00:00.000Z')]
  const entries = linkHistory({ ...link, paid_count: 30 }, { ...nothing, payments, shares })
  expect(kinds(entries)).toEqual(['made', 'shared', 'earlier', 'paid', 'paid', 'paid'])
  expect(entries.find((entry) => entry.kind === 'earlier')).toMatchObject({ count: 27 })
})

it('a link ends once: expired at its expiry, completed with its last payment, or canceled at the known time', () => {
  const end = '2026-11-05T10:00:00.000Z'
  const expired = linkHistory({ ...link, shown_status: 'EXPIRED', expires_at: end }, nothing)
  expect(expired.at(-1)).toMatchObject({ kind: 'expired', at: end })
  const last = '2026-11-04T10:00:00.000Z'
  const completed = linkHistory(
    { ...link, shown_status: 'COMPLETED', expires_at: end, paid_count: 1 },
    { ...nothing, payments: [paid('pay_1', last)] },
  )
  expect(kinds(completed)).toEqual(['made', 'paid', 'completed'])
  expect(completed.at(-1)).toMatchObject({ at: last })
  const cancelled = linkHistory({ ...link, shown_status: 'CANCELLED', expires_at: end }, nothing)
  expect(cancelled.at(-1)).toMatchObject({ kind: 'cancelled', at: null })
  const here = linkHistory({ ...link, shown_status: 'CANCELLED' }, { ...nothing, cancelledAt: last })
  expect(here.at(-1)).toMatchObject({ kind: 'cancelled', at: last })
})

it('a past end is sorted among the other entries', () => {
  const looked = { open_count: 2, last_opened_at: '2026-11-08T10:00:00.000Z' }
  const end = '2026-11-05T10:00:00.000Z'
  const shares = [shared('s_1', '2026-11-02T10:00:00.000Z')]
  for (const [entries, kind] of [
    [
      linkHistory({ ...link, ...looked, shown_status: 'EXPIRED', expires_at: end }, { ...nothing, shares }),
      'expired',
    ],
    [
      linkHistory(
        { ...link, ...looked, shown_status: 'CANCELLED' },
        { ...nothing, shares, cancelledAt: end },
      ),
      'cancelled',
    ],
    [
      linkHistory(
        { ...link, ...looked, shown_status: 'COMPLETED' },
        { ...nothing, shares, completedAt: end },
      ),
      'completed',
    ],
  ] as const) {
    expect(kinds(entries)).toEqual(['made', 'shared', kind, 'opened'])
  }
})

it('a payment precedes the completion of the same instant', () => {
  const at = '2026-11-05T10:00:00.000Z'
  const completed = linkHistory(
    { ...link, shown_status: 'COMPLETED', paid_count: 1 },
    { ...nothing, payments: [paid('pay_1', at)], completedAt: at },
  )
  expect(kinds(completed)).toEqual(['made', 'paid', 'completed'])
})

it('an opening precedes the payment of the same instant', () => {
  const at = '2026-11-05T10:00:00.000Z'
  const entries = linkHistory(
    { ...link, shown_status: 'COMPLETED', paid_count: 1, open_count: 1, last_opened_at: at },
    { ...nothing, payments: [paid('pay_1', at)], shares: [shared('s_1', at)], completedAt: at },
  )
  expect(kinds(entries)).toEqual(['made', 'shared', 'opened', 'paid', 'completed'])
})

it('an end without a known time, or in the future, is the last entry', () => {
  const looked = { open_count: 2, last_opened_at: '2026-11-08T10:00:00.000Z' }
  const cancelled = linkHistory({ ...link, ...looked, shown_status: 'CANCELLED' }, nothing)
  expect(kinds(cancelled)).toEqual(['made', 'opened', 'cancelled'])
  expect(closedAtOf(cancelled)).toBeNull()
  const active = linkHistory({ ...link, ...looked, expires_at: '2026-11-30T10:00:00.000Z' }, nothing)
  expect(kinds(active)).toEqual(['made', 'opened', 'ends'])
  expect(closedAtOf(active)).toBeNull()
  const at = '2026-11-05T10:00:00.000Z'
  const known = linkHistory(
    { ...link, ...looked, shown_status: 'CANCELLED' },
    { ...nothing, cancelledAt: at },
  )
  expect(closedAtOf(known)).toBe(at)
})
