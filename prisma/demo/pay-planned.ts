import { CONFIRMATION_MS } from '@/lib/contract/confirmation'
import { randomText } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { type PayLinkDeps, type PayLinkResult, payLink } from '@/lib/service/charges/pay-link'
import { postgresChargeStore } from '@/lib/service/charges/postgres-charge-store'
import { postgresOrphanStore } from '@/lib/service/charges/postgres-orphan-store'
import { reconcileOnce } from '@/lib/service/charges/reconcile'
import { resumePayment } from '@/lib/service/charges/resume-payment'
import { countOpen } from '@/lib/service/links/count-open'
import { type Processor, ProcessorUnreachable } from '@/lib/service/processor/port'
import { TestBank } from '@/lib/service/processor/test-bank'
import { type Decision, decideChallenge } from '@/lib/service/processor/test-bank-challenge'
import type { PlannedPayment } from './history-plan'
import type { PaymentOutcome } from './payment-outcomes'
import type { SeedContext } from './seed-context'

const LEASE_MS = 30_000
/** Time of a payer for the code that the bank sends. */
const AT_THE_BANK_MS = 48_000
/** Shortest time of a payer for the card's data after opening the link; up to a minute more. */
const AT_THE_FORM_MS = 35_000
const SLOWEST_MS = 60_000
/** Time after a payment was given up at which the reconciler runs. */
const RECONCILED_AFTER_MS = 4_000

/** Returns whether a payment stays open until another process ends it, or the payer comes back. */
export function needsFollowUp(outcome: PaymentOutcome): boolean {
  return FOLLOW_UPS[outcome] !== undefined
}

interface Started {
  seedContext: SeedContext
  account: AccountRow
  deps: PayLinkDeps
  linkId: string
  attempt: string
  result: PayLinkResult
}

type FollowUp = (started: Started) => Promise<void>

const FOLLOW_UPS: Readonly<Partial<Record<PaymentOutcome, FollowUp>>> = {
  confirms: (started) => returnFromBank(started, 'approve'),
  refuses: (started) => returnFromBank(started, 'refuse'),
  'walks away': (started) => reconcile(started, CONFIRMATION_MS + RECONCILED_AFTER_MS),
  annulled: (started) => reconcile(started, RECONCILED_AFTER_MS),
  'lost on the way': (started) => reconcile(started, RECONCILED_AFTER_MS),
  'found again': (started) => reconcile(started, RECONCILED_AFTER_MS),
}

/**
 * Opens the link and attempts a payment at the context's now, and makes the event that ends it: the bank, the payer's
 * return, or the reconciler. `madeAt`: the link is not opened before.
 */
export async function pay(
  seedContext: SeedContext,
  account: AccountRow,
  { id: linkId, madeAt }: { id: string; madeAt: Date },
  { outcome, payer, card }: Pick<PlannedPayment, 'outcome' | 'payer' | 'card'>,
): Promise<void> {
  const { database, urls, now, log } = seedContext
  const bank = new TestBank(database, { webUrl: urls.web, now })
  const processor = outcome === 'lost on the way' ? neverReached(bank) : bank
  const deps: PayLinkDeps = { database, urls, now, log, leaseMs: LEASE_MS, processor }
  await countOpen(database, { linkId, browser: `${payer.name} ${payer.email}`, now: openedAt(now(), madeAt) })
  const attempt = randomText(16)
  const input = { linkId, attempt, payerName: payer.name, payerEmail: payer.email, card }
  const result = await payLink(deps, input)
  // On an extremely busy machine even the test bank times out: such a payer gives up before the payment began.
  if (result.kind === 'processor_down') return
  if (result.kind !== 'attempted') throw new Error(`a payer of the history was sent away: ${result.kind}`)
  await FOLLOW_UPS[outcome]?.({ seedContext, account, deps, linkId, attempt, result })
}

/** Returns a time before the payment that varies, but is the same in every history of its seed. */
function openedAt(paid: Date, madeAt: Date): Date {
  const opened = paid.getTime() - AT_THE_FORM_MS - (paid.getTime() % SLOWEST_MS)
  return new Date(Math.max(opened, madeAt.getTime()))
}

/** Sends the payer's decision to the bank and returns to the link. */
async function returnFromBank({ deps, linkId, attempt, result }: Started, decision: Decision): Promise<void> {
  const confirm = result.kind === 'attempted' ? result.attempt.confirm : null
  // If a running reconciler was faster, nothing is left to do.
  if (!confirm) return
  const back = new Date(deps.now().getTime() + AT_THE_BANK_MS)
  const challenge = confirm.url.slice(confirm.url.lastIndexOf('/') + 1)
  await decideChallenge(deps.database, challenge, decision, back)
  await resumePayment({ ...deps, now: () => back }, { linkId, attempt })
}

function reconcile({ seedContext, account, deps }: Started, afterMs: number): Promise<void> {
  return reconcileAt(seedContext, account, new Date(deps.now().getTime() + afterMs))
}

/** Runs one round of the reconciler at an instant. */
export async function reconcileAt(seedContext: SeedContext, account: AccountRow, now: Date): Promise<void> {
  const { database, urls } = seedContext
  await reconcileOnce({
    orphans: postgresOrphanStore({ db: database.as('checkout_system'), leaseMs: LEASE_MS }),
    storeFor: (accountId) =>
      postgresChargeStore({ db: database.as('checkout_service', accountId), urls, leaseMs: LEASE_MS }),
    processor: new TestBank(database, { webUrl: urls.web, now: () => now }),
    owner: `history of ${account.id}`,
    now: () => now,
  })
}

/** Returns a bank that no authorization reaches: its void leaves a TIMEOUT. */
function neverReached(bank: TestBank): Processor {
  return {
    tokenize: (card) => bank.tokenize(card),
    authorize: async () => {
      throw new ProcessorUnreachable('the line was down')
    },
    confirmed: (reference) => bank.confirmed(reference),
    capture: (reference) => bank.capture(reference),
    void: (reference) => bank.void(reference),
    lookup: (reference) => bank.lookup(reference),
  }
}
