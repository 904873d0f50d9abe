import { expect, it } from 'vitest'
import { shownLinkStatuses } from '@/lib/contract/states'
import type { ShownCancel } from '@/lib/dashboard/schema/link-cancel'
import { canShare } from './can-share'

const cancel = (state: ShownCancel['state']): ShownCancel => ({
  id: 'aud_1',
  state,
  due_at: '2026-11-20T12:00:06.000Z',
  problem: null,
})

it('only a link that takes payments has an address to hand on', () => {
  expect(shownLinkStatuses.filter((shown_status) => canShare({ shown_status }))).toEqual(['ACTIVE'])
})

it('not while somebody closes it; again once that was undone or has failed', () => {
  for (const state of ['WAITING', 'RUNNING'] as const)
    expect(canShare({ shown_status: 'ACTIVE', cancel: cancel(state) })).toBe(false)
  for (const state of ['UNDONE', 'FAILED'] as const)
    expect(canShare({ shown_status: 'ACTIVE', cancel: cancel(state) })).toBe(true)
})
