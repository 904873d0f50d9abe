import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomText } from '@/lib/platform/secrets'
import {
  type CardDetails,
  type CardInput,
  FOR_ONE_PAYMENT,
  type Processor,
  ProcessorUnreachable,
  withProcessorTimeout,
} from '@/lib/service/processor/port'

/** Requirements of the suite for an adapter's test account. */
export interface ProcessorUnderTest {
  processor: Processor
  cards: {
    approved: CardDetails
    declined: CardDetails
    /** Card that requires the payer's confirmation; null if the processor has no such step. */
    confirmation: CardDetails | null
    /** Cards whose response is lost after the step; null if the test account has none. */
    lostAfterAuthorize: CardDetails | null
    lostAfterCapture: CardDetails | null
    /** Cards of which a refund is declined, or its response lost before or after the bank acted; null as above. */
    refundDeclined: CardDetails | null
    refundLostBefore: CardDetails | null
    refundLostAfter: CardDetails | null
  }
  /** Types a card into the processor's own fields; without it the card is sent to `tokenize` itself. */
  enter?(card: CardDetails): Promise<CardInput>
  /** Performs the payer's decision on the bank's own page. */
  decide(confirmUrl: string, decision: 'approve' | 'refuse'): Promise<void>
  close(): Promise<void>
}

export interface ConformanceOptions {
  /** Repetitions of each race. */
  repetitions?: number
  currency?: string
}

const AMOUNT_MINOR = 12_050
const RETURN_URL = 'http://localhost:3000/pay/pl_conformance/return?attempt=conformance'
/** Races that run at the same time, so that they really overlap. */
const RACES_AT_ONCE = 10
const SUITE_TIMEOUT_MS = 60_000
const ABSENT = 'the test account has no card that does this'

/**
 * Tests everything that the charge protocol relies on (docs/processors.md), for any adapter of the port. `open` returns
 * an adapter on an empty test account; it is opened once and closed after the suite.
 */
