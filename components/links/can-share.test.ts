import { expect, it } from 'vitest'
import { shownLinkStatuses } from '@/lib/contract/states'
import type { ShownCancel } from '@/lib/dashboard/schema/link-cancel'
import { testLink } from '@/test/factories/test-link'
import { canShare, isOpen } from './can-share'

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
