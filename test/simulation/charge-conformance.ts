import { describe, expect, it } from 'vitest'
import {
  AMOUNT_MINOR,
  APPROVED,
  answerFor,
  CONTENDERS,
  FAILED,
  LEASE_MS,
  type StoreFixture,
  TIMEOUT,
  times,
  VOIDED,
} from './store-fixture'

/** Tests the steps of a charge, T1, T2 and T3, for both forms of the store. */
export function describeChargeSteps(fixture: StoreFixture): void {
  const { now, pass, newLink, intent, holdOf, claimed, finish, beginCapture, rowsOf, race, each } = fixture

  describe('T1', () => {
    it('T1 writes a PENDING payment of its owner, under a running key', async () => {
      const hold = await claimed({ customerId: fixture.customerId })
      const { payment, key } = await rowsOf(hold)
      expect(payment).toEqual({
        ...{
          id: hold.paymentId,
          linkId: null,
          customerId: fixture.customerId,
          amountMinor: AMOUNT_MINOR,
          status: 'PENDING',
        },
        ...{
          step: 'AUTHORIZING',
          owner: hold.owner,
          leaseUntil: fixture.nowMs + LEASE_MS,
          confirmUntil: null,
        },
        ...{
          slotTaken: false,
          voidAttempts: 0,
          declineCode: null,
          feeMinor: null,
          approvedAt: null,
          refundedMinor: 0,
        },
      })
      expect(key?.answer).toBeNull()
    })

    it('T1 reports a key that is running, was answered, or was used for another request', async () => {
      const wish = intent()
      await fixture.store.charges.claim(wish, 'first', now())
      const again = () =>
        fixture.store.charges.claim({ ...wish, paymentId: `pay_${fixture.next()}` }, 'second', now())
      expect(await again()).toEqual({ kind: 'running', paymentId: wish.paymentId })
      await finish(holdOf(wish, 'first'), FAILED)
      expect(await again()).toEqual({
        kind: 'replay',
        answer: answerFor(FAILED),
        paymentId: wish.paymentId,
      })
      const other = { ...wish, paymentId: `pay_${fixture.next()}`, fingerprint: Buffer.from('another body') }
      expect(await fixture.store.charges.claim(other, 'third', now())).toEqual({ kind: 'reused' })
    })

    it('T1 treats the same key on another route as another operation', async () => {
      const wish = intent()
      await fixture.store.charges.claim(wish, 'first', now())
      const other = intent({ keyHash: wish.keyHash, route: 'POST /pay/pl_1' })
      expect(await fixture.store.charges.claim(other, 'second', now())).toEqual({ kind: 'claimed' })
    })

    it('exactly one of many T1 claims a key', async () => {
      await each(async () => {
        const wish = intent()
        const claims = await race(() =>
          fixture.store.charges.claim(
            { ...wish, paymentId: `pay_${fixture.next()}` },
            `${fixture.next()}`,
            now(),
          ),
        )
        expect(claims.filter(({ kind }) => kind === 'claimed')).toHaveLength(1)
        expect(claims.filter(({ kind }) => kind === 'running')).toHaveLength(CONTENDERS - 1)
        const { keys } = await fixture.store.contents()
        expect(keys.filter(({ keyHash }) => keyHash === wish.keyHash.toString('hex'))).toHaveLength(1)
      })
    })
  })

  describe('T2', () => {
    it('T2 takes uses of the link until none is left, and none of a closed link', async () => {
      const linkId = await newLink({ maxUses: 1 })
      const [first, second] = [await claimed({ linkId }), await claimed({ linkId })]
      expect(await beginCapture(first)).toBe('capture')
      expect(await beginCapture(second)).toBe('void')
      expect((await rowsOf(first)).payment).toMatchObject({ step: 'CAPTURING', slotTaken: true })
      expect((await rowsOf(second)).payment).toMatchObject({ step: 'VOIDING', slotTaken: false })
      expect((await rowsOf(second)).link).toMatchObject({ slots: 1, paidCount: 0 })

      const cancelled = await claimed({ linkId: await newLink() })
      await fixture.store.cancelLink(cancelled.linkId ?? '', now())
      expect(await beginCapture(cancelled)).toBe('void')
      const expired = await claimed({ linkId: await newLink({ expiresAt: now() }) })
      expect(await beginCapture(expired)).toBe('void')
    })

    it('T2 takes no money and no use of a link for an account that may not charge', async () => {
      const linkId = await newLink({ maxUses: 1 })
      const holds = [await claimed(), await claimed({ linkId })]
      await fixture.store.setCharges(false)
      for (const hold of holds) {
        expect(await beginCapture(hold)).toBe('void')
        expect((await rowsOf(hold)).payment).toMatchObject({ step: 'VOIDING', slotTaken: false })
      }
      await fixture.store.setCharges(true)
      expect((await rowsOf({ paymentId: '', linkId })).link).toMatchObject({ slots: 0 })
      expect(await beginCapture(await claimed({ linkId }))).toBe('capture')
    })

    it('T2 requires the owner, a third of the lease, and a payment in AUTHORIZING', async () => {
      const stranger = { ...(await claimed()), owner: 'somebody else' }
      expect(await beginCapture(stranger)).toBe('lost')
      const foreign = { ...(await claimed()), accountId: 'acct_of_somebody_else' }
      expect(await beginCapture(foreign)).toBe('lost')

      const inTime = await claimed()
      const late = await claimed()
      await pass((LEASE_MS / 3) * 2 - 1)
      expect(await beginCapture(inTime)).toBe('capture')
      expect(await beginCapture(inTime)).toBe('lost')
      await pass(1)
      expect(await beginCapture(late)).toBe('lost')
    })

    it('T2 never takes more uses than the link has, however many requests run at once', async () => {
      await each(async () => {
        const linkId = await newLink({ maxUses: 3 })
        const holds = await race(() => claimed({ linkId }))
        const next = await Promise.all(holds.map(beginCapture))
        expect([times(next, 'capture'), times(next, 'void')]).toEqual([3, CONTENDERS - 3])
        await Promise.all(
          holds.map((hold, index) => finish(hold, next[index] === 'capture' ? APPROVED : VOIDED)),
        )
        const { link, events } = await rowsOf({ paymentId: '', linkId })
        expect(link).toMatchObject({ status: 'COMPLETED', slots: 3, paidCount: 3 })
        expect(events).toEqual(['payment_link.completed COMPLETED'])
      })
    })

    it('T2 and a concurrent cancellation leave either a use before the end or none', async () => {
      await each(async () => {
        const linkId = await newLink({ maxUses: CONTENDERS })
        const holds = await race(() => claimed({ linkId }))
        const [, ...next] = await Promise.all([
          fixture.store.cancelLink(linkId, now()),
          ...holds.map(beginCapture),
        ])
        const { links } = await fixture.store.contents()
        const link = links.find(({ id }) => id === linkId)
        expect(link).toMatchObject({ status: 'CANCELLED', slots: times(next, 'capture') })
      })
    })
  })

  describe('T3', () => {
    it('T3 writes an approval with its ledger, the use, the event, the response, and the completed link', async () => {
      const hold = await claimed({ linkId: await newLink({ maxUses: 1 }) })
      await beginCapture(hold)
      expect(await finish(hold, APPROVED)).toEqual(answerFor(APPROVED))
      const { payment, link, key, events, ledger } = await rowsOf(hold)
      expect(payment).toMatchObject({
        status: 'APPROVED',
        step: null,
        owner: null,
        feeMinor: 379,
        approvedAt: fixture.nowMs,
      })
      expect(link).toMatchObject({ status: 'COMPLETED', slots: 1, paidCount: 1 })
      expect(key?.answer).toEqual(answerFor(APPROVED))
      expect(events).toEqual(['payment.succeeded APPROVED', 'payment_link.completed COMPLETED'])
      expect(ledger).toEqual(['available 11671', 'clearing -12050', 'fees 379'])
    })

    it('T3 releases the use if no money was taken, with an event only for a decline', async () => {
      const raised: Record<string, string[]> = {}
      for (const outcome of [FAILED, VOIDED, TIMEOUT]) {
        const hold = await claimed({ linkId: await newLink({ maxUses: 1 }) })
        await beginCapture(hold)
        expect(await finish(hold, outcome)).toEqual(answerFor(outcome))
        const { payment, link, events, ledger } = await rowsOf(hold)
        expect(payment).toMatchObject({ status: outcome.status, feeMinor: null, approvedAt: null })
        expect(link).toMatchObject({ status: 'ACTIVE', slots: 0, paidCount: 0 })
        expect(ledger).toEqual([])
        raised[outcome.status] = events
      }
      expect(raised).toEqual({ FAILED: ['payment.failed FAILED'], VOIDED: [], TIMEOUT: [] })
    })

    it('T3 counts a use of a link that was cancelled in the meantime, and leaves it cancelled', async () => {
      const hold = await claimed({ linkId: await newLink({ maxUses: 1 }) })
      await beginCapture(hold)
      await fixture.store.cancelLink(hold.linkId ?? '', now())
      await finish(hold, APPROVED)
      expect((await rowsOf(hold)).link).toMatchObject({ status: 'CANCELLED', slots: 1, paidCount: 1 })
      expect((await rowsOf(hold)).events).toEqual(['payment.succeeded APPROVED'])
    })

    it('T3 saves the card of a consenting payer with the approval, and deletes it with any other outcome', async () => {
      const saved = async () =>
        (await fixture.store.contents()).events.filter(({ objectId }) => objectId === fixture.customerId)
          .length
      const cardToSave = { tokenSealed: 'sealed', expiryMonth: 12, expiryYear: 2099 }
      const before = await saved()
      for (const [outcome, events] of [
        [VOIDED, 0],
        [APPROVED, 1],
      ] as const) {
        const hold = await claimed({ linkId: await newLink(), customerId: fixture.customerId, cardToSave })
        expect((await rowsOf(hold)).held).toBe(true)
        await beginCapture(hold)
        await finish(hold, outcome)
        expect((await rowsOf(hold)).held).toBe(false)
        expect(await saved()).toBe(before + events)
      }
    })

    it('T3 happens once, even if other processes act as owners of the payment', async () => {
      await each(async () => {
        const hold = await claimed({ linkId: await newLink({ maxUses: 2 }) })
        await beginCapture(hold)
        const ends = await race((index) => finish(hold, index % 2 ? APPROVED : VOIDED))
        expect(ends.filter((answer) => answer !== null)).toHaveLength(1)
        const { payment, link, events, ledger } = await rowsOf(hold)
        const approved = payment?.status === 'APPROVED'
        expect(link).toMatchObject({ slots: approved ? 1 : 0, paidCount: approved ? 1 : 0 })
        expect([events.length, ledger.length]).toEqual(approved ? [1, 3] : [0, 0])
        expect(await finish({ ...hold, owner: 'somebody else' }, APPROVED)).toBeNull()
      })
    })
  })
}
