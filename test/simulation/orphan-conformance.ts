import { describe, expect, it } from 'vitest'
import { CONFIRMATION_MS } from '@/lib/contract/limits'
import type { Hold } from '@/lib/service/charges/charge-store'
import {
  APPROVED,
  answerFor,
  LEASE_MS,
  type StoreFixture,
  TIMEOUT,
  UNRESOLVED,
  VOIDED,
} from './store-fixture'

/** Tests payments that wait for their payer, and those without an owner, for both forms of the store. */
export function describeOrphanSteps(fixture: StoreFixture): void {
  const { now, pass, newLink, claimed, finish, beginCapture, orphansOf, rowsOf, race, each } = fixture

  describe('a payment that waits for its payer', () => {
    const parked = async (): Promise<Hold> => {
      const hold = await claimed({ linkId: await newLink() })
      const until = new Date(fixture.nowMs + CONFIRMATION_MS)
      expect(await fixture.store.charges.awaitConfirmation(hold, 'https://bank.example', until)).toBe(true)
      return hold
    }

    it('a waiting payment has no owner, and cannot be finished or parked again', async () => {
      const hold = await parked()
      const waiting = {
        step: 'CONFIRMING',
        owner: null,
        leaseUntil: null,
        confirmUntil: fixture.nowMs + CONFIRMATION_MS,
      }
      expect((await rowsOf(hold)).payment).toMatchObject(waiting)
      expect(await fixture.store.charges.awaitConfirmation(hold, 'https://bank.example', now())).toBe(false)
      expect(await finish(hold, APPROVED)).toBeNull()
      await pass(LEASE_MS)
      expect(await orphansOf('rec')).toEqual([])
    })

    it('exactly one of a payer’s returns resumes the payment', async () => {
      await each(async () => {
        const hold = await parked()
        const returns = await race((index) => fixture.store.charges.resume(hold, `return ${index}`, now()))
        const [resumed, ...others] = returns.filter((it) => it !== null)
        expect(others).toEqual([])
        expect(resumed).toMatchObject({ ...hold, owner: resumed?.owner, currency: 'USD' })
        expect(resumed?.confirmUntil.getTime()).toBe(fixture.nowMs + CONFIRMATION_MS)
        expect((await rowsOf(hold)).payment).toMatchObject({
          step: 'AUTHORIZING',
          leaseUntil: fixture.nowMs + LEASE_MS,
        })
      })
    })

    it('a waiting payment belongs to the payer before `confirm_until` and to the reconciler from then on', async () => {
      await each(async () => {
        const hold = await parked()
        await pass(CONFIRMATION_MS - 1)
        expect(await orphansOf('early')).toEqual([])
        await pass(1)
        const [resumed, taken] = await Promise.all([
          fixture.store.charges.resume(hold, 'late', now()),
          orphansOf('rec'),
        ])
        expect(resumed).toBeNull()
        expect(taken.map(({ paymentId }) => paymentId)).toEqual([hold.paymentId])
        await fixture.store.charges.finish({ ...hold, owner: 'rec' }, TIMEOUT, answerFor, now())
      })
    })

    it('a payment whose process died before the decision was read is resumed by the payer’s next return', async () => {
      const hold = await parked()
      const until = new Date(fixture.nowMs + CONFIRMATION_MS)
      expect(await fixture.store.charges.resume(hold, 'dead', now())).not.toBeNull()
      expect(await fixture.store.charges.resume(hold, 'early', now())).toBeNull()
      await pass(LEASE_MS)
      expect(await orphansOf('rec')).toEqual([])
      expect(await fixture.store.charges.resume(hold, 'payer', now())).toMatchObject({ confirmUntil: until })
      expect(await beginCapture({ ...hold, owner: 'dead' })).toBe('lost')
      await pass(CONFIRMATION_MS - LEASE_MS)
      expect(await fixture.store.charges.resume(hold, 'late', now())).toBeNull()
      expect((await orphansOf('rec')).map(({ paymentId }) => paymentId)).toEqual([hold.paymentId])
      await finish({ ...hold, owner: 'rec' }, TIMEOUT)
    })

    it('a payment left to the reconciler cannot be resumed', async () => {
      const hold = await parked()
      const resumed = await fixture.store.charges.resume(hold, 'payer', now())
      const mine = { ...hold, owner: 'payer' }
      expect(resumed).not.toBeNull()
      await fixture.store.charges.leaveUnresolved(mine, UNRESOLVED, now())
      expect(await fixture.store.charges.resume(hold, 'again', now())).toBeNull()
      expect((await orphansOf('rec')).map(({ paymentId }) => paymentId)).toEqual([hold.paymentId])
      await finish({ ...hold, owner: 'rec' }, VOIDED)
    })

    it('only one of payer and reconciler with different clocks gets the payment', async () => {
      await each(async () => {
        const hold = await parked()
        const later = new Date(fixture.nowMs + CONFIRMATION_MS)
        const [resumed, taken] = await Promise.all([
          fixture.store.charges.resume(hold, 'payer', now()),
          fixture.store.orphans.claimOrphans('rec', 100, later),
        ])
        const mine = taken.filter(({ paymentId }) => paymentId === hold.paymentId)
        expect((resumed ? 1 : 0) + mine.length).toBe(1)
        const owner = resumed ? 'payer' : 'rec'
        expect((await rowsOf(hold)).payment).toMatchObject({ owner })
        await finish({ ...hold, owner }, TIMEOUT)
      })
    })
  })

  describe('a payment without an owner', () => {
    const end = async (holds: Hold[], owner: string) => {
      for (const hold of holds) await finish({ ...hold, owner }, VOIDED)
    }
    it('a payment is taken after its lease has expired, and its previous owner can do nothing any more', async () => {
      const hold = await claimed({ linkId: await newLink() })
      await pass(LEASE_MS - 1)
      expect(await orphansOf('early')).toEqual([])
      await pass(1)
      const taken = await orphansOf('rec')
      const { requestId } = taken[0] ?? {}
      expect(taken).toEqual([{ ...hold, owner: 'rec', voidAttempts: 0, requestId }])
      expect((await rowsOf(hold)).payment).toMatchObject({
        step: 'VOIDING',
        owner: 'rec',
        leaseUntil: fixture.nowMs + LEASE_MS,
      })
      expect(await beginCapture(hold)).toBe('lost')
      expect(await fixture.store.charges.leaveUnresolved(hold, UNRESOLVED, now())).toBeNull()
      expect(await fixture.store.charges.awaitConfirmation(hold, 'https://bank.example', now())).toBe(false)
      expect(await finish(hold, APPROVED)).toBeNull()
      expect(await finish({ ...hold, owner: 'rec' }, VOIDED)).toEqual(answerFor(VOIDED))
    })

    it('a payment with a lost response is due at once, and keeps the reported response', async () => {
      const hold = await claimed()
      expect(await fixture.store.charges.leaveUnresolved(hold, UNRESOLVED, now())).toEqual(UNRESOLVED)
      expect(await fixture.store.charges.leaveUnresolved(hold, UNRESOLVED, now())).toBeNull()
      expect(await finish(hold, APPROVED)).toBeNull()
      expect(await orphansOf('rec')).toHaveLength(1)
      await finish({ ...hold, owner: 'rec' }, APPROVED)
      const { payment, key } = await rowsOf(hold)
      expect(payment?.status).toBe('APPROVED')
      expect(key?.answer).toEqual(UNRESOLVED)
    })

    it('a payment waits longer after a failed void', async () => {
      const hold = await claimed()
      await pass(LEASE_MS)
      const [orphan] = await orphansOf('rec')
      if (!orphan) throw new Error('nothing was taken')
      await fixture.store.orphans.postpone({ ...orphan, owner: 'somebody else' }, 1)
      expect((await rowsOf(hold)).payment).toMatchObject({ owner: 'rec', voidAttempts: 0 })
      await fixture.store.orphans.postpone(orphan, 4_000)
      expect((await rowsOf(hold)).payment).toMatchObject({
        owner: null,
        voidAttempts: 1,
        leaseUntil: fixture.nowMs + 4_000,
      })
      await pass(3_999)
      expect(await orphansOf('rec')).toEqual([])
      await pass(1)
      expect(await orphansOf('rec')).toMatchObject([{ paymentId: hold.paymentId, voidAttempts: 1 }])
      await end([hold], 'rec')
    })

    it('one of many reconcilers gets a payment, the oldest first', async () => {
      await each(async () => {
        const holds: Hold[] = []
        for (let count = 0; count < 4; count++) {
          holds.push(await claimed())
          fixture.nowMs += 1
        }
        await pass(LEASE_MS)
        expect((await orphansOf('first', 1)).map(({ paymentId }) => paymentId)).toEqual([holds[0]?.paymentId])
        const taken = (await race((index) => orphansOf(`rec ${index}`, 2))).flat()
        const ids = taken.map(({ paymentId }) => paymentId)
        expect(ids.toSorted()).toEqual(
          holds
            .slice(1)
            .map(({ paymentId }) => paymentId)
            .toSorted(),
        )
        for (const { owner, ...orphan } of taken) await end([{ ...orphan, owner }], owner)
        if (holds[0]) await end([holds[0]], 'first')
      })
    })

    it('a payment ends once if its owner and the reconciler meet', async () => {
      await each(async () => {
        const hold = await claimed({ linkId: await newLink() })
        await beginCapture(hold)
        await pass(LEASE_MS)
        const [own, taken] = await Promise.all([finish(hold, APPROVED), orphansOf('rec')])
        expect((own ? 1 : 0) + taken.length).toBe(1)
        const reconciled = await finish({ ...hold, owner: 'rec' }, APPROVED)
        expect(reconciled === null).toBe(taken.length === 0)
        const { link, events, ledger } = await rowsOf(hold)
        expect(link).toMatchObject({ slots: 1, paidCount: 1 })
        expect([events.length, ledger.length]).toEqual([1, 3])
      })
    })

    it('the owner either finishes a payment or leaves it unresolved, never both', async () => {
      await each(async () => {
        const hold = await claimed()
        const [finished, left] = await Promise.all([
          finish(hold, APPROVED),
          fixture.store.charges.leaveUnresolved(hold, UNRESOLVED, now()),
        ])
        expect([finished, left].filter((answer) => answer !== null)).toHaveLength(1)
        const { payment, key } = await rowsOf(hold)
        expect(payment?.status).toBe(finished ? 'APPROVED' : 'PENDING')
        expect(key?.answer).toEqual(finished ?? left)
      })
    })
  })
}
