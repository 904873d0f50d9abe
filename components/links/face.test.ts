import { expect, it } from 'vitest'
import { REFETCH_AFTER_FAILURE_MS } from '@/components/data/query-defaults'
import { shownLinkStatuses } from '@/lib/contract/states'
import type { ShownCancel } from '@/lib/dashboard/links/cancel'
import type { LinkDetail } from '@/lib/dashboard/links/get-link'
import type { ShownLink } from '@/lib/dashboard/links/shown-link'
import { testLink } from '@/test/factories/test-link'
import { canShare, collectedOf, isOpen, linkRefetchMs } from './face'

const cancel = (state: ShownCancel['state']): ShownCancel => ({
  id: 'aud_1',
  state,
  due_at: '2026-11-20T12:00:06.000Z',
  problem: null,
})

it('only a link that accepts payments can be shared', () => {
  expect(shownLinkStatuses.filter((shown_status) => canShare(testLink({ shown_status })))).toEqual(['ACTIVE'])
})

it('a link cannot be shared during a cancellation, but again after an undone or failed one', () => {
  for (const state of ['WAITING', 'RUNNING'] as const)
    expect(canShare({ ...testLink(), cancel: cancel(state) })).toBe(false)
  for (const state of ['UNDONE', 'FAILED'] as const)
    expect(canShare({ ...testLink(), cancel: cancel(state) })).toBe(true)
})

it('a link that the host no longer has can be neither shared nor canceled', () => {
  const missing = testLink()
  missing.mirror.missing = true
  expect([canShare(missing), isOpen(missing)]).toEqual([false, false])
})

it('the collected sum is the exact amount times the number of payments', () => {
  expect(collectedOf({ amount: 19.99, currency: 'USD', paid_count: 3 })).toBe(59.97)
  expect(collectedOf({ amount: 1.005, currency: 'KWD', paid_count: 3 })).toBe(3.015)
  expect(collectedOf({ amount: 9_999_999.99, currency: 'USD', paid_count: 1_000_000 })).toBe(
    9_999_999_990_000,
  )
  expect(collectedOf({ amount: 45, currency: 'JPY', paid_count: 0 })).toBe(0)
})

it('the collected sum is null if it cannot be computed exactly', () => {
  expect(collectedOf({ amount: 1, currency: 'XYZ', paid_count: 2 })).toBeNull()
  expect(collectedOf({ amount: 1.005, currency: 'USD', paid_count: 2 })).toBeNull()
})

const now = Date.parse('2026-11-22T12:00:00.000Z')
const ends = (ms: number) => ({ expires_at: new Date(now + ms).toISOString() })

function asked(over: Partial<ShownLink>, cancel: ShownCancel | null = null, status = 'success') {
  const data: LinkDetail = {
    link: testLink(over),
    customerName: null,
    chargeId: null,
    confirmed: true,
    problem: null,
    events: [],
    cancel,
    cancelled_at: null,
    shares: [],
  }
  return linkRefetchMs({ state: { status, data } }, now)
}

it('a link is refetched at its expiry, and until the server reports it, in case clocks differ', () => {
  expect(asked(ends(90_000))).toBe(90_000)
  expect(asked(ends(-1))).toBe(5_000)
  expect(asked({ ...ends(-1), shown_status: 'EXPIRED' })).toBe(false)
  expect(asked({ ...ends(90_000), shown_status: 'CANCELLED' })).toBe(false)
})

it('a link that expires on another day, or never, is not refetched', () => {
  expect(asked(ends(25 * 3_600_000))).toBe(false)
  expect(asked({ expires_at: null })).toBe(false)
  expect(linkRefetchMs({ state: { status: 'pending', data: undefined } }, now)).toBe(false)
})

it('a cancellation and a failed refresh take precedence', () => {
  const cancel = {
    id: 'aud_1',
    state: 'RUNNING',
    due_at: new Date(now).toISOString(),
    problem: null,
  } as const
  expect(asked(ends(90_000), cancel)).toBe(2_000)
  expect(asked(ends(90_000), null, 'error')).toBe(REFETCH_AFTER_FAILURE_MS)
})
