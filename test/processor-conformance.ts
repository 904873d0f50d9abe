import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomText } from '@/lib/platform/secrets'
import {
  type CardDetails,
  type Processor,
  ProcessorUnreachable,
  withProcessorTimeout,
} from '@/lib/service/processor/port'

/** What the suite needs of an adapter's test account. */
export interface ProcessorUnderTest {
  processor: Processor
  cards: {
    approved: CardDetails
    declined: CardDetails
    /** Asks for its payer's confirmation; null where the processor has no such step. */
    confirmation: CardDetails | null
    /** Their answers get lost after the money moved; null where the test account cannot do that. */
    lostAfterAuthorize: CardDetails | null
    lostAfterCapture: CardDetails | null
  }
  /** Does what the payer does at the bank's own page. */
  decide(confirmUrl: string, decision: 'approve' | 'refuse'): Promise<void>
  close(): Promise<void>
}

export interface ConformanceOptions {
  /** Of each race. */
  repetitions?: number
  currency?: string
}

const AMOUNT_MINOR = 12_050
const RETURN_URL = 'http://localhost:3000/pay/pl_conformance/return?attempt=conformance'
/** Races run side by side, so that they really overlap. */
const RACES_AT_ONCE = 10
const SUITE_TIMEOUT_MS = 60_000

/**
 * Everything that the charge protocol relies on (docs/processors.md), for any adapter of the port. `open` gives one
 * adapter on an empty test account; it is opened once and closed after the suite.
 */
