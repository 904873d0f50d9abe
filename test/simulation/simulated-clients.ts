import { CONFIRMATION_MS } from '@/lib/contract/limits'
import { type CardKind, cardKinds } from './bank-under-test'
import { type ClientResult, newKey, sendCharge, sendReturn } from './charge-requests'
import type { KeyRecord, Purchase } from './journal'
import type { PaymentStatus } from './store-under-test'
import type { World } from './world'

/** Attempts with one key before a client gives up. */
const TRIES = 4
/** Keys that a merchant uses for one purchase. */
const KEYS = 3
/** Looks at GET /payments before a merchant gives up. */
const POLLS_MAX = 30
const POLL_MS = { first: 2_000, longest: 300_000 }

/** Share of payers who consent to save their card. */
const CONSENTS = 0.3

/** Charges like a merchant that follows the contract: the same key until a response, then a look, then a new key. */
export async function chargeSavedCard(world: World): Promise<void> {
  const { dice, timeline, journal, customerId } = world
  await timeline.sleep(dice.int(0, world.spreadMs))
  const amountMinor = dice.int(1, 90_000)
  const purchase: Purchase = { name: `purchase ${world.nextNumber()}`, keys: [] }
  journal.purchases.push(purchase)
  const card = pickCard(world)
  for (let count = 0; count < KEYS; count++) {
    const key = newKey(world, { amountMinor, linkId: null, customerId })
    purchase.keys.push(key)
    const result = await sendUntilAnswered(world, key, card)
    if (result.kind === 'answer' && result.status === 201) return
    // Without a response the outcome is unknown, so the client must not try another key.
    if (result.kind !== 'answer' && result.kind !== 'running') return
    const declined = result.kind === 'answer' && result.status === 402
    if (declined && dice.chance(0.5)) return
    if (!declined) {
      const status = await pollUntilFinal(world, result.paymentId)
      if (status === 'APPROVED' || status === 'PENDING' || status === null) return
    }
  }
}

async function sendUntilAnswered(world: World, key: KeyRecord, card: CardKind): Promise<ClientResult> {
  const { dice, timeline } = world
  for (let count = 0; count < TRIES; count++) {
    // An impatient system sends twice at the same time.
    const twin = dice.chance(0.2) ? sendCharge(world, { key, card }) : null
    const result = await sendCharge(world, { key, card })
    await twin
    if (result.kind === 'reused')
      world.journal.violate(`${key.name} was refused although its body is the same`)
    if (result.kind !== 'none') {
      if (dice.chance(0.3)) await sendOtherBody(world, key, card)
      return result
    }
    await timeline.sleep(dice.int(500, 40_000))
  }
  return { kind: 'none' }
}

/** Sends the same key with another body, which must be refused, because its meaning is unclear. */
async function sendOtherBody(world: World, key: KeyRecord, card: CardKind): Promise<void> {
  const result = await sendCharge(world, { key, card, amountMinor: key.amountMinor + 1 })
  if (result.kind !== 'reused' && result.kind !== 'none')
    world.journal.violate(`${key.name} with another body was answered ${result.kind}`)
}

/** Reads GET /payments/{id} until the payment is final. */
async function pollUntilFinal(world: World, paymentId: string): Promise<PaymentStatus | null> {
  let waitMs = POLL_MS.first
  let status: PaymentStatus | null = null
  for (let count = 0; count < POLLS_MAX; count++) {
    status = await poll(world, paymentId)
    if (status !== 'PENDING') return status
    await world.timeline.sleep(waitMs)
    waitMs = Math.min(waitMs * 1.5, POLL_MS.longest)
  }
  return status
}

function poll({ timeline, store, journal }: World, paymentId: string): Promise<PaymentStatus | null> {
  return new Promise((resolve) =>
    timeline.workAt(timeline.nowMs + 5, async () => {
      const status = await store.paymentStatus(paymentId)
      journal.see(paymentId, status)
      return () => resolve(status)
    }),
  )
}

/** Pays like a payer on a link's page, who may double click, reload, confirm at the bank or leave. */
export async function payLink(world: World, linkId: string, amountMinor: number): Promise<void> {
  const { dice, timeline } = world
  await timeline.sleep(dice.int(0, world.spreadMs))
  const customerId = dice.chance(CONSENTS) ? world.customerId : null
  const key = newKey(world, { amountMinor, linkId, customerId })
  const card = pickCard(world)
  for (let count = 0; count < TRIES; count++) {
    const again = dice.chance(0.2) ? sendCharge(world, { key, card }) : null
    const result = await sendCharge(world, { key, card })
    await again
    const { kind } = result
    if (kind === 'reused')
      return world.journal.violate(`${key.name} was refused although its body is the same`)
    if (kind === 'answer') return
    if (kind === 'confirming' || (kind === 'running' && card === 'confirm'))
      await confirm(world, key, result.paymentId)
    if (kind !== 'none' && dice.chance(0.5)) return
    await timeline.sleep(dice.int(500, 40_000))
  }
}

async function confirm(world: World, key: KeyRecord, paymentId: string): Promise<void> {
  const { dice, timeline, bank } = world
  await timeline.sleep(timeAtBank(world))
  if (dice.chance(0.2)) return
  const approves = dice.chance(0.7)
  await new Promise<void>((resolve) =>
    timeline.workAt(timeline.nowMs + 1, async () => {
      await bank.payerDecides(paymentId, approves)
      return resolve
    }),
  )
  // The redirect back may be lost, too; then only the reconciler closes the payment.
  if (dice.chance(0.1)) return
  await timeline.sleep(dice.int(1, 3_000))
  const again = dice.chance(0.2) ? sendReturn(world, key, paymentId) : null
  await sendReturn(world, key, paymentId)
  await again
}

/** Returns the payer's time at the bank: most are quick; some come back just when their time is over. */
function timeAtBank({ dice }: World): number {
  return dice.chance(0.8) ? dice.int(1_000, 90_000) : CONFIRMATION_MS + dice.int(-15_000, 15_000)
}

function pickCard({ dice }: World): CardKind {
  return dice.chance(0.65) ? 'approve' : dice.pick(cardKinds)
}
