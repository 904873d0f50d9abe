import type { LookupAnswer } from '@/lib/service/processor/port'
import { answerText, type KeyRecord } from './journal'
import { checkRefunds } from './refund-invariants'
import type { StoreContents, StoredPayment } from './store-under-test'
import type { World } from './world'

type Violate = (text: string) => void

/** Compares the contents of store, bank and clients at rest. Violations go to the journal. */
export async function checkInvariants(world: World): Promise<StoreContents> {
  const { store, bank, journal } = world
  const contents = await store.contents()
  const books = await bank.books(journal.keys.flatMap((key) => key.paymentIds))
  const violate: Violate = (text) => journal.violate(text)
  const payments = new Map(contents.payments.map((payment) => [payment.id, payment]))
  for (const payment of contents.payments) {
    comparePayment(payment, books.get(payment.id), violate)
    checkEvents(payment, contents, violate)
    checkLedger(payment, contents, violate)
    const shown = journal.shown.get(payment.id)
    if (shown && shown !== payment.status)
      violate(`${payment.id} was shown as ${shown}, and is ${payment.status}`)
  }
  for (const reference of books.keys())
    if (!payments.has(reference)) violate(`the bank knows ${reference}, which is no payment`)
  for (const row of contents.ledger)
    if (!row.objectId.startsWith('ref_') && payments.get(row.objectId)?.status !== 'APPROVED')
      violate(`${row.objectId} is booked, but not approved`)
  checkCards(world, contents, violate)
  checkLinks(contents, books, violate)
  await checkRefunds(world, contents)
  for (const key of journal.keys) checkKey(key, contents, books, violate)
  for (const { name, keys } of journal.purchases) {
    const taken = keys.flatMap((key) => key.paymentIds).filter((id) => books.get(id)?.status === 'CAPTURED')
    if (taken.length > 1) violate(`${name} was charged twice: ${taken}`)
  }
  if (world.faultInjector.faultless) checkFaultless(world, contents)
  return contents
}

/** States in the bank's books that fit a final state of ours. */
const BANK_STATES_OF = {
  PENDING: [],
  APPROVED: ['CAPTURED'],
  // A saved card whose bank requires confirmation is voided and reported as a decline.
  FAILED: ['DECLINED', 'TOMBSTONE', 'VOIDED'],
  VOIDED: ['VOIDED'],
  TIMEOUT: ['TOMBSTONE'],
} as const satisfies Record<StoredPayment['status'], readonly LookupAnswer['status'][]>

function comparePayment(payment: StoredPayment, operation: LookupAnswer | undefined, violate: Violate): void {
  const { id, status, amountMinor } = payment
  if (status === 'PENDING') {
    violate(`${id} is still PENDING / ${payment.step}`)
    return
  }
  const atBank = operation?.status
  const fitting: readonly LookupAnswer['status'][] = BANK_STATES_OF[status]
  if (!atBank || !fitting.includes(atBank)) violate(`${id} is ${status}, at the bank ${atBank ?? 'unknown'}`)
  if (status === 'APPROVED' && operation?.amountMinor !== amountMinor)
    violate(`${id} is approved for ${amountMinor}, the bank took ${operation?.amountMinor}`)
}

function checkEvents({ id, status }: StoredPayment, { events }: StoreContents, violate: Violate): void {
  const found = events
    .filter(({ objectId, kind }) => objectId === id && !kind.startsWith('payment.refund'))
    .map((event) => `${event.kind} ${event.status}`)
  const due = { APPROVED: 'payment.succeeded APPROVED', FAILED: 'payment.failed FAILED' }
  const expected = status === 'APPROVED' || status === 'FAILED' ? due[status] : ''
  if (found.join(', ') !== expected)
    violate(`${id} is ${status} and raised: ${found.join(', ') || 'no event'}`)
}

function checkLedger(
  { id, status, amountMinor, feeMinor }: StoredPayment,
  { ledger }: StoreContents,
  violate: Violate,
) {
  if (status !== 'APPROVED') return
  const rows = ledger.filter(({ objectId }) => objectId === id)
  const found = rows.map((row) => `${row.ledger} ${row.amountMinor}`).join(', ')
  const fee = feeMinor ?? 0
  const expected = `available ${amountMinor - fee}, clearing ${-amountMinor}, fees ${fee}`
  if (found !== expected) violate(`${id} is booked as ${found || 'nothing'} instead of ${expected}`)
}