export function describeProcessor(
  name: string,
  open: () => Promise<ProcessorUnderTest>,
  { repetitions = 200, currency = 'USD' }: ConformanceOptions = {},
): void {
  describe(`${name} keeps the promises of a processor`, { timeout: SUITE_TIMEOUT_MS }, () => {
    let under: ProcessorUnderTest
    beforeAll(async () => {
      under = await open()
    })
    afterAll(() => under.close())

    // As the protocol calls it: what the adapter throws becomes ProcessorUnreachable.
    const call = <T>(work: (processor: Processor, signal: AbortSignal) => Promise<T>) =>
      withProcessorTimeout((signal) => work(under.processor, signal))
    const newReference = () => `pay_conformance${randomText(16)}`
    const tokenize = (card: CardDetails) => call((processor, signal) => processor.tokenize(card, signal))
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
      it('never hold the number, and tell what may be shown of the card', async () => {
        const { number, expiryMonth, expiryYear } = under.cards.approved
        const card = await tokenize(under.cards.approved)
        expect(card).toMatchObject({ last4: number.slice(-4), expiryMonth, expiryYear })
        expect(JSON.stringify(card)).not.toContain(number)
      })

      it('serve more than one payment', async () => {
        const { token } = await tokenize(under.cards.approved)
        for (const reference of [newReference(), newReference()]) {
          expect(await authorize(reference, token, null)).toMatchObject({ outcome: 'authorized' })
        }
      })
    })

    describe('an authorisation', () => {
      it('echoes what was reserved, and moves nothing by itself', async () => {
        const { reference, answer } = await authorized()
        expect(answer).toMatchObject({ outcome: 'authorized', amountMinor: AMOUNT_MINOR, currency })
        expect(await lookup(reference)).toEqual({ status: 'AUTHORIZED', amountMinor: AMOUNT_MINOR, currency })
      })

      it('that is declined says why, and a void confirms the decline', async () => {
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

      it('repeated under its reference changes nothing and tells the same, before and after the capture', async () => {
        const { reference, token, answer } = await authorized()
        expect(await authorize(reference, token)).toEqual(answer)
        const other = await tokenize(under.cards.declined)
        expect(await authorize(reference, other.token)).toEqual(answer)
        await capture(reference)
        expect(await authorize(reference, token)).toEqual(answer)
        expect(await lookup(reference)).toMatchObject({ status: 'CAPTURED', amountMinor: AMOUNT_MINOR })
      })

      it('sent twenty times at once reserves once', async () => {
        const reference = newReference()
        const { token } = await tokenize(under.cards.approved)
        const answers = await Promise.all(Array.from({ length: 20 }, () => authorize(reference, token)))
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      })
    })

    describe('a capture', () => {
      it('takes the money once, however often it is sent', async () => {
        const { reference } = await authorized()
        const answers = await Promise.all(Array.from({ length: 5 }, () => capture(reference)))
        expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['captured']))
        expect(await lookup(reference)).toEqual({ status: 'CAPTURED', amountMinor: AMOUNT_MINOR, currency })
      })

      it('after a void takes nothing', async () => {
        const { reference } = await authorized()
        await voidIt(reference)
        expect(await capture(reference)).toEqual({ outcome: 'voided' })
        expect(await lookup(reference)).toMatchObject({ status: 'VOIDED' })
      })
    })

    describe('a void', () => {
      it('gives the reserved amount back, once and for ever', async () => {
        const { reference, token } = await authorized()
        const answer = await voidIt(reference)
        expect(answer).toMatchObject({ outcome: 'voided' })
        expect(await voidIt(reference)).toEqual(answer)
        expect(await authorize(reference, token)).toEqual({ outcome: 'refused' })
      })

      it('after a capture leaves the money and says so, with the codes of the approval', async () => {
        const { reference, answer } = await authorized()
        await capture(reference)
        const found = await voidIt(reference)
        expect(found).toMatchObject({ outcome: 'captured' })
        if (answer.outcome !== 'authorized') throw new Error('not authorised')
        const { authorizationCode, processorReference } = answer
        expect(found).toEqual({ outcome: 'captured', authorizationCode, processorReference })
      })

      it('of an unknown reference leaves a tombstone: a later authorisation is refused', async () => {
        const reference = newReference()
        expect(await voidIt(reference)).toEqual({ outcome: 'tombstone' })
        const { token } = await tokenize(under.cards.approved)
        expect(await authorize(reference, token)).toEqual({ outcome: 'refused' })
        expect(await voidIt(reference)).toEqual({ outcome: 'tombstone' })
        expect(await lookup(reference)).toMatchObject({ status: 'TOMBSTONE' })
      })
    })

    describe('races', () => {
      it(`a capture and a void: exactly one wins and both tell which, ${repetitions} times`, async () => {
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

      it(`an authorisation and a void: never left reserved, ${repetitions} times`, async () => {
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

      it('is asked for once: nothing is reserved until the payer decides', async () => {
        const asked = await waiting()
        if (!asked) return
        const { reference, token, answer } = asked
        expect(answer.confirmUrl).toMatch(/^https?:/)
        expect(await confirmed(reference)).toEqual(answer)
        expect(await authorize(reference, token)).toEqual(answer)
        expect(await lookup(reference)).toMatchObject({ status: 'CONFIRMING' })
      })

      it('approved: reserved, captured, and no second word counts', async () => {
        const asked = await waiting()
        if (!asked) return
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

      it('refused: a decline, which a void confirms', async () => {
        const asked = await waiting()
        if (!asked) return
        const { reference, answer } = asked
        await under.decide(answer.confirmUrl, 'refuse')
        await under.decide(answer.confirmUrl, 'approve')
        const said = await confirmed(reference)
        expect(said).toMatchObject({ outcome: 'declined', declineCode: 'authentication_failed' })
        expect(await voidIt(reference)).toEqual(said)
      })

      it('voided while the payer thinks: whatever the payer says then, nothing moves', async () => {
        const asked = await waiting()
        if (!asked) return
        const { reference, answer } = asked
        expect(['tombstone', 'voided']).toContain((await voidIt(reference)).outcome)
        await under.decide(answer.confirmUrl, 'approve')
        expect(await confirmed(reference)).toEqual({ outcome: 'refused' })
        expect(['TOMBSTONE', 'VOIDED']).toContain((await lookup(reference))?.status)
      })

      it(`approved while it is voided: never left reserved, ${repetitions} times`, async () => {
        await race(repetitions, async () => {
          const asked = await waiting()
          if (!asked) return
          const { reference, answer } = asked
          await Promise.all([under.decide(answer.confirmUrl, 'approve'), voidIt(reference)])
          expect(['TOMBSTONE', 'VOIDED']).toContain((await lookup(reference))?.status)
        })
      })
    })

    describe('a lost answer', () => {
      it('after the authorisation: the void finds it and gives it back', async () => {
        const card = under.cards.lostAfterAuthorize
        if (!card) return
        const reference = newReference()
        const { token } = await tokenize(card)
        await expect(authorize(reference, token)).rejects.toThrow(ProcessorUnreachable)
        expect(await voidIt(reference)).toMatchObject({ outcome: 'voided' })
      })

      it('after the capture: the void finds the money taken', async () => {
        const card = under.cards.lostAfterCapture
        if (!card) return
        const reference = newReference()
        const { token } = await tokenize(card)
        await authorize(reference, token)
        await expect(capture(reference)).rejects.toThrow(ProcessorUnreachable)
        expect(await voidIt(reference)).toMatchObject({ outcome: 'captured' })
      })

      it('of something unknown is an error, never an answer', async () => {
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
