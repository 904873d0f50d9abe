import type { RefundedAtBank } from './bank-under-test'
import type { RefundKeyRecord } from './journal'
import type { StoreContents, StoredRefund } from './store-under-test'
import type { World } from './world'

/** Compares the refunds of store, bank and clients at rest. Violations go to the journal. */
export async function checkRefunds(world: World, contents: StoreContents): Promise<void> {
  const { bank, journal } = world
  const books = await bank.refunds(contents.payments.map(({ id }) => id))
  const ours = new Set(contents.refunds.map(({ id }) => id))
  for (const refund of contents.refunds) compare(world, refund, contents, books.get(refund.id))
  for (const [reference, { amountMinor }] of books)
    if (!ours.has(reference))
      journal.violate(`the bank refunded ${amountMinor} as ${reference}, which is no refund`)
  for (const { id, amountMinor, refundedMinor, status } of contents.payments) {
    const of = (state: string) => contents.refunds.filter((it) => it.paymentId === id && it.status === state)
    const succeeded = of('SUCCEEDED')
    const refunded = succeeded.reduce((sum, refund) => sum + refund.amountMinor, 0)
    const returned = [...books.values()].filter(({ paymentReference }) => paymentReference === id)
    const taken = returned.reduce((sum, refund) => sum + refund.amountMinor, 0)
    if (
      refundedMinor !== refunded ||
      taken !== refunded ||
      refunded > (status === 'APPROVED' ? amountMinor : 0)
    )
      journal.violate(
        `${id} of ${amountMinor}: booked ${refunded}, reserved ${refundedMinor}, at the bank ${taken}`,
      )
    const raised = (kind: string) =>
      contents.events.filter((it) => it.objectId === id && it.kind === kind).length
    if (
      raised('payment.refunded') !== succeeded.length ||
      raised('payment.refund_failed') !== of('FAILED').length
    )
      journal.violate(`${id} raised other events than its refunds`)
  }
  for (const key of journal.refundKeys) checkKey(world, key, contents)
}

function compare(
  { journal, faultInjector }: World,
  { id, paymentId, status, amountMinor, attempts }: StoredRefund,
  { ledger, refundKeys }: StoreContents,
  atBank: RefundedAtBank | undefined,
): void {
  const rows = ledger
    .filter(({ objectId }) => objectId === id)
    .map((row) => `${row.ledger} ${row.amountMinor}`)
  const booked = status === 'SUCCEEDED' ? `available ${-amountMinor}, clearing ${amountMinor}` : ''
  if (rows.join(', ') !== booked)
    journal.violate(`${id} is ${status} and booked as ${rows.join(', ') || 'nothing'}`)
  if (status === 'PENDING') journal.violate(`${id} is still PENDING`)
  if ((status === 'SUCCEEDED' ? amountMinor : undefined) !== atBank?.amountMinor)
    journal.violate(`${id} is ${status} for ${amountMinor}, at the bank ${atBank?.amountMinor ?? 'nothing'}`)
  if (status === 'FAILED' && !journal.declinesRefunds.has(paymentId))
    journal.violate(`${id} was declined, although enough was left of ${paymentId}`)
  const unresolved = refundKeys.some(({ refundId, answer }) => refundId === id && answer?.status === 409)
  if (faultInjector.faultless && (attempts > 0 || unresolved))
    journal.violate(`nothing went wrong, but ${id} was left unresolved`)
}

function checkKey(
  { journal }: World,
  { name, keyHash, refundIds, answers }: RefundKeyRecord,
  contents: StoreContents,
) {
  const run = contents.refunds.filter(({ id }) => refundIds.includes(id))
  if (run.length > 1) journal.violate(`${name} was executed twice: ${run.map(({ id }) => id)}`)
  const stored = contents.refundKeys.find((it) => it.keyHash === keyHash.toString('hex'))
  if (run.length === 1 && !stored?.answer)
    journal.violate(`${name} was executed, and is at rest without an answer`)
  const [given] = answers
  if (given && stored?.answer?.body !== given.body)
    journal.violate(`${name} holds another answer than it gave`)
  if (given?.status === 201 && !given.body.includes(`"status":"${run[0]?.status}"`))
    journal.violate(`${name} answered ${given.body}, but its refund is ${run[0]?.status}`)
}
