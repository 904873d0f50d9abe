import type { ChargeIntent, ClaimResult, Hold } from '@/lib/service/charges/charge-store'
import type { Answer } from '@/lib/service/idempotency/used-key'
import { MemoryStore } from './memory-store'
import { type MemoryKey, MemoryTables } from './memory-tables'
import type { SeededBug } from './seeded-bug'

const DAY_MS = 86_400_000

/** Shortcuts with idempotency keys. */
export const bugsInKeys: readonly SeededBug[] = [
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
    mistake: 'the reconciler writes its 409 over the one that the client received',
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
    mistake: 'the 409 charge_unresolved is returned but not stored under the key',
    store: class extends MemoryStore {
      override async leaveUnresolved(hold: Hold, answer: Answer): Promise<Answer | null> {
        const payment = this.paymentOf(hold)
        if (payment?.status !== 'PENDING' || payment.owner !== hold.owner) return null
        Object.assign(payment, { owner: null, leaseUntil: this.clock })
        return answer
      }
    },
  },
]
