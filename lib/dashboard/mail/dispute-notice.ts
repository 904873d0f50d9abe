import type { Dispute } from '@/lib/contract/dispute'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { type Payment, paymentSchema } from '@/lib/contract/payment'
import { countMail, isSpent, isWithin } from '@/lib/dashboard/attempts/attempts'
import type { Dashboard } from '@/lib/dashboard/context'
import { DISPUTE_URGENT_MS } from '@/lib/dashboard/schema/tabs'
import { formatMajor } from '@/lib/domain/money'
import { disputes } from '@/lib/messages/disputes'
import { mail } from '@/lib/messages/mail'
import { type MailText, mailDate, mailText, NAME_MAX, withoutLinks } from './mail-text'
import { mailId, queueMail, skipMail } from './run-mail'

/** Mails of one round. */
const NOTICES_MAX = 100

interface DisputedRow {
  connection_id: string
  team_id: string
  slug: string
  account_name: string
  zone: string
  snapshot: unknown
  /** Id of the dispute, after a refusal of its evidence with the instant of that. */
  dispute_id: string
  kind: 'dispute_opened' | 'dispute_due'
  user_id: string
  email: string
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
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query<DisputedRow>({
    name: 'disputes-to-mail',
    text: `SELECT p.connection_id, c.team_id, c.slug, c.account->>'name' AS account_name, c.day_zone AS zone, p.snapshot,
        k.dispute_id, k.kind, u.id AS user_id, u.email
      FROM dashboard.mirror_payment p
      JOIN dashboard.connection c ON c.id = p.connection_id
      JOIN dashboard.membership m ON m.team_id = c.team_id AND m.role IN ('OWNER', 'ADMIN')
      JOIN dashboard."user" u ON u.id = m.user_id AND u.email_verified_at IS NOT NULL
      CROSS JOIN LATERAL (SELECT
        concat(p.snapshot #>> '{dispute,id}', ' ' || (p.snapshot #>> '{dispute,refused_at}')) AS dispute_id,
        CASE WHEN p.dispute_due_at <= $2 THEN 'dispute_due' ELSE 'dispute_opened' END AS kind) AS k
      WHERE p.dispute_status = 'NEEDS_RESPONSE' AND (p.dispute_due_at > $1 OR p.dispute_due_at IS NULL) AND p.missing_at IS NULL
        AND NOT EXISTS (SELECT FROM dashboard.mail d WHERE d.connection_id = p.connection_id AND d.object_id = k.dispute_id
          AND d.kind = k.kind AND d.user_id = u.id)
        AND length(k.dispute_id) <= ${ID_TEXT_MAX} AND NOT ${isSpent('dispute notices', 'c.team_id', '$1')}
      ORDER BY row_number() OVER (PARTITION BY c.team_id ORDER BY p.dispute_due_at) LIMIT ${NOTICES_MAX}`,
    values: [now, new Date(now.getTime() + DISPUTE_URGENT_MS)],
  })
  let queued = 0
  for (const row of rows) {
    const payment = paymentSchema.safeParse(row.snapshot).data
    const { connection_id: connectionId, user_id: userId, kind, dispute_id: objectId } = row
    const db = dashboard.database.as('checkout_dashboard', connectionId)
    const cause = {
      connectionId,
      id: mailId(connectionId, userId, kind, objectId),
      kind,
      objectId,
      userId,
      now,
    }
    if (!payment?.dispute) {
      dashboard.log.warn({ connection: connectionId }, 'a dispute cannot be mailed')
      await skipMail(db, cause)
      continue
    }
    if (!(await isWithin(dashboard, 'dispute notices', row.team_id))) continue
    if (!(await countMail(dashboard, 'member'))) break
    const letter = disputeMail(payment, payment.dispute, { row, webUrl })
    const isNew = await queueMail(db, { ...letter, ...cause, to: row.email })
    queued += isNew ? 1 : 0
  }
  return queued
}

/** Returns the mail about a dispute in plain English and the account's time zone; a host's texts contain no links. */
function disputeMail(
  payment: Payment,
  { amount: disputed, currency, reason, evidence_due_at: due, refused_at: refusedAt }: Dispute,
  { row: { kind, slug, account_name, zone }, webUrl }: { row: DisputedRow; webUrl: string },
): MailText {
  const copy = mail.disputeLetter
  const letter = refusedAt && kind === 'dispute_opened' ? copy.refused : copy[kind]
  const amount = `${formatMajor(disputed, currency)} ${currency}`
  const payer = withoutLinks(payment.payer.name, NAME_MAX)
  return mailText({
    subject: letter.subject(amount),
    greeting: letter.greeting(withoutLinks(account_name, NAME_MAX)),
    lines: [
      [copy.amount, amount],
      ...(payer ? [[copy.payer, payer] as const] : []),
      [copy.reason, disputes.reason[reason]],
      ...(refusedAt ? [[copy.evidence, copy.refusedAt(mailDate(refusedAt, zone))] as const] : []),
      ...(due ? [[copy.due, mailDate(due, zone)] as const] : []),
      [copy.id, payment.id],
    ],
    link: { label: copy.link, url: `${webUrl}/${slug}/payments/${encodeURIComponent(payment.id)}` },
    closing: copy.closing,
  })
}
