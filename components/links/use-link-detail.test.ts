import { expect, it } from 'vitest'
import { REFETCH_AFTER_FAILURE_MS } from '@/components/data/query-defaults'
import type { LinkDetail, ShownLink } from '@/lib/dashboard/schema/link'
import type { ShownCancel } from '@/lib/dashboard/schema/link-cancel'
import { testLink } from '@/test/factories/test-link'
import { linkRefetchMs } from './use-link-detail'

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

it('a link is refetched at its expiry, and for a minute after, in case clocks differ', () => {
  expect(asked(ends(90_000))).toBe(90_500)
  expect(asked(ends(-1))).toBe(5_000)
  expect(asked(ends(-60_001))).toBe(false)
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
