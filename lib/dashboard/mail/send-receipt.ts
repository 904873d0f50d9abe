import { z } from 'zod'
import { emailText } from '@/lib/contract/email'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import type { Payment } from '@/lib/contract/payment'
import { claimAudit, finishAudit } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { maskedEmail } from '@/lib/dashboard/customers/masked-contact'
import { wholePayment } from '@/lib/dashboard/payments/shown-payment'
import { Refusal } from '@/lib/dashboard/refusal'
import { quotas } from '@/lib/dashboard/schema/quotas'
import type { MemberRole } from '@/lib/dashboard/schema/team'
import { can } from '@/lib/dashboard/team/role-permissions'
import { isStorable } from '@/lib/domain/text'
import { mail as mailCopy } from '@/lib/messages/mail'
import { refusals } from '@/lib/messages/refusals'
import type { Queryable } from '@/lib/platform/database'
import { mailId, queueMail } from './queue-mail'
import { receiptMail } from './receipt-mail'

export const sendReceiptInput = z.object({
  /** Created when the form opens: the same token never sends two mails. */
  form_token: z.string().regex(/^[\w-]{8,100}$/, { message: refusals.fields.form_token }),
  payment_id: z.string().min(1).max(ID_TEXT_MAX).refine(isStorable),
  /** Recipient; null, or an empty field of the form, means the payer. */
  email: z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(
      emailText.refine((text) => !text.includes('•'), { message: refusals.fields.masked_email }).nullable(),
    ),
})
export type SendReceiptInput = z.input<typeof sendReceiptInput>

/** Receipts of one payment within a day. */
const PER_PAYMENT_MAX = 5
const DAY_MS = 86_400_000

/**
 * Queues the receipt of an approved payment as a mail to `email`, or to the payer, whose address is returned as the role
 * sees it. Throws Refusal `mail_off` if the deployment sends no mail, `resource_not_found`, `payment_not_approved`,
 * `invalid_parameters` for a payer without an address, and `receipts_of_payment` or `receipts_of_account` beyond the
 * daily limits.
 */
export async function sendReceipt(
  ctx: ConnectionContext,
  { form_token, payment_id: id, email }: z.output<typeof sendReceiptInput>,
  { mayMail, role }: { mayMail: boolean; role: MemberRole },
): Promise<{ to: string }> {
  if (!mayMail) throw new Refusal('mail_off')
  const { connectionId, userId, teamId, now } = ctx
  const row = await ctx.prisma.mirrorPayment.findUnique({ where: { connectionId_id: { connectionId, id } } })
  if (!row || row.missingAt) throw new Refusal('resource_not_found')
  const payment = wholePayment(row)
  if (payment.status !== 'APPROVED') throw new Refusal('payment_not_approved')
  const to = email ?? addressOf(payment)
  const mail = mailId(connectionId, userId ?? '', 'receipt', form_token)
  await ctx.db.transaction(async (tx) => {
    await lockReceipts(tx, connectionId)
    const isNew = await queueMail(tx, {
      ...receiptMail(payment, ctx.account),
      connectionId,
      id: mail,
      kind: 'receipt',
      objectId: id,
      userId,
      to,
      now: now(),
    })
    if (!isNew) return
    await checkLimits(tx, { connectionId, paymentId: id, since: new Date(now().getTime() - DAY_MS) })
    const scope = { teamId, connectionId, userId, address: ctx.address, now, db: tx }
    const auditId = `aud_${mail}`
    // The row of the mail has the full address.
    const details = { to: maskedEmail(to), amount: payment.amount, currency: payment.currency }
    await claimAudit(scope, { id: auditId, action: 'receipts.send', objectId: id, details })
    await finishAudit(scope, auditId, 'done')
  })
  return { to: email === null && !can(role, 'contacts.read') ? maskedEmail(to) : to }
}

/** Returns the payer's address. Another host's text may not be a valid one. */
function addressOf({ payer }: Payment): string {
  const address = emailText.safeParse(payer.email)
  if (address.success) return address.data
  const field = { field: 'email', code: 'required', message: mailCopy.receipt.noAddress }
  throw new Refusal('invalid_parameters', { fields: [field] })
}

/** Serializes the receipts of an account: two concurrent ones would not count each other. */
async function lockReceipts(tx: Queryable, connectionId: string): Promise<void> {
  await tx.query({
    name: 'lock-receipts',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('receipts:' || $1, 0))`,
    values: [connectionId],
  })
}

type Counted = { connectionId: string; paymentId: string; since: Date }

/**
 * Counts the receipts of a day, including the new one. Throws Refusal `receipts_of_payment` and `receipts_of_account`.
 */
async function checkLimits(tx: Queryable, { connectionId, paymentId, since }: Counted): Promise<void> {
  const { rows } = await tx.query<{ ofPayment: number; ofAccount: number }>({
    name: 'count-receipts',
    text: `SELECT count(*) FILTER (WHERE object_id = $2)::int AS "ofPayment", count(*)::int AS "ofAccount"
      FROM dashboard.mail WHERE connection_id = $1 AND kind = 'receipt' AND created_at > $3`,
    values: [connectionId, paymentId, since],
  })
  const { ofPayment = 0, ofAccount = 0 } = rows[0] ?? {}
  if (ofPayment > PER_PAYMENT_MAX) throw new Refusal('receipts_of_payment')
  if (ofAccount > quotas.receipts.limit) throw new Refusal('receipts_of_account')
}
