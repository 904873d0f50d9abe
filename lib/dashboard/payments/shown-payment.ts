import * as z from 'zod'
import { customerSchema } from '@/lib/contract/customer'
import { type Payment, paymentSchema } from '@/lib/contract/payment'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { ReceivedEvent, RowMirror } from '@/lib/dashboard/mirror/shape'
import { type MirroredRow, maskedContact, rowMirror } from '@/lib/dashboard/reads/read-object'
import { can, type MemberRole } from '@/lib/dashboard/role-permissions'
import type { SettlementName } from '@/lib/dashboard/settlements/shown-settlement'
import { maskedEmail } from '@/lib/domain/masks'
import { parsedJson } from '@/lib/domain/parsed-json'
import { unicodeEmail } from '@/lib/platform/typed-url'

/** Payment as pages show it. */
export type ShownPayment = Payment & {
  /** True if the payer's e-mail is masked except for its start and its host, because the role may not read it. */
  masked: boolean
  mirror: RowMirror
  /** In lists: the payment's settlement, if the mirror has it. */
  settlement?: SettlementName | null
}

/** Returns the payment of a mirror row as a role sees it: the payer's e-mail is masked without `contacts.read`. */
export function shownPayment(row: MirroredRow, role: MemberRole): ShownPayment {
  const { payer, ...sent } = wholePayment(row)
  const payment = { ...sent, payer: { ...payer, email: unicodeEmail(payer.email) } }
  const masked = !can(role, 'contacts.read')
  return { ...(masked ? maskedPayment(payment) : payment), masked, mirror: rowMirror(row) }
}

/** Returns the payment of a mirror row as its host reported it. */
export function wholePayment(row: Pick<MirroredRow, 'snapshot'>): Payment {
  return paymentSchema.parse(row.snapshot)
}

/** Returns the payment of a mirror row as a file contains it: masked for a member who does not see contacts. */
export function exportedPayment(
  { seesContacts }: Pick<ConnectionContext, 'seesContacts'>,
  row: Pick<MirroredRow, 'snapshot'>,
): Payment {
  const payment = wholePayment(row)
  return seesContacts === false ? maskedPayment(payment) : payment
}

/** Returns a payment with the payer's e-mail masked, without the text of a dispute's evidence. */
function maskedPayment(payment: Payment): Payment {
  const { name, email } = payment.payer
  const { dispute } = payment
  const evidence = dispute?.evidence && { ...dispute.evidence, text: null }
  return {
    ...payment,
    payer: { name, email: email && maskedEmail(email) },
    dispute: dispute && { ...dispute, evidence: evidence ?? null },
  }
}

/** Returns the name of a payer, or the e-mail of a payer without a name, as a role sees it. */
export function payerLabel(payer: { name: string; email: string }, role: MemberRole): string {
  if (payer.name !== '' || payer.email === '') return payer.name
  return can(role, 'contacts.read') ? payer.email : maskedEmail(payer.email)
}

const customerBody = z.looseObject({ data: z.object({ customer: customerSchema.transform(maskedContact) }) })
const paymentBody = z.looseObject({ data: z.object({ payment: paymentSchema.transform(maskedPayment) }) })

/** Returns a webhook with the contact in its body masked; an unparsable body about a person is omitted. */
export function maskedEvent<Event extends Pick<ReceivedEvent, 'kind' | 'body'>>(event: Event): Event {
  const isOfCustomer = event.kind.startsWith('customer.')
  if (!isOfCustomer && !event.kind.startsWith('payment.')) return event
  const { data } = (isOfCustomer ? customerBody : paymentBody).safeParse(parsedJson(event.body))
  return { ...event, body: data ? JSON.stringify(data) : '' }
}