export function describeProcessor(
  name: string,
  open: () => Promise<ProcessorUnderTest>,
  { repetitions = 200, currency = 'USD' }: ConformanceOptions = {},
): void {
  describe(`${name} fulfills the guarantees of a processor`, { timeout: SUITE_TIMEOUT_MS }, () => {
    let under: ProcessorUnderTest
    beforeAll(async () => {
      under = await open()
    })
    afterAll(() => under.close())

    // Called as by the protocol: an error of the adapter becomes ProcessorUnreachable.
    const call = <T>(work: (processor: Processor, signal: AbortSignal) => Promise<T>) =>
      withProcessorTimeout((signal) => work(under.processor, signal))
    const newReference = () => `pay_conformance${randomText(16)}`
    const tokenize = async (card: CardDetails, use = FOR_ONE_PAYMENT) => {
      const entered = (await under.enter?.(card)) ?? card
      const answer = await call((processor, signal) => processor.tokenize(entered, use, signal))
      if (answer.outcome !== 'token') throw new Error(`no token: ${answer.outcome}`)
      return answer
    }
    const capture = (reference: string) => call((processor, signal) => processor.capture(reference, signal))
    const voidIt = (reference: string) => call((processor, signal) => processor.void(reference, signal))
    const lookup = (reference: string) => call((processor, signal) => processor.lookup(reference, signal))
    const confirmed = (reference: string) =>
      call((processor, signal) => processor.confirmed(reference, signal))
    const authorize = (reference: string, token: string, returnUrl: string | null = RETURN_URL) =>
      call((processor, signal) =>
        processor.authorize({ reference, token, amountMinor: AMOUNT_MINOR, currency, returnUrl }, signal),
      )
    const authorized = async () => {
      const reference = newReference()
      const { token } = await tokenize(under.cards.approved)
      return { reference, token, answer: await authorize(reference, token) }
    }

    describe('tokens', () => {
      it('tokens never contain the card number, and come with the card’s public details', async () => {
        const { number, expiryMonth, expiryYear } = under.cards.approved
        const card = await tokenize(under.cards.approved)
        // The expiry of a card that was typed elsewhere is its processor's.
        const expiry = under.enter ? {} : { expiryMonth, expiryYear }
        expect(card).toMatchObject({ last4: number.slice(-4), ...expiry })
        expect(JSON.stringify(card)).not.toContain(number)
      })

      it('one token serves several payments', async () => {
        const { token } = await tokenize(under.cards.approved, { keepFor: newReference(), verify: true })
        for (const reference of [newReference(), newReference()]) {
          expect(await authorize(reference, token, null)).toMatchObject({ outcome: 'authorized' })
        }
      })
    })

    describe('an authorization', () => {
      it('an authorization echoes the reserved amount and moves no money', async () => {
        const { reference, answer } = await authorized()
        expect(answer).toMatchObject({ outcome: 'authorized', amountMinor: AMOUNT_MINOR, currency })
        expect(await lookup(reference)).toEqual({ status: 'AUTHORIZED', amountMinor: AMOUNT_MINOR, currency })
      })

      it('a declined authorization has a reason, and a void confirms the decline', async () => {
        const reference = newReference()
        const { token } = await tokenize(under.cards.declined)
        const answer = await authorize(reference, token)
        expect(answer).toEqual({
          outcome: 'declined',
          declineCode: expect.stringMatching(/./),
          processorReference: expect.stringMatching(/./),
        })
        expect(await voidIt(reference)).toEqual(answer)
        expect(await lookup(reference)).toMatchObject({ status: 'DECLINED' })
      })

      it('a repeated authorization changes nothing and returns the same, before and after the capture', async () => {
        const { reference, token, answer } = await authorized()
        expect(await authorize(reference, token)).toEqual(answer)
        const other = await tokenize(under.cards.declined)
        expect(await authorize(reference, other.token)).toEqual(answer)
        await capture(reference)
        expect(await authorize(reference, token)).toEqual(answer)
        expect(await lookup(reference)).toMatchObject({ status: 'CAPTURED', amountMinor: AMOUNT_MINOR })
      })

      it('an authorization sent twenty times at once reserves once', async () => {
        const reference = newReference()
        const { token } = await tokenize(under.cards.approved)
        const answers = await Promise.all(Array.from({ length: 20 }, () => authorize(reference, token)))
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      })
    })

    describe('a capture', () => {
      it('a capture takes the money once, however often it is sent', async () => {
        const { reference } = await authorized()
        const answers = await Promise.all(Array.from({ length: 5 }, () => capture(reference)))
        expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['captured']))
        expect(await lookup(reference)).toEqual({ status: 'CAPTURED', amountMinor: AMOUNT_MINOR, currency })
      })

      it('a capture after a void takes nothing', async () => {
        const { reference } = await authorized()
        await voidIt(reference)
        expect(await capture(reference)).toEqual({ outcome: 'voided' })
        expect(await lookup(reference)).toMatchObject({ status: 'VOIDED' })
      })
    })

    describe('a void', () => {
      it('a void releases the reserved amount once and for all', async () => {
        const { reference, token } = await authorized()
        const answer = await voidIt(reference)
        expect(answer).toMatchObject({ outcome: 'voided' })
        expect(await voidIt(reference)).toEqual(answer)
        expect(await authorize(reference, token)).toEqual({ outcome: 'refused' })
      })

      it('a void after a capture changes nothing and reports it with the codes of the approval', async () => {
        const { reference, answer } = await authorized()
        await capture(reference)
        const found = await voidIt(reference)
        expect(found).toMatchObject({ outcome: 'captured' })
        if (answer.outcome !== 'authorized') throw new Error('not authorised')
        const { authorizationCode, processorReference } = answer
        expect(found).toEqual({ outcome: 'captured', authorizationCode, processorReference })
      })

      it('a void of an unknown reference leaves a tombstone, and a later authorization is refused', async () => {
        const reference = newReference()
        expect(await voidIt(reference)).toEqual({ outcome: 'tombstone' })
        const { token } = await tokenize(under.cards.approved)
        expect(await authorize(reference, token)).toEqual({ outcome: 'refused' })
        expect(await voidIt(reference)).toEqual({ outcome: 'tombstone' })
        expect(await lookup(reference)).toMatchObject({ status: 'TOMBSTONE' })
      })
    })

    describe('races', () => {
      it(`exactly one of a capture and a void wins and both report which, ${repetitions} times`, async () => {
        await race(repetitions, async (turn) => {
          const { reference } = await authorized()
          const early = turn % 2 === 0 ? voidIt(reference) : null
          const [captured, voided] = await Promise.all([capture(reference), early ?? voidIt(reference)])
          expect(voided.outcome).toBe(captured.outcome)
          expect((await lookup(reference))?.status).toBe(
            captured.outcome === 'captured' ? 'CAPTURED' : 'VOIDED',
          )
        })
      })

      it(`an authorization and a void never leave an amount reserved, ${repetitions} times`, async () => {
        await race(repetitions, async () => {
          const reference = newReference()
          const { token } = await tokenize(under.cards.approved)
          const [, voided] = await Promise.all([authorize(reference, token), voidIt(reference)])
          expect(['voided', 'tombstone']).toContain(voided.outcome)
          expect((await lookup(reference))?.status).toBe(voided.outcome === 'voided' ? 'VOIDED' : 'TOMBSTONE')
        })
      })
    })

    describe("a payer's confirmation", () => {
      const waiting = async () => {
        const card = under.cards.confirmation
        if (!card) return null
        const reference = newReference()
        const { token } = await tokenize(card)
        const answer = await authorize(reference, token)
        if (answer.outcome !== 'confirmation_required') throw new Error('asks for no confirmation')
        return { reference, token, answer }
      }

      it('the confirmation is requested once, and nothing is reserved until the payer decides', async ({
        skip,
      }) => {
        const asked = await waiting()
        if (!asked) return skip(ABSENT)
        const { reference, token, answer } = asked
        expect(answer.confirmUrl).toMatch(/^https?:/)
        expect(await confirmed(reference)).toEqual(answer)
        expect(await authorize(reference, token)).toEqual(answer)
        expect(await lookup(reference)).toMatchObject({ status: 'CONFIRMING' })
      })

      it('an approved confirmation is reserved and captured, and a second decision has no effect', async ({
        skip,
      }) => {
        const asked = await waiting()
        if (!asked) return skip(ABSENT)
        const { reference, answer } = asked
        await under.decide(answer.confirmUrl, 'approve')
        await under.decide(answer.confirmUrl, 'refuse')
        expect(await confirmed(reference)).toMatchObject({
          outcome: 'authorized',
          amountMinor: AMOUNT_MINOR,
          currency,
        })
        expect(await capture(reference)).toEqual({ outcome: 'captured' })
      })

      it('a refused confirmation is a decline, which a void confirms', async ({ skip }) => {
        const asked = await waiting()
        if (!asked) return skip(ABSENT)
        const { reference, answer } = asked
        await under.decide(answer.confirmUrl, 'refuse')
        await under.decide(answer.confirmUrl, 'approve')
        const said = await confirmed(reference)
        expect(said).toMatchObject({ outcome: 'declined', declineCode: 'authentication_failed' })
        expect(await voidIt(reference)).toEqual(said)
      })

      it('after a void the payer’s decision moves no money', async ({ skip }) => {
        const asked = await waiting()
        if (!asked) return skip(ABSENT)
        const { reference, answer } = asked
        expect(['tombstone', 'voided']).toContain((await voidIt(reference)).outcome)
        await under.decide(answer.confirmUrl, 'approve')
        expect(await confirmed(reference)).toEqual({ outcome: 'refused' })
        expect(['TOMBSTONE', 'VOIDED']).toContain((await lookup(reference))?.status)
      })

      it(`a confirmation approved during a void never leaves an amount reserved, ${repetitions} times`, async () => {
        await race(repetitions, async () => {
          const asked = await waiting()
          if (!asked) return
          const { reference, answer } = asked
          await Promise.all([under.decide(answer.confirmUrl, 'approve'), voidIt(reference)])
          expect(['TOMBSTONE', 'VOIDED']).toContain((await lookup(reference))?.status)
        })
      })
    })

    describe('a refund', () => {
      const newRefund = () => `ref_conformance${randomText(16)}`
      const refund = (paymentReference: string, amountMinor: number, reference = newRefund()) =>
        call((processor, signal) =>
          processor.refund({ reference, paymentReference, amountMinor, currency }, signal),
        )
      const captured = async (card = under.cards.approved) => {
        const reference = newReference()
        const { token } = await tokenize(card)
        await authorize(reference, token)
        await capture(reference)
        return reference
      }
      /** Refunds the whole amount in the end: what is refused then was refunded before. */
      const isLeft = async (reference: string, amountMinor: number) => {
        expect(await refund(reference, amountMinor + 1)).toMatchObject({ outcome: 'declined' })
        if (amountMinor > 0)
          expect(await refund(reference, amountMinor)).toMatchObject({ outcome: 'refunded' })
      }

      it('a refund returns the money once, however often and at once it is sent', async () => {
        const payment = await captured()
        const reference = newRefund()
        const first = await refund(payment, 5_000, reference)
        expect(first).toEqual({ outcome: 'refunded', processorReference: expect.stringMatching(/./) })
        const again = await Promise.all(Array.from({ length: 20 }, () => refund(payment, 5_000, reference)))
        for (const answer of again) expect(answer).toEqual(first)
        await isLeft(payment, AMOUNT_MINOR - 5_000)
      })

      it('a refund sent twenty times at once from its first request on is one', async () => {
        const payment = await captured()
        const reference = newRefund()
        const answers = await Promise.all(Array.from({ length: 20 }, () => refund(payment, 5_000, reference)))
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
        await isLeft(payment, AMOUNT_MINOR - 5_000)
      })

      it('parts are refunded up to the captured amount and not beyond, also at once', async () => {
        const payment = await captured()
        const answers = await Promise.all(Array.from({ length: 12 }, () => refund(payment, 2_000)))
        expect(answers.filter(({ outcome }) => outcome === 'refunded')).toHaveLength(6)
        await isLeft(payment, AMOUNT_MINOR - 12_000)
      })

      it('a declined refund stays declined under its reference', async ({ skip }) => {
        const payment = await captured()
        const reference = newRefund()
        const first = await refund(payment, AMOUNT_MINOR + 1, reference)
        expect(first).toEqual({ outcome: 'declined', declineCode: expect.stringMatching(/./) })
        expect(await refund(payment, AMOUNT_MINOR + 1, reference)).toEqual(first)
        const card = under.cards.refundDeclined
        if (!card) return skip(ABSENT)
        expect(await refund(await captured(card), 100)).toMatchObject({ outcome: 'declined' })
      })

      it('a payment that is unknown, uncaptured or voided returns no money', async () => {
        const nothing = (payment: string) =>
          refund(payment, 100).then(
            ({ outcome }) => expect(outcome).toBe('declined'),
            (error) => expect(error).toBeInstanceOf(ProcessorUnreachable),
          )
        await nothing(newReference())
        const { reference } = await authorized()
        await nothing(reference)
        await voidIt(reference)
        await nothing(reference)
      })

      it.each(['refundLostBefore', 'refundLostAfter'] as const)(
        'the repetition of a refund with a lost response is one refund (%s)',
        async (kind) => {
          const card = under.cards[kind]
          if (!card) return
          const payment = await captured(card)
          const reference = newRefund()
          await expect(refund(payment, 5_000, reference)).rejects.toThrow(ProcessorUnreachable)
          const answer = await refund(payment, 5_000, reference)
          expect(answer).toMatchObject({ outcome: 'refunded' })
          expect(await refund(payment, 5_000, reference)).toEqual(answer)
          const tooMuch = newRefund()
          await expect(refund(payment, AMOUNT_MINOR - 4_999, tooMuch)).rejects.toThrow(ProcessorUnreachable)
          expect(await refund(payment, AMOUNT_MINOR - 4_999, tooMuch)).toMatchObject({ outcome: 'declined' })
        },
      )
    })

    describe('a lost response', () => {
      it('a void after a lost authorization releases the amount', async ({ skip }) => {
        const card = under.cards.lostAfterAuthorize
        if (!card) return skip(ABSENT)
        const reference = newReference()
        const { token } = await tokenize(card)
        await expect(authorize(reference, token)).rejects.toThrow(ProcessorUnreachable)
        expect(await voidIt(reference)).toMatchObject({ outcome: 'voided' })
      })

      it('a void after a lost capture reports the captured money', async ({ skip }) => {
        const card = under.cards.lostAfterCapture
        if (!card) return skip(ABSENT)
        const reference = newReference()
        const { token } = await tokenize(card)
        await authorize(reference, token)
        await expect(capture(reference)).rejects.toThrow(ProcessorUnreachable)
        expect(await voidIt(reference)).toMatchObject({ outcome: 'captured' })
      })

      it('a call about an unknown token or reference is an error, never an outcome', async () => {
        await expect(authorize(newReference(), 'tok_nobody_has')).rejects.toThrow(ProcessorUnreachable)
        await expect(capture(newReference())).rejects.toThrow(ProcessorUnreachable)
        await expect(confirmed(newReference())).rejects.toThrow(ProcessorUnreachable)
        expect(await lookup(newReference())).toBeNull()
      })
    })
  })
}

async function race(repetitions: number, once: (turn: number) => Promise<void>): Promise<void> {
  for (let turn = 0; turn < repetitions; turn += RACES_AT_ONCE) {
    const size = Math.min(RACES_AT_ONCE, repetitions - turn)
    await Promise.all(Array.from({ length: size }, (_, index) => once(turn + index)))
  }
}
