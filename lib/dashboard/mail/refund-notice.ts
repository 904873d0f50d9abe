import { emailText } from '@/lib/contract/email'
import { type Payment, paymentSchema } from '@/lib/contract/payment'
import type { Refund } from '@/lib/contract/refund'
import { countMail, countReceipt, isSpent } from '@/lib/dashboard/attempts/attempts'
import type { Dashboard } from '@/lib/dashboard/context'
import { type MailText, mailText, NAME_MAX, payerMail, withoutLinks } from './mail-text'
import { mailId, queueMail, skipMail } from './run-mail'

/** Age of a refund up to which its payer gets a mail: an import of the history mails nobody. */
const NEWS_DAYS = 7
const DAY_MS = 86_400_000
/** Mails of one round. */
const NOTICES_MAX = 100

interface RefundedRow {
  connection_id: string
  team_id: string
  account_name: string
  zone: string
  snapshot: unknown
  refund_id: string
}

/**
 * Queues a mail to the payer about each refund that succeeded lately, however the mirror has learned of it, once for each
 * refund: the mail's id is that of the refund. A team without an owner whose address is verified sends none, and those of each
 * team come in turn, within its limit of receipts. One that cannot be read is skipped for good. @returns the number of new mails
 */
export async function queueRefundNotices(
  dashboard: Pick<Dashboard, 'database' | 'now' | 'log'>,
): Promise<number> {
  const now = dashboard.now()
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query<RefundedRow>({
    name: 'refunds-to-mail',
    text: `SELECT p.connection_id, c.team_id, c.account->>'name' AS account_name, c.day_zone AS zone, p.snapshot,
        r.id AS refund_id
      FROM dashboard.mirror_payment p
      JOIN dashboard.connection c ON c.id = p.connection_id
      CROSS JOIN LATERAL jsonb_each_text(p.refund_times) AS r (id, finished_at)
      WHERE p.refunded_at >= $1 AND r.finished_at::timestamptz >= $1 AND p.missing_at IS NULL AND p.payer_email LIKE '%_@_%'
        AND EXISTS (SELECT FROM dashboard.membership m JOIN dashboard."user" u ON u.id = m.user_id
          WHERE m.team_id = c.team_id AND m.role = 'OWNER' AND u.email_verified_at IS NOT NULL)
        AND NOT EXISTS (SELECT FROM dashboard.mail d WHERE d.connection_id = p.connection_id AND d.object_id = r.id
          AND d.kind = 'refund')
        AND NOT ${isSpent('receipts', 'c.team_id', '$2')}
      ORDER BY row_number() OVER (PARTITION BY c.team_id ORDER BY p.refunded_at) LIMIT ${NOTICES_MAX}`,
    values: [new Date(now.getTime() - NEWS_DAYS * DAY_MS), now],
  })
  let queued = 0
  for (const row of rows) {
    const payment = paymentSchema.safeParse(row.snapshot).data
    const refund = payment?.refunds?.find(({ id }) => id === row.refund_id)
    // Another host's text may not be a valid address.
    const to = emailText.safeParse(payment?.payer.email).data
    const db = dashboard.database.as('checkout_dashboard', row.connection_id)
    const id = mailId(row.connection_id, 'refund', row.refund_id)
    const cause = {
      connectionId: row.connection_id,
      id,
      kind: 'refund',
      objectId: row.refund_id,
      userId: null,
      now,
    } as const
    if (!payment || !refund || to === undefined) {
      dashboard.log.warn({ connection: row.connection_id }, 'a refund cannot be mailed to its payer')
      await skipMail(db, cause)
      continue
    }
    if (!(await countReceipt(dashboard, row.team_id))) continue
    if (!(await countMail(dashboard, 'member'))) break
    const isNew = await queueMail(db, { ...refundMail(payment, refund, row), ...cause, to })
    queued += isNew ? 1 : 0
  }
  return queued
}

/** Returns the mail about a refund, in the payer's language and the account's time zone; a host's texts contain no links. */
function refundMail(
  payment: Payment,
  refund: Refund,
  { account_name, zone }: Pick<RefundedRow, 'account_name' | 'zone'>,
): MailText {
  const { payment_link: link, description } = payment
  const { t, money, date, card, language } = payerMail(payment)
  const merchant = withoutLinks(account_name, NAME_MAX)
  const amount = money(refund.amount)
  return mailText({
    language,
    subject: t('payer-mail.refund.subject', { merchant, amount }),
    greeting: t('payer-mail.refund.greeting', { merchant }),
    lines: [
      [t('payer-mail.refund.merchant'), merchant],
      [t('payer-mail.refund.amount'), amount],
      [t('payer-mail.refund.payment'), money(payment.amount)],
      [t('payer-mail.refund.what'), withoutLinks(link?.title ?? description ?? '')],
      [t('payer-mail.refund.card'), card],
      [t('payer-mail.refund.date'), date(refund.finished_at ?? refund.created_at, zone)],
      [t('payer-mail.refund.id'), payment.id],
    ],
    closing: t('payer-mail.refund.closing'),
  })
}
