import { describe, expect, it } from 'vitest'
import {
  accountStates,
  activationStates,
  canTransition,
  isFinal,
  paymentLinkStates,
  paymentStates,
  paymentStatuses,
  settlementStates,
  shownLinkStatus,
} from './states'

describe('states', () => {
  it('every payment status but PENDING is final', () => {
    expect(paymentStatuses.filter((status) => !isFinal(paymentStates, status))).toEqual(['PENDING'])
  })

  it('a closed account, a completed or a cancelled link and a paid settlement have no next state', () => {
    expect(isFinal(accountStates, 'CLOSED')).toBe(true)
    expect(isFinal(paymentLinkStates, 'COMPLETED')).toBe(true)
    expect(isFinal(paymentLinkStates, 'CANCELLED')).toBe(true)
    expect(isFinal(settlementStates, 'PAID')).toBe(true)
    expect(isFinal(settlementStates, 'DEBT')).toBe(true)
  })

  it('accounts have exactly the transitions of decisions.md', () => {
    expect(canTransition(accountStates, 'TRIAL', 'ACTIVE')).toBe(true)
    expect(canTransition(accountStates, 'TRIAL', 'SUSPENDED')).toBe(false)
    expect(canTransition(accountStates, 'SUSPENDED', 'ACTIVE')).toBe(true)
    expect(canTransition(accountStates, 'CLOSED', 'ACTIVE')).toBe(false)
    expect(canTransition(activationStates, 'UNDER_REVIEW', 'ACTIVATED')).toBe(true)
  })

  it('only an active link is shown as expired, from its expiry on', () => {
    const at = new Date('2026-11-20T10:00:00Z')
    const before = new Date(at.getTime() - 1)
    const expires_at = '2026-11-20T10:00:00.000Z'
    expect(shownLinkStatus({ status: 'ACTIVE', expires_at }, at)).toBe('EXPIRED')
    expect(shownLinkStatus({ status: 'ACTIVE', expires_at }, before)).toBe('ACTIVE')
    expect(shownLinkStatus({ status: 'ACTIVE', expires_at: null }, at)).toBe('ACTIVE')
    expect(shownLinkStatus({ status: 'COMPLETED', expires_at }, at)).toBe('COMPLETED')
  })
})
