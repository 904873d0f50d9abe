import { z } from 'zod'
import { emailText } from '@/lib/contract/email'
import type { Payment } from '@/lib/contract/payment'
import { countMail, isWithin } from '@/lib/dashboard/attempts/attempts'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import { asSystem, type ConnectionContext, type Dashboard } from '@/lib/dashboard/context'
import { receiptMail } from '@/lib/dashboard/mail/mail-text'
import { mailId, queueMail } from '@/lib/dashboard/mail/queue-notices'
import { idField } from '@/lib/dashboard/reads/list'
import { fieldRefusal, Refusal } from '@/lib/dashboard/refusal'
import { can, type MemberRole } from '@/lib/dashboard/role-permissions'
import { RECEIPTS_PER_PAYMENT } from '@/lib/dashboard/team-limits'
import { maskedEmail } from '@/lib/domain/masks'
import type { TextKey } from '@/lib/messages/translator'
import type { Queryable } from '@/lib/platform/database'
import { sql } from '@/lib/platform/sql'
import { wholePayment } from './shown-payment'

export const sendReceiptInput = z.object({
  /** Created when the form opens: the same token never sends two mails. */
  form_token: z.string().regex(/^[\w-]{8,100}$/, { message: 'refusals.fields.form_token' satisfies TextKey }),
  payment_id: idField,
  /** Recipient; null, or an empty field of the form, means the payer. */
  email: z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(
      emailText
        .refine((text) => !text.includes('•'), { message: 'refusals.fields.masked_email' satisfies TextKey })
        .nullable(),
    ),
})

const DAY_MS = 86_400_000

/**
 * Queues the receipt of an approved payment as a mail to `email`, or to the payer, whose address is returned as the role
 * sees it. Throws Refusal `mail_off` if the deployment sends no mail, `email_unverified` for a user without a verified
 * address, `resource_not_found`, `payment_not_approved`, `invalid_parameters` for a payer without an address, and
 * `receipts_of_payment`, `receipts_of_team` or `mails_of_deployment` beyond the daily limits.
 */
export async function sendReceipt(
  ctx: ConnectionContext,
  { form_token, payment_id: id, email }: z.output<typeof sendReceiptInput>,
  { dashboard, mayMail, role, ownHost }: Sender,
): Promise<{ to: string }> {
  if (!mayMail) throw new Refusal('mail_off')
  await requireVerified(dashboard, ctx.userId)
  const { connectionId, userId, teamId, now } = ctx
  const row = await ctx.prisma.mirrorPayment.findUnique({ where: { connectionId_id: { connectionId, id } } })
  if (!row || row.missingAt) throw new Refusal('resource_not_found')
  const payment = wholePayment(row)
  if (payment.status !== 'APPROVED') throw new Refusal('payment_not_approved')
  const to = email ?? addressOf(payment)
  const mail = mailId(connectionId, userId ?? '', 'receipt', form_token)
  const ofPayment = { connectionId, paymentId: id, since: new Date(now().getTime() - DAY_MS) }
  // A form that was sent before is counted once.
  if ((await ctx.prisma.mail.count({ where: { connectionId, id: mail } })) === 0) {
    // A receipt that the payment cannot have takes none from the team and the deployment.
    await checkLimit(ctx.db, ofPayment, 1)
    if (!(await isWithin(dashboard, 'receipts', teamId))) throw new Refusal('receipts_of_team')
    if (!(await countMail(dashboard, 'member'))) throw new Refusal('mails_of_deployment')
  }
  await ctx.db.transaction(async (tx) => {
    // Two concurrent receipts of an account would not count each other.
    await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('receipts:' || ${connectionId}, 0))`)
    const isNew = await queueMail(tx, {
      ...receiptMail(payment, ctx.account, originsOf(ctx.baseUrl, ownHost)),
      connectionId,
      id: mail,
      kind: 'receipt',
      objectId: id,
      userId,
      to,
      now: now(),
    })
    if (!isNew) return
    await checkLimit(tx, ofPayment)
    // The row of the mail has the full address.
    const details = { to: maskedEmail(to), amount: payment.amount, currency: payment.currency }
    await recordTeamAudit(tx, { ...ctx, action: 'receipts.send', objectId: id, details, now: now() })
  })
  return { to: email === null && !can(role, 'contacts.read') ? maskedEmail(to) : to }
}

interface Sender {
  dashboard: Pick<Dashboard, 'database' | 'now'>
  mayMail: boolean
  role: MemberRole
  /** Addresses of this deployment's own service. */
  ownHost: { BASE_URL: string; WEB_URL: string }
}

/** Returns the origins to which a receipt may link: that of its host, and for our own service that of its pages. */
function originsOf(baseUrl: string, { BASE_URL, WEB_URL }: Sender['ownHost']): string[] {
  return [baseUrl, ...(baseUrl === BASE_URL ? [WEB_URL] : [])].map((url) => new URL(url).origin)
}

/** Throws Refusal `email_unverified` for a user whose address nobody has confirmed: anyone may sign up. */
async function requireVerified({ database }: Sender['dashboard'], userId: string | null): Promise<void> {
  const { count } = await asSystem({ database }).query(sql`
    SELECT FROM dashboard."user" WHERE id = ${userId} AND email_verified_at IS NOT NULL`)
  if (count !== 1) throw new Refusal('email_unverified')
}

/** Returns the payer's address. Another host's text may not be a valid one. */
function addressOf({ payer }: Payment): string {
  const address = emailText.safeParse(payer.email)
  if (address.success) return address.data
  throw fieldRefusal('email', 'required', 'receipts.noAddress')
}

type Counted = { connectionId: string; paymentId: string; since: Date }

/** Counts the receipts of a payment within a day, and `more`. Throws Refusal `receipts_of_payment`. */
async function checkLimit(tx: Queryable, { connectionId, paymentId, since }: Counted, more = 0) {
  const { rows } = await tx.query<{ receipts: number }>(sql`
    SELECT count(*)::int AS receipts FROM dashboard.mail
    WHERE connection_id = ${connectionId} AND object_id = ${paymentId} AND kind = 'receipt' AND created_at > ${since}`)
  if ((rows[0]?.receipts ?? 0) + more > RECEIPTS_PER_PAYMENT) throw new Refusal('receipts_of_payment')
}
