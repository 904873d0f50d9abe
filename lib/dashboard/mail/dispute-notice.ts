import type { Dispute } from '@/lib/contract/dispute'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { type Payment, paymentSchema } from '@/lib/contract/payment'
import { isSpent } from '@/lib/dashboard/attempts/attempts'
import { asSystem, type Dashboard } from '@/lib/dashboard/context'
import { DISPUTE_URGENT_MS } from '@/lib/dashboard/payments/shape'
import { raw, sql } from '@/lib/platform/sql'
import { type MailText, mailText, mailTexts, NAME_MAX, withoutLinks } from './mail-text'
import { type DueNotice, NOTICES_MAX, queueNotices } from './queue-notices'

type DisputeRow = DueNotice & {
  kind: 'dispute_opened' | 'dispute_due'
  email: string
  language: string | null
}

/**
 * Queues the mails about disputes that need a response to the verified addresses of owners and admins: one once a dispute
 * opened, one within two days of its deadline, each once for each dispute and member, and those of each team in turn; once
 * more after each refusal of its evidence. A dispute that is mirrored within those two days has the second mail alone; one
 * that cannot be read is skipped for good. @returns the number of new mails
 */
export async function queueDisputeNotices(
  dashboard: Pick<Dashboard, 'database' | 'now' | 'log'>,
  { webUrl }: { webUrl: string },
): Promise<number> {
  const now = dashboard.now()
  const urgentUntil = new Date(now.getTime() + DISPUTE_URGENT_MS)
  const { rows } = await asSystem(dashboard).query<DisputeRow>(sql`
    SELECT p.connection_id, c.team_id, c.slug, c.account->>'name' AS account_name, c.day_zone AS zone, p.snapshot,
      k.object_id, k.kind, u.id AS user_id, u.email, u.language
    FROM dashboard.mirror_payment p
    JOIN dashboard.connection c ON c.id = p.connection_id
    JOIN dashboard.membership m ON m.team_id = c.team_id AND m.role IN ('OWNER', 'ADMIN')
    JOIN dashboard."user" u ON u.id = m.user_id AND u.email_verified_at IS NOT NULL
    CROSS JOIN LATERAL (SELECT
      concat(p.snapshot #>> '{dispute,id}', ' ' || (p.snapshot #>> '{dispute,refused_at}')) AS object_id,
      CASE WHEN p.dispute_due_at <= ${urgentUntil} THEN 'dispute_due' ELSE 'dispute_opened' END AS kind) AS k
    WHERE p.dispute_status = 'NEEDS_RESPONSE' AND (p.dispute_due_at > ${now} OR p.dispute_due_at IS NULL)
      AND p.missing_at IS NULL AND length(k.object_id) <= ${raw(ID_TEXT_MAX)}
      AND NOT EXISTS (SELECT FROM dashboard.mail d WHERE d.connection_id = p.connection_id AND d.object_id = k.object_id
        AND d.kind = k.kind AND d.user_id = u.id)
      AND NOT ${isSpent('dispute notices', 'c.team_id', now)}
    ORDER BY row_number() OVER (PARTITION BY c.team_id ORDER BY p.dispute_due_at) LIMIT ${raw(NOTICES_MAX)}`)
  return queueNotices(dashboard, rows, 'dispute notices', (row) => {
    const payment = paymentSchema.safeParse(row.snapshot).data
    if (!payment?.dispute) return null
    return { ...disputeMail(payment, payment.dispute, { row, webUrl }), to: row.email }
  })
}

/** Returns the mail about a dispute in the member's language and the account's time zone; a host's texts contain no links. */
function disputeMail(
  payment: Payment,
  { amount: disputed, currency, reason, evidence_due_at: due, refused_at: refusedAt }: Dispute,
  { row, webUrl }: { row: DisputeRow; webUrl: string },
): MailText {
  const { kind, slug, account_name, zone } = row
  const { t, language, money, date } = mailTexts(row.language)
  const letter = refusedAt && kind === 'dispute_opened' ? 'refused' : kind
  const amount = money(disputed, currency)
  const payer = withoutLinks(payment.payer.name, NAME_MAX)
  return mailText({
    language,
    subject: t(`member-mail.dispute.${letter}.subject`, { amount }),
    greeting: t(`member-mail.dispute.${letter}.greeting`, { merchant: withoutLinks(account_name, NAME_MAX) }),
    lines: [
      [t('member-mail.dispute.amount'), amount],
      [t('member-mail.dispute.payer'), payer],
      [t('member-mail.dispute.reason'), t(`dispute-detail.reason.${reason}`)],
      [
        t('member-mail.dispute.evidence'),
        refusedAt && t('member-mail.dispute.refusedAt', { date: date(refusedAt, zone) }),
      ],
      [t('member-mail.dispute.due'), due && date(due, zone)],
      [t('member-mail.dispute.id'), payment.id],
    ],
    link: {
      label: t('member-mail.dispute.link'),
      url: `${webUrl}/${slug}/payments/${encodeURIComponent(payment.id)}`,
    },
    closing: t('member-mail.dispute.closing'),
  })
}
