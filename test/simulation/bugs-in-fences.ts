import { feeMinor } from '@/lib/domain/fee'
import type { AnswerFor, ChargeOutcome, Hold } from '@/lib/service/charges/charge-store'
import type { Processor } from '@/lib/service/processor/port'
import { FEES, MemoryStore } from './memory-store'
import type { MemoryPayment } from './memory-tables'
import type { Caller, SeededBug } from './seeded-bug'
import type { StoredLedgerRow } from './store-under-test'

class TakesAnyOwner extends MemoryStore {
  protected override mayFinish({ status }: MemoryPayment): boolean {
    return status === 'PENDING'
  }
}

class LateEvents extends MemoryStore {
  readonly #held: [kind: string, objectId: string, status: string][] = []

  flush(): void {
    for (const event of this.#held.splice(0)) super.record(...event)
  }

  override record(...event: [kind: string, objectId: string, status: string]): void {
    this.#held.push(event)
  }
}

function trustsItsCapture(bank: Processor, by: Caller): Partial<Processor> {
  if (by === 'reconciler') return {}
  return {
    async capture(reference, signal) {
      await bank.capture(reference, signal)
      return { outcome: 'captured' }
    },
  }
}

/** Shortcuts in the ownership of a payment, and in the contents of one transaction. */
export const bugsInFences: readonly SeededBug[] = [
  {
    name: 'no fence in T2',
    mistake: 'a process that slept past its lease takes a use of the link for a payment that is closed',
    store: class extends MemoryStore {
      override async beginCapture(hold: Hold, now: Date): Promise<'capture' | 'void' | 'lost'> {
        const payment = this.paymentOf(hold)
        if (payment?.status === 'PENDING') return super.beginCapture(hold, now)
        const taken = hold.linkId !== null && this.takeSlot(this.linkOf(hold.linkId), now)
        return taken || hold.linkId === null ? 'capture' : 'void'
      }
    },
  },
  {
    name: 'no fence in T3',
    mistake: 'the last process writes the outcome, events and ledger again',
    store: class extends MemoryStore {
      protected override mayFinish(): boolean {
        return true
      }
      override addLedgerRow(row: StoredLedgerRow): void {
        this.ledger.push(row)
      }
    },
  },
  {
    name: 'T3 without the owner, lost captures taken as won',
    mistake: 'every capture counts as won, and any process may finish a PENDING payment',
    store: TakesAnyOwner,
    bank: trustsItsCapture,
  },
  {
    name: 'event after the commit',
    mistake: 'the event is written once the transition is committed: a crash in between loses it',
    store: LateEvents,
    steps: (plain, step, store) => ({
      async finish(...passed) {
        const answer = await step('finish', () => plain.finish(...passed))
        if (answer && store instanceof LateEvents) await step('record event', async () => store.flush())
        return answer
      },
    }),
  },
  {
    name: 'ledger twice',
    mistake: 'the ledger is booked before the fence has spoken, and no index refuses a second booking',
    store: class extends MemoryStore {
      override async finish(hold: Hold, outcome: ChargeOutcome, answerFor: AnswerFor, now: Date) {
        if (outcome.status === 'APPROVED')
          super.book(hold.paymentId, hold.amountMinor, feeMinor(hold.amountMinor, FEES))
        return super.finish(hold, outcome, answerFor, now)
      }
      protected override book(): void {}
      override addLedgerRow(row: StoredLedgerRow): void {
        this.ledger.push(row)
      }
    },
  },
  {
    name: 'approved before the capture',
    mistake: 'T2 records the success that the capture has yet to bring',
    steps: (plain, step) => ({
      async beginCapture(hold, now) {
        const next = await step('beginCapture', () => plain.beginCapture(hold, now))
        if (next !== 'capture') return next
        const outcome: ChargeOutcome = {
          status: 'APPROVED',
          authorizationCode: 'CODE',
          processorReference: '',
        }
        await step('finish', () => plain.finish(hold, outcome, () => ({ status: 201, body: '' }), now))
        return next
      },
    }),
  },
  {
    name: 'parked without the owner',
    mistake: 'a process that slept parks a payment for its payer although the reconciler has closed it',
    store: class extends MemoryStore {
      protected override mayPark(): boolean {
        return true
      }
    },
  },
]

/**
 * Mistakes without a visible effect on their own, because a second guard catches each: the bank decides between a capture
 * and a void, and in both cases every process learns the same outcome.
 */
export const harmlessAlone: readonly SeededBug[] = [
  {
    name: 'T2 does not look at the lease',
    mistake: 'a capture may start when the reconciler is about to void',
    store: class extends MemoryStore {
      protected override mayCapture({ status, step, owner }: MemoryPayment, hold: Hold): boolean {
        return status === 'PENDING' && step === 'AUTHORIZING' && owner === hold.owner
      }
    },
  },
  { name: 'T3 without the owner', mistake: 'any process may finish a PENDING payment', store: TakesAnyOwner },
  {
    name: 'lost captures taken as won',
    mistake: 'every capture counts as won; T3 checks the owner and refuses it',
    bank: trustsItsCapture,
  },
]
