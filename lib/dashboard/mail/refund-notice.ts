import { emailText } from '@/lib/contract/email'
import { type Payment, paymentSchema } from '@/lib/contract/payment'
import type { Refund } from '@/lib/contract/refund'
import { isSpent } from '@/lib/dashboard/attempts/attempts'
import { asSystem, type Dashboard } from '@/lib/dashboard/context'
import { raw, sql } from '@/lib/platform/sql'
import { type MailText, mailText, NAME_MAX, payerMail, withoutLinks } from './mail-text'
import { type DueNotice, NOTICES_MAX, queueNotices } from './queue-notices'

/** Age of a refund up to which its payer gets a mail: an import of the history mails nobody. */
const NEWS_DAYS = 7
const DAY_MS = 86_400_000

/**
 * Queues a mail to the payer about each refund that succeeded lately, however the mirror has learned of it, once for each
 * refund: the mail's id is that of the refund. A team without an owner whose address is verified sends none, and those of each
 * team come in turn, within its limit of receipts. One that cannot be read is skipped for good. @returns the number of new mails
 */
export async function queueRefundNotices(
  dashboard: Pick<Dashboard, 'database' | 'now' | 'log'>,
): Promise<number> {
  const now = dashboard.now()
  const since = new Date(now.getTime() - NEWS_DAYS * DAY_MS)
  const { rows } = await asSystem(dashboard).query<DueNotice>(sql`
    SELECT p.connection_id, c.team_id, c.account->>'name' AS account_name, c.day_zone AS zone, p.snapshot,
      'refund' AS kind, r.id AS object_id, NULL AS user_id
    FROM dashboard.mirror_payment p
    JOIN dashboard.connection c ON c.id = p.connection_id
    CROSS JOIN LATERAL jsonb_each_text(p.refund_times) AS r (id, finished_at)
    WHERE p.refunded_at >= ${since} AND r.finished_at::timestamptz >= ${since} AND p.missing_at IS NULL
      AND p.payer_email LIKE '%_@_%'
      AND EXISTS (SELECT FROM dashboard.membership m JOIN dashboard."user" u ON u.id = m.user_id
        WHERE m.team_id = c.team_id AND m.role = 'OWNER' AND u.email_verified_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM dashboard.mail d WHERE d.connection_id = p.connection_id AND d.object_id = r.id
        AND d.kind = 'refund')
      AND NOT ${isSpent('receipts', 'c.team_id', now)}
    ORDER BY row_number() OVER (PARTITION BY c.team_id ORDER BY p.refunded_at) LIMIT ${raw(NOTICES_MAX)}`)
  return queueNotices(dashboard, rows, 'receipts', (row) => {
    const payment = paymentSchema.safeParse(row.snapshot).data
    const refund = payment?.refunds?.find(({ id }) => id === row.object_id)
    // Another host's text may not be a valid address.
    const to = emailText.safeParse(payment?.payer.email).data
    return payment && refund && to !== undefined ? { ...refundMail(payment, refund, row), to } : null
  })
}

/** Returns the mail about a refund, in the payer's language and the account's time zone; a host's texts contain no links. */
function refundMail(
  payment: Payment,
  refund: Refund,
  { account_name, zone }: Pick<DueNotice, 'account_name' | 'zone'>,
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
