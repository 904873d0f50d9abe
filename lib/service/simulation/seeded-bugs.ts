import { feeMinor } from '@/lib/contract/money'
import type {
  Answer,
  AnswerFor,
  ChargeIntent,
  ChargeOutcome,
  ClaimResult,
  Hold,
} from '@/lib/service/payments/charge-store'
import type { Processor } from '@/lib/service/processor/port'
import { DECLINE_CODE } from './bank-under-test'
import { FEES, MemoryStore } from './memory-store'
import { type MemoryKey, type MemoryLink, type MemoryPayment, MemoryTables } from './memory-tables'
import type { SeededBug } from './seeded-bug'
import type { StoredLedgerRow } from './store-under-test'

const DAY_MS = 86_400_000

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

  protected override record(...event: [kind: string, objectId: string, status: string]): void {
    this.#held.push(event)
  }
}

function believesItsCapture(bank: Processor, by: 'charge' | 'reconciler'): Partial<Processor> {
  if (by === 'reconciler') return {}
  return {
    async capture(reference, signal) {
      await bank.capture(reference, signal)
      return { outcome: 'captured' }
    },
  }
}

/**
 * Mistakes that alone change nothing that anybody could see, for another wall stands behind each: the bank decides
 * between a capture and a void, and both ways every process learns the same outcome.
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
    mistake: 'whoever captures believes that it won; T3 asks for the owner and refuses it',
    bank: believesItsCapture,
  },
]

/** Shortcuts that look right and are wrong: each is one that a hurried change could bring in. */
export const seededBugs: readonly SeededBug[] = [
  {
    name: 're-execute on a running key',
    mistake: 'a retry that finds its key RUNNING takes it for dead and charges again',
    store: class extends MemoryStore {
      override async claim(intent: ChargeIntent, owner: string, now: Date): Promise<ClaimResult> {
        const known = this.findKey(intent)
        if (known && !known.answer) this.keys.delete(MemoryTables.keyId(known.route, known.keyHash))
        return super.claim(intent, owner, now)
      }
    },
  },
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
    mistake: 'whoever comes last writes the outcome, events and ledger again',
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
    mistake: 'whoever captures believes that it won, and any process may finish a PENDING payment',
    store: TakesAnyOwner,
    bank: believesItsCapture,
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
    name: 'naive quota',
    mistake: 'the uses are read, compared in code and written back',
    steps: (plain, step, store) => ({
      async beginCapture(hold, now) {
        const link = hold.linkId === null ? undefined : store.links.get(hold.linkId)
        if (!link) return step('beginCapture', () => plain.beginCapture(hold, now))
        const seen = await step('read slots', async () => link.slots)
        return step('beginCapture', async () => {
          const slots = link.slots
          link.slots = seen
          const next = await plain.beginCapture(hold, now)
          if (next !== 'capture') link.slots = slots
          return next
        })
      },
    }),
  },
  {
    name: 'no quota',
    mistake: 'a use is taken without asking whether the link is open and has one left',
    store: class extends MemoryStore {
      protected override takeSlot(link: MemoryLink): boolean {
        link.slots += 1
        return true
      }
      override checkLink(): void {}
    },
  },
  {
    name: 'a cancelled link still takes money',
    mistake: 'T2 looks at the quota alone',
    store: class extends MemoryStore {
      protected override takeSlot(link: MemoryLink): boolean {
        if (link.maxUses !== null && link.slots >= link.maxUses) return false
        link.slots += 1
        return true
      }
    },
  },
  {
    name: 'slot not released',
    mistake: 'a payment that ends without money keeps its use of the link',
    store: class extends MemoryStore {
      protected override releaseSlot(): void {}
    },
  },
  {
    name: 'time-out taken as a decline',
    mistake: 'a lost answer of the bank is recorded as FAILED and told as 402',
    steps: (plain, step) => ({
      leaveUnresolved(hold, _answer, now) {
        const declined: Answer = { status: 402, body: '' }
        const outcome: ChargeOutcome = { status: 'FAILED', declineCode: DECLINE_CODE, processorReference: '' }
        return step('leaveUnresolved', () => plain.finish(hold, outcome, () => declined, now))
      },
    }),
  },
  {
    name: 'reconcile by capture',
    mistake:
      'the reconciler completes what was left authorised, long after the client was told to use a new key',
    bank: (bank, by) =>
      by === 'charge'
        ? {}
        : {
            async void(reference, signal) {
              const known = await bank.lookup(reference, signal)
              if (known?.status === 'AUTHORIZED') await bank.capture(reference, signal)
              return bank.void(reference, signal)
            },
          },
  },
  {
    name: 'reconcile by lookup',
    mistake: 'what the bank does not know yet is taken for never charged, without a tombstone',
    bank: (bank, by) =>
      by === 'charge'
        ? {}
        : {
            async void(reference, signal) {
              const known = await bank.lookup(reference, signal)
              return known ? bank.void(reference, signal) : { outcome: 'tombstone' }
            },
          },
  },
  {
    name: 'no body check on the key',
    mistake: 'the same key with another body gets the first answer',
    store: class extends MemoryStore {
      protected override meaningOf(key: MemoryKey, intent: ChargeIntent): ClaimResult {
        return super.meaningOf(key, { ...intent, fingerprint: key.fingerprint })
      }
    },
  },
  {
    name: 'key expiry',
    mistake: 'a key is forgotten a day after its answer',
    store: class extends MemoryStore {
      override async claim(intent: ChargeIntent, owner: string, now: Date): Promise<ClaimResult> {
        const known = this.findKey(intent)
        if (known?.doneAt != null && known.doneAt < now.getTime() - DAY_MS)
          this.keys.delete(MemoryTables.keyId(known.route, known.keyHash))
        return super.claim(intent, owner, now)
      }
    },
  },
  {
    name: 'key answer overwritten',
    mistake: 'the reconciler writes its 409 over the one that the client was told',
    store: class extends MemoryStore {
      protected override closeKey({ paymentId }: Hold, answer: Answer, now: Date): Answer {
        const key = this.keyOfPayment(paymentId)
        if (key) Object.assign(key, { answer, doneAt: now.getTime() })
        return answer
      }
    },
  },
  {
    name: 'unresolved, but not stored',
    mistake: 'the 409 charge_unresolved is told and not kept under the key',
    store: class extends MemoryStore {
      override async leaveUnresolved(hold: Hold, answer: Answer): Promise<Answer | null> {
        const payment = this.paymentOf(hold)
        if (payment?.status !== 'PENDING' || payment.owner !== hold.owner) return null
        Object.assign(payment, { owner: null, leaseUntil: this.clock })
        return answer
      }
    },
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
  {
    name: 'nobody closes a payment whose payer walked away',
    mistake: 'the reconciler looks for leases alone',
    store: class extends MemoryStore {
      protected override isDue(payment: MemoryPayment, now: Date): boolean {
        return payment.step !== 'CONFIRMING' && super.isDue(payment, now)
      }
    },
  },
  {
    name: 'the reconciler takes what is held',
    mistake: 'a lease that still runs is not respected',
    store: class extends MemoryStore {
      protected override isDue(payment: MemoryPayment, now: Date): boolean {
        return payment.step === 'CONFIRMING' ? super.isDue(payment, now) : true
      }
    },
  },
]
