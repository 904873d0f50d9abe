import type { Answer } from '@/lib/service/idempotency/used-key'
import { MemoryRefunds } from './memory-refunds'
import type { SeededBug } from './seeded-bug'

/** Shortcuts in the refunds of a payment. */
export const bugsInRefunds: readonly SeededBug[] = [
  {
    name: 'no fence in T3 of a refund',
    mistake: 'a process that slept while its refund was repeated books it again',
    refunds: class extends MemoryRefunds {
      protected override mayFinish(): boolean {
        return true
      }
    },
  },
  {
    name: 'no condition on the reservation',
    mistake: 'refunds of a payment at once are together more than its amount',
    refunds: class extends MemoryRefunds {
      protected override mayReserve(): boolean {
        return true
      }
    },
  },
  {
    name: 'a second reference on repetition',
    mistake: 'an unanswered refund is repeated under another reference, so the bank makes it twice',
    bank: (bank, by) =>
      by === 'repetition'
        ? {
            refund: (request, signal) =>
              bank.refund({ ...request, reference: `${request.reference}_again` }, signal),
          }
        : {},
  },
  {
    name: 'a lost response taken as a decline',
    mistake: 'a refund whose response is lost is recorded as FAILED, although the bank may have made it',
    bank: (bank) => ({
      refund: (request, signal) =>
        bank.refund(request, signal).catch(() => ({ outcome: 'declined', declineCode: 'no_answer' })),
    }),
  },
  {
    name: 'a declined refund keeps its reservation',
    mistake: 'the amount of a declined refund can never be refunded again',
    refunds: class extends MemoryRefunds {
      protected override giveBack(): void {}
    },
  },
  {
    name: 'a stored response of a refund is replaced',
    mistake: 'the repetition of an unresolved refund stores its own response under the key',
    refunds: class extends MemoryRefunds {
      protected override closeKey(refundId: string, answer: Answer): Answer {
        const key = this.keyOf(refundId)
        if (key) key.answer = answer
        return answer
      }
    },
  },
]
