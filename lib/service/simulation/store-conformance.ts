import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CONFIRMATION_MS } from '@/lib/service/payments/charge-protocol'
import type { Answer, ChargeIntent, ChargeOutcome, Hold } from '@/lib/service/payments/charge-store'
import type { LinkSeed, StoreUnderTest } from './store-under-test'
import { START_MS } from './world'

const LEASE_MS = 30_000
const AMOUNT_MINOR = 12_050
/** So many at once in each race, and so many races: on Postgres they really overlap. */
const RIVALS = 12
const RACES = 8

const APPROVED: ChargeOutcome = {
  status: 'APPROVED',
  authorizationCode: 'A1B2C3',
  processorReference: 'tb_1',
}
const FAILED: ChargeOutcome = { status: 'FAILED', declineCode: 'generic_decline', processorReference: 'tb_1' }
const VOIDED: ChargeOutcome = { status: 'VOIDED', processorReference: 'tb_1' }
const TIMEOUT: ChargeOutcome = { status: 'TIMEOUT' }
const UNRESOLVED: Answer = { status: 409, body: '{"unresolved":true}' }
const answerFor = ({ status }: ChargeOutcome): Answer => ({ status: 201, body: `{"ended":"${status}"}` })

/**
 * Everything that the charge protocol and the simulation rely on, for both forms of the store. `open` gives an empty
 * store with a customer; it is opened once and closed after the suite.
 */
