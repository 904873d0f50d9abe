import { z } from 'zod'
import { type Settlement, settlementSchema } from '@/lib/contract/settlement'
import { asSystem, type ConnectionContext, type Dashboard } from '@/lib/dashboard/context'
import { raw, sql } from '@/lib/platform/sql'
import { type MailText, mailText, mailTexts, NAME_MAX, withoutLinks } from './mail-text'
import { type DueNotice, NOTICES_MAX, queueNotices } from './queue-notices'

export const paidNoticeInput = z.object({ on: z.boolean() })

/** Age of a paid settlement up to which a notice is sent. */
const NEWS_DAYS = 7
/** Age of settlements that each round reads: a transfer takes days, not months. */
const MADE_DAYS = 60

/** Returns whether the acting member wants a mail when a settlement of this account is paid. */
export async function wantsPaidNotice({ db, connectionId, userId }: ConnectionContext): Promise<boolean> {
  const { count } = await db.query(sql`
    SELECT FROM dashboard.paid_notice WHERE connection_id = ${connectionId} AND user_id = ${userId}`)
  return count > 0
}

/** Turns that mail on or off for the acting member; settlements paid before it was turned on are not reported. */
export async function setPaidNotice(
  { db, connectionId, userId, now }: ConnectionContext,
  { on }: z.output<typeof paidNoticeInput>,
): Promise<{ on: boolean }> {
  await db.query(
    on
      ? sql`
        INSERT INTO dashboard.paid_notice (connection_id, user_id, since)
        VALUES (${connectionId}, ${userId}, ${now()}) ON CONFLICT DO NOTHING`
      : sql`DELETE FROM dashboard.paid_notice WHERE connection_id = ${connectionId} AND user_id = ${userId}`,
  )
  return { on }
}

type PaidRow = DueNotice & { email: string; language: string | null }

/**
 * Queues the mails about paid settlements to verified addresses, at most one for each settlement and member, and those of
 * each team in turn. One that cannot be read is skipped for good. @returns their number
 */
export async function queuePaidNotices(
  dashboard: Pick<Dashboard, 'database' | 'now' | 'log'>,
  { webUrl }: { webUrl: string },
): Promise<number> {
  const now = dashboard.now()
  const system = asSystem(dashboard)
  const { rows } = await system.query<PaidRow>(sql`
    SELECT n.connection_id, c.team_id, c.slug, c.account->>'name' AS account_name, c.day_zone AS zone, s.snapshot,
      'settlement_paid' AS kind, s.id AS object_id, u.id AS user_id, u.email, u.language
    FROM dashboard.paid_notice n
    JOIN dashboard.connection c ON c.id = n.connection_id
    JOIN dashboard.membership m ON m.user_id = n.user_id AND m.team_id = c.team_id
    JOIN dashboard."user" u ON u.id = n.user_id AND u.email_verified_at IS NOT NULL
    JOIN dashboard.mirror_settlement s ON s.connection_id = n.connection_id AND s.status = 'PAID'
      AND s.created_at >= ${daysBefore(now, MADE_DAYS)} AND s.paid_at >= n.since
        AND s.paid_at >= ${daysBefore(now, NEWS_DAYS)} AND s.missing_at IS NULL
    WHERE NOT EXISTS (SELECT FROM dashboard.mail d WHERE d.connection_id = n.connection_id AND d.object_id = s.id
      AND d.kind = 'settlement_paid' AND d.user_id = n.user_id)
    ORDER BY row_number() OVER (PARTITION BY c.team_id ORDER BY s.paid_at) LIMIT ${raw(NOTICES_MAX)}`)
  return queueNotices(dashboard, rows, 'paid notices', (row) => {
    const settlement = settlementSchema.safeParse(row.snapshot).data
    return settlement ? { ...paidMail(settlement, row, webUrl), to: row.email } : null
  })
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000)
}

/** Returns the mail about a paid settlement, in the member's language and the account's time zone. */
function paidMail(
  settlement: Settlement,
  { account_name, slug, zone, language: tag }: PaidRow,
  webUrl: string,
): MailText {
  const { t, language, money, date } = mailTexts(tag)
  const amount = money(settlement.net_amount, settlement.currency)
  return mailText({
    language,
    subject: t('member-mail.paid.subject', { amount }),
    greeting: t('member-mail.paid.greeting', { merchant: withoutLinks(account_name, NAME_MAX) }),
    lines: [
      [t('member-mail.paid.amount'), amount],
      [t('member-mail.paid.reference'), settlement.reference],
      [t('member-mail.paid.date'), settlement.paid_at && date(settlement.paid_at, zone)],
      [t('member-mail.paid.id'), settlement.id],
    ],
    link: {
      label: t('member-mail.paid.link'),
      url: `${webUrl}/${slug}/balance/settlements/${encodeURIComponent(settlement.id)}`,
    },
    closing: t('member-mail.paid.closing'),
  })
}
