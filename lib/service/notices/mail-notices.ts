import { type Database, findRow } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import { MAIL_LEASE_MS, type Mailer, MailRefused } from '@/lib/platform/mail/mailer'
import { sha256 } from '@/lib/platform/secrets'
import type { Notice } from './processor-notices'

/** Notices that one round mails, one after the other within a lease. */
const AT_ONCE = 10

export interface MailNoticesDeps {
  database: Database
  mailer: Mailer
  to: string
  log: Log
}

/** Mails open notices to the operator, each again after a lease until it has left. Returns their number. */
export async function mailNotices({ database, mailer, to, log }: MailNoticesDeps): Promise<number> {
  const db = database.as('checkout_system')
  let left = 0
  for (let tries = 0; tries < AT_ONCE; tries += 1) {
    const notice = await findRow<Notice>(db, {
      text: `WITH due AS MATERIALIZED (
          SELECT event_id AS id FROM health.processor_notice
          WHERE closed_at IS NULL AND mail_due_at <= clock_timestamp()
          ORDER BY occurred_at LIMIT 1 FOR UPDATE SKIP LOCKED
        )
        UPDATE health.processor_notice SET mail_due_at = clock_timestamp() + $1 * interval '1 ms'
        FROM due WHERE event_id = due.id
        RETURNING event_id, kind, account_id, payment_id, amount_minor, currency, summary, occurred_at`,
      values: [MAIL_LEASE_MS],
    })
    if (!notice) break
    const { event_id: eventId } = notice
    try {
      await mailer.send({ id: `mail_${sha256(eventId).toString('hex').slice(0, 32)}`, to, ...mailOf(notice) })
      left += 1
    } catch (error) {
      log.error({ event_id: eventId, err: error }, 'a notice of the processor could not be mailed')
      if (!(error instanceof MailRefused)) continue
    }
    await db.query({
      text: 'UPDATE health.processor_notice SET mail_due_at = NULL WHERE event_id = $1',
      values: [eventId],
    })
  }
  return left
}

function mailOf(notice: Notice): { subject: string; text: string } {
  const { event_id: eventId, kind, payment_id: paymentId, account_id: accountId } = notice
  const amount =
    notice.amount_minor === null ? '' : `${notice.amount_minor} ${notice.currency} (smallest unit). `
  const of = paymentId ? `payment ${paymentId} of account ${accountId}` : "the operator's own account"
  return {
    subject: `The card processor reports a ${kind} (${eventId})`,
    text: `At ${notice.occurred_at.toISOString()}, for ${of}: ${notice.summary}. ${amount}The ledger does not change by it. \`operator check\` lists the notice until \`operator notices close ${eventId}\`.`,
  }
}