/** Checks that the approval saves a payer's card, once, and nothing else does. */
function checkCards({ customerId }: World, { payments, events, heldCards }: StoreContents, violate: Violate) {
  const agreed = payments.filter(
    (it) => it.linkId !== null && it.customerId !== null && it.status === 'APPROVED',
  )
  const saved = events.filter((event) => event.objectId === customerId).length
  if (saved !== agreed.length)
    violate(`${agreed.length} payers had their card saved, ${saved} events report it`)
  if (heldCards.length > 0) violate(`a card is still held for ${heldCards}`)
}

function checkLinks(contents: StoreContents, books: Map<string, LookupAnswer>, violate: Violate): void {
  for (const { id, status, maxUses, slots, paidCount } of contents.links) {
    const paid = contents.payments.filter((payment) => payment.linkId === id)
    const approved = paid.filter((payment) => payment.status === 'APPROVED').length
    const captured = paid.filter((payment) => books.get(payment.id)?.status === 'CAPTURED').length
    const completions = contents.events.filter(({ objectId }) => objectId === id).length
    if (maxUses !== null && captured > maxUses)
      violate(`${id} was paid ${captured} times, its quota is ${maxUses}`)
    if (paidCount !== approved || slots !== approved)
      violate(`${id} counts ${paidCount} uses and ${slots} slots, but ${approved} payments`)
    const full = maxUses !== null && paidCount === maxUses
    if (status === 'COMPLETED' ? !full : status === 'ACTIVE' && full)
      violate(`${id} is ${status} with ${paidCount} of ${maxUses} uses`)
    if (completions !== (status === 'COMPLETED' ? 1 : 0))
      violate(`${id} is ${status} and raised payment_link.completed ${completions} times`)
  }
}

function checkKey(
  key: KeyRecord,
  contents: StoreContents,
  books: Map<string, LookupAnswer>,
  violate: Violate,
): void {
  const { name, paymentIds, answers } = key
  const captured = paymentIds.filter((id) => books.get(id)?.status === 'CAPTURED')
  if (captured.length > 1) violate(`${name} was charged twice: ${captured}`)
  const run = contents.payments.filter(({ id }) => paymentIds.includes(id))
  if (run.length > 1) violate(`${name} was executed twice: ${run.map(({ id }) => id)}`)

  const hash = key.keyHash.toString('hex')
  const stored = contents.keys.find((it) => it.route === key.route && it.keyHash === hash)
  if (run.length === 1 && !stored) violate(`${name} was executed, but is not kept`)
  if (stored && !stored.answer) violate(`${name} is at rest without an answer`)
  const [given] = answers
  if (given && (stored?.answer?.status !== given.status || stored.answer.body !== given.body))
    violate(
      `${name} answered ${answerText(given)}, but holds ${stored?.answer ? answerText(stored.answer) : 'nothing'}`,
    )
  if (given?.status === 201 && captured.length !== 1)
    violate(`${name} answered 201, but the bank took nothing`)
  if (given?.status === 402 && captured.length > 0)
    violate(`${name} answered 402, but the bank took the money`)
}

/** Checks that no payment of a faultless run ends as if there had been a fault. */
function checkFaultless({ journal }: World, { payments, keys }: StoreContents): void {
  for (const { answer, paymentId } of keys) {
    const payment = payments.find(({ id }) => id === paymentId)
    // A payer who leaves the bank's confirmation page ends as TIMEOUT, or as a decline there, by the reconciler.
    const walkedAway =
      payment?.linkId != null && (payment.status === 'TIMEOUT' || payment.status === 'FAILED')
    const cameLate = payment?.linkId != null && payment.status === 'VOIDED' && answer?.status === 409
    if (answer?.status === 409 && !walkedAway && !cameLate)
      journal.violate(`nothing went wrong, but ${paymentId} was left unresolved`)
  }
}
