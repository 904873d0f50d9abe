import type { ChargeOutcome } from '@/lib/service/charges/charge-store'
import type { Answer } from '@/lib/service/idempotency/used-key'
import { DECLINE_CODE } from './bank-under-test'
import { MemoryStore } from './memory-store'
import type { MemoryPayment } from './memory-tables'
import type { SeededBug } from './seeded-bug'

/** Shortcuts with unknown outcomes. */
export const bugsInReconciling: readonly SeededBug[] = [
  {
    name: 'time-out taken as a decline',
    mistake: 'a lost answer of the bank is recorded as FAILED and reported as 402',
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
      'the reconciler completes what was left authorised, long after the client was instructed to use a new key',
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