export function describeChargeStore(
  name: string,
  open: () => Promise<{ store: StoreUnderTest; customerId: string; close(): Promise<void> }>,
): void {
  describe(`${name} keeps the promises of a charge's store`, () => {
    let store: StoreUnderTest
    let customerId: string
    let close: () => Promise<void>
    let number = 0
    let nowMs = START_MS

    beforeAll(async () => {
      const opened = await open()
      ;({ store, customerId, close } = opened)
      await pass(0)
    })
    afterAll(() => close())

    const now = () => new Date(nowMs)
    const pass = (durationMs: number) => {
      nowMs += durationMs
      return store.setClock(nowMs)
    }
    const newLink = async (overrides: Partial<LinkSeed> = {}): Promise<string> => {
      const id = `pl_${++number}`
      await store.newLink({ id, amountMinor: AMOUNT_MINOR, maxUses: null, expiresAt: null, ...overrides })
      return id
    }
    const intent = (overrides: Partial<ChargeIntent> = {}): ChargeIntent => ({
      accountId: store.accountId,
      route: 'POST /customers/{id}/charges',
      keyHash: Buffer.from(`key ${++number}`),
      fingerprint: Buffer.from('body'),
      paymentId: `pay_${++number}`,
      ...{ amountMinor: AMOUNT_MINOR, currency: 'USD', payerName: 'Ana', payerEmail: '', customerId: null },
      ...{
        linkId: null,
        description: null,
        cardBrand: 'visa',
        cardLast4: '4242',
        requestId: `req_${number}`,
      },
      ...overrides,
    })
    const holdOf = ({ paymentId, linkId, accountId, amountMinor }: ChargeIntent, owner: string): Hold => ({
      ...{ paymentId, linkId, accountId, amountMinor, owner },
    })
    /** T1 by a new owner. */
    const claimed = async (overrides: Partial<ChargeIntent> = {}): Promise<Hold> => {
      const wish = intent(overrides)
      const owner = `owner ${++number}`
      expect(await store.charges.claim(wish, owner, now())).toEqual({ kind: 'claimed' })
      return holdOf(wish, owner)
    }
    const finish = (hold: Hold, outcome: ChargeOutcome) =>
      store.charges.finish(hold, outcome, answerFor, now())
    const beginCapture = (hold: Hold) => store.charges.beginCapture(hold, now())
    const orphansOf = async (owner: string, limit = 100) => store.orphans.claimOrphans(owner, limit, now())
    // So that no test's leftovers are due in the next.
    beforeEach(async () => {
      await pass(CONFIRMATION_MS + LEASE_MS)
      for (;;) {
        const left = await orphansOf('broom')
        if (left.length === 0) break
        for (const hold of left) await finish(hold, VOIDED)
      }
    })
    const rowsOf = async (hold: Hold) => {
      const contents = await store.contents()
      const of = <Row extends { paymentId: string }>(rows: Row[]) =>
        rows.filter(({ paymentId }) => paymentId === hold.paymentId)
      return {
        payment: contents.payments.find(({ id }) => id === hold.paymentId),
        link: contents.links.find(({ id }) => id === hold.linkId),
        key: of(contents.keys)[0],
        events: contents.events
          .filter(({ objectId }) => objectId === hold.paymentId || objectId === hold.linkId)
          .map(({ kind, status }) => `${kind} ${status}`),
        ledger: of(contents.ledger).map((row) => `${row.ledger} ${row.amountMinor}`),
        held: contents.heldCards.includes(hold.paymentId),
      }
    }
    const race = async <Value>(work: (index: number) => Promise<Value>): Promise<Value[]> =>
      Promise.all(Array.from({ length: RIVALS }, (_, index) => work(index)))
    const each = async (work: () => Promise<void>) => {
      for (let count = 0; count < RACES; count++) await work()
    }
    const times = (values: unknown[], value: unknown) => values.filter((it) => it === value).length

    describe('T1', () => {
      it('writes a PENDING payment that its owner holds, under a key that runs', async () => {
        const hold = await claimed({ customerId })
        const { payment, key } = await rowsOf(hold)
        expect(payment).toEqual({
          ...{ id: hold.paymentId, linkId: null, customerId, amountMinor: AMOUNT_MINOR, status: 'PENDING' },
          ...{ step: 'AUTHORIZING', owner: hold.owner, leaseUntil: nowMs + LEASE_MS, confirmUntil: null },
          ...{ slotTaken: false, voidAttempts: 0, declineCode: null, feeMinor: null, approvedAt: null },
        })
        expect(key?.answer).toBeNull()
      })

      it('tells of a key that runs, was answered, or was used for something else', async () => {
        const wish = intent()
        await store.charges.claim(wish, 'first', now())
        const again = () => store.charges.claim({ ...wish, paymentId: `pay_${++number}` }, 'second', now())
        expect(await again()).toEqual({ kind: 'running', paymentId: wish.paymentId })
        await finish(holdOf(wish, 'first'), FAILED)
        expect(await again()).toEqual({
          kind: 'replay',
          answer: answerFor(FAILED),
          paymentId: wish.paymentId,
        })
        const other = { ...wish, paymentId: `pay_${++number}`, fingerprint: Buffer.from('another body') }
        expect(await store.charges.claim(other, 'third', now())).toEqual({ kind: 'reused' })
      })

      it('takes the same key on another route for another operation', async () => {
        const wish = intent()
        await store.charges.claim(wish, 'first', now())
        const other = intent({ keyHash: wish.keyHash, route: 'POST /pay/pl_1' })
        expect(await store.charges.claim(other, 'second', now())).toEqual({ kind: 'claimed' })
      })

      it('lets exactly one of many claim a key', async () => {
        await each(async () => {
          const wish = intent()
          const claims = await race(() =>
            store.charges.claim({ ...wish, paymentId: `pay_${++number}` }, `${number}`, now()),
          )
          expect(claims.filter(({ kind }) => kind === 'claimed')).toHaveLength(1)
          expect(claims.filter(({ kind }) => kind === 'running')).toHaveLength(RIVALS - 1)
          const { keys } = await store.contents()
          expect(keys.filter(({ keyHash }) => keyHash === wish.keyHash.toString('hex'))).toHaveLength(1)
        })
      })
    })

    describe('T2', () => {
      it('takes a use of the link until there is none, and none of a link that is closed', async () => {
        const linkId = await newLink({ maxUses: 1 })
        const [first, second] = [await claimed({ linkId }), await claimed({ linkId })]
        expect(await beginCapture(first)).toBe('capture')
        expect(await beginCapture(second)).toBe('void')
        expect((await rowsOf(first)).payment).toMatchObject({ step: 'CAPTURING', slotTaken: true })
        expect((await rowsOf(second)).payment).toMatchObject({ step: 'VOIDING', slotTaken: false })
        expect((await rowsOf(second)).link).toMatchObject({ slots: 1, paidCount: 0 })

        const cancelled = await claimed({ linkId: await newLink() })
        await store.cancelLink(cancelled.linkId ?? '', now())
        expect(await beginCapture(cancelled)).toBe('void')
        const expired = await claimed({ linkId: await newLink({ expiresAt: now() }) })
        expect(await beginCapture(expired)).toBe('void')
      })

      it('needs the owner, a third of the lease, and a payment that is authorising', async () => {
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

      it('never gives out more uses than there are, however many ask at once', async () => {
        await each(async () => {
          const linkId = await newLink({ maxUses: 3 })
          const holds = await race(() => claimed({ linkId }))
          const next = await Promise.all(holds.map(beginCapture))
          expect([times(next, 'capture'), times(next, 'void')]).toEqual([3, RIVALS - 3])
          await Promise.all(
            holds.map((hold, index) => finish(hold, next[index] === 'capture' ? APPROVED : VOIDED)),
          )
          const { link, events } = await rowsOf({
            accountId: '',
            paymentId: '',
            amountMinor: 0,
            owner: '',
            linkId,
          })
          expect(link).toMatchObject({ status: 'COMPLETED', slots: 3, paidCount: 3 })
          expect(events).toEqual(['payment_link.completed COMPLETED'])
        })
      })

      it('and a cancel that race leave either a use before the end or none', async () => {
        await each(async () => {
          const linkId = await newLink({ maxUses: RIVALS })
          const holds = await race(() => claimed({ linkId }))
          const [, ...next] = await Promise.all([store.cancelLink(linkId, now()), ...holds.map(beginCapture)])
          const { links } = await store.contents()
          const link = links.find(({ id }) => id === linkId)
          expect(link).toMatchObject({ status: 'CANCELLED', slots: times(next, 'capture') })
        })
      })
    })

    describe('T3', () => {
      it('writes an approval with its ledger, the use, the event, the answer, and the completed link', async () => {
        const hold = await claimed({ linkId: await newLink({ maxUses: 1 }) })
        await beginCapture(hold)
        expect(await finish(hold, APPROVED)).toEqual(answerFor(APPROVED))
        const { payment, link, key, events, ledger } = await rowsOf(hold)
        expect(payment).toMatchObject({
          status: 'APPROVED',
          step: null,
          owner: null,
          feeMinor: 379,
          approvedAt: nowMs,
        })
        expect(link).toMatchObject({ status: 'COMPLETED', slots: 1, paidCount: 1 })
        expect(key?.answer).toEqual(answerFor(APPROVED))
        expect(events).toEqual(['payment.succeeded APPROVED', 'payment_link.completed COMPLETED'])
        expect(ledger).toEqual(['available 11671', 'clearing -12050', 'fees 379'])
      })

      it('gives the use back where no money was taken, with an event for a decline alone', async () => {
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

      it('counts a use of a link that was cancelled meanwhile, and leaves it cancelled', async () => {
        const hold = await claimed({ linkId: await newLink({ maxUses: 1 }) })
        await beginCapture(hold)
        await store.cancelLink(hold.linkId ?? '', now())
        await finish(hold, APPROVED)
        expect((await rowsOf(hold)).link).toMatchObject({ status: 'CANCELLED', slots: 1, paidCount: 1 })
        expect((await rowsOf(hold)).events).toEqual(['payment.succeeded APPROVED'])
      })

      it('saves the card of a payer who agreed with the approval, and drops it with any other end', async () => {
        const saved = async () =>
          (await store.contents()).events.filter(({ objectId }) => objectId === customerId).length
        const cardToSave = { tokenSealed: 'sealed', expiryMonth: 12, expiryYear: 2099 }
        const before = await saved()
        for (const [outcome, events] of [
          [VOIDED, 0],
          [APPROVED, 1],
        ] as const) {
          const hold = await claimed({ linkId: await newLink(), customerId, cardToSave })
          expect((await rowsOf(hold)).held).toBe(true)
          await beginCapture(hold)
          await finish(hold, outcome)
          expect((await rowsOf(hold)).held).toBe(false)
          expect(await saved()).toBe(before + events)
        }
      })

      it('happens once, whoever else believes to hold the payment', async () => {
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

    describe('a payment that waits for its payer', () => {
      const parked = async (): Promise<Hold> => {
        const hold = await claimed({ linkId: await newLink() })
        const until = new Date(nowMs + CONFIRMATION_MS)
        expect(await store.charges.awaitConfirmation(hold, 'https://bank.example', until)).toBe(true)
        return hold
      }

      it('is held by nobody, and cannot be finished or parked again', async () => {
        const hold = await parked()
        const waiting = {
          step: 'CONFIRMING',
          owner: null,
          leaseUntil: null,
          confirmUntil: nowMs + CONFIRMATION_MS,
        }
        expect((await rowsOf(hold)).payment).toMatchObject(waiting)
        expect(await store.charges.awaitConfirmation(hold, 'https://bank.example', now())).toBe(false)
        expect(await finish(hold, APPROVED)).toBeNull()
        await pass(LEASE_MS)
        expect(await orphansOf('rec')).toEqual([])
      })

      it('is resumed by exactly one of its returns', async () => {
        await each(async () => {
          const hold = await parked()
          const returns = await race((index) => store.charges.resume(hold, `return ${index}`, now()))
          const [resumed, ...others] = returns.filter((it) => it !== null)
          expect(others).toEqual([])
          expect(resumed).toMatchObject({ ...holdOf(intent(hold), resumed?.owner ?? ''), currency: 'USD' })
          expect(resumed?.confirmUntil.getTime()).toBe(nowMs + CONFIRMATION_MS)
          expect((await rowsOf(hold)).payment).toMatchObject({
            step: 'AUTHORIZING',
            leaseUntil: nowMs + LEASE_MS,
          })
        })
      })

      it('belongs to the payer before `confirm_until` and to the reconciler from then on', async () => {
        await each(async () => {
          const hold = await parked()
          await pass(CONFIRMATION_MS - 1)
          expect(await orphansOf('early')).toEqual([])
          await pass(1)
          const [resumed, taken] = await Promise.all([
            store.charges.resume(hold, 'late', now()),
            orphansOf('rec'),
          ])
          expect(resumed).toBeNull()
          expect(taken.map(({ paymentId }) => paymentId)).toEqual([hold.paymentId])
          await store.charges.finish({ ...hold, owner: 'rec' }, TIMEOUT, answerFor, now())
        })
      })

      it('goes to one alone where payer and reconciler with unlike clocks meet', async () => {
        await each(async () => {
          const hold = await parked()
          const later = new Date(nowMs + CONFIRMATION_MS)
          const [resumed, taken] = await Promise.all([
            store.charges.resume(hold, 'payer', now()),
            store.orphans.claimOrphans('rec', 100, later),
          ])
          const mine = taken.filter(({ paymentId }) => paymentId === hold.paymentId)
          expect((resumed ? 1 : 0) + mine.length).toBe(1)
          const owner = resumed ? 'payer' : 'rec'
          expect((await rowsOf(hold)).payment).toMatchObject({ owner })
          await finish({ ...hold, owner }, TIMEOUT)
        })
      })
    })

    describe('a payment that nobody holds', () => {
      const end = async (holds: Hold[], owner: string) => {
        for (const hold of holds) await finish({ ...hold, owner }, VOIDED)
      }
      it('is taken once its lease has passed, and its old owner can do nothing any more', async () => {
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
          leaseUntil: nowMs + LEASE_MS,
        })
        expect(await beginCapture(hold)).toBe('lost')
        expect(await store.charges.leaveUnresolved(hold, UNRESOLVED, now())).toBeNull()
        expect(await store.charges.awaitConfirmation(hold, 'https://bank.example', now())).toBe(false)
        expect(await finish(hold, APPROVED)).toBeNull()
        expect(await finish({ ...hold, owner: 'rec' }, VOIDED)).toEqual(answerFor(VOIDED))
      })

      it('is due at once where its answer was lost, and keeps the answer that was told', async () => {
        const hold = await claimed()
        expect(await store.charges.leaveUnresolved(hold, UNRESOLVED, now())).toEqual(UNRESOLVED)
        expect(await store.charges.leaveUnresolved(hold, UNRESOLVED, now())).toBeNull()
        expect(await finish(hold, APPROVED)).toBeNull()
        expect(await orphansOf('rec')).toHaveLength(1)
        await finish({ ...hold, owner: 'rec' }, APPROVED)
        const { payment, key } = await rowsOf(hold)
        expect(payment?.status).toBe('APPROVED')
        expect(key?.answer).toEqual(UNRESOLVED)
      })

      it('waits longer after a void that failed', async () => {
        const hold = await claimed()
        await pass(LEASE_MS)
        const [orphan] = await orphansOf('rec')
        if (!orphan) throw new Error('nothing was taken')
        await store.orphans.postpone({ ...orphan, owner: 'somebody else' }, 1)
        expect((await rowsOf(hold)).payment).toMatchObject({ owner: 'rec', voidAttempts: 0 })
        await store.orphans.postpone(orphan, 4_000)
        expect((await rowsOf(hold)).payment).toMatchObject({
          owner: null,
          voidAttempts: 1,
          leaseUntil: nowMs + 4_000,
        })
        await pass(3_999)
        expect(await orphansOf('rec')).toEqual([])
        await pass(1)
        expect(await orphansOf('rec')).toMatchObject([{ paymentId: hold.paymentId, voidAttempts: 1 }])
        await end([hold], 'rec')
      })

      it('goes to one of many reconcilers, the oldest first', async () => {
        await each(async () => {
          const holds: Hold[] = []
          for (let count = 0; count < 4; count++) {
            holds.push(await claimed())
            nowMs += 1
          }
          await pass(LEASE_MS)
          expect((await orphansOf('first', 1)).map(({ paymentId }) => paymentId)).toEqual([
            holds[0]?.paymentId,
          ])
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

      it('ends once where its owner and the reconciler meet', async () => {
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

      it('is either finished or left unresolved by its owner, never both', async () => {
        await each(async () => {
          const hold = await claimed()
          const [finished, left] = await Promise.all([
            finish(hold, APPROVED),
            store.charges.leaveUnresolved(hold, UNRESOLVED, now()),
          ])
          expect([finished, left].filter((answer) => answer !== null)).toHaveLength(1)
          const { payment, key } = await rowsOf(hold)
          expect(payment?.status).toBe(finished ? 'APPROVED' : 'PENDING')
          expect(key?.answer).toEqual(finished ?? left)
        })
      })
    })
  })
}
