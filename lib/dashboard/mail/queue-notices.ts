import { countMail, isWithin } from '@/lib/dashboard/attempts/attempts'
import type { Dashboard } from '@/lib/dashboard/context'
import { wakeSync } from '@/lib/dashboard/jobs/row-lease'
import type { Queryable } from '@/lib/platform/database'
import { sha256 } from '@/lib/platform/secrets'
import { sql } from '@/lib/platform/sql'
import type { MailText } from './mail-text'

/** Notices of one round. */
export const NOTICES_MAX = 100

/** A mirrored object about which a mail is due. */
export interface DueNotice {
  connection_id: string
  team_id: string
  slug: string
  account_name: string
  zone: string
  snapshot: unknown
  kind: NewMail['kind']
  object_id: string
  /** Member who gets the mail; null for a payer. */
  user_id: string | null
}

/**
 * Queues the mail of each row within the daily `limit` of its team; one without a letter, whose object cannot be read, is
 * skipped for good. @returns the number of new mails
 */
export async function queueNotices<Row extends DueNotice>(
  dashboard: Pick<Dashboard, 'database' | 'now' | 'log'>,
  rows: readonly Row[],
  limit: Parameters<typeof isWithin>[1],
  letterOf: (row: Row) => (MailText & { to: string }) | null,
): Promise<number> {
  let queued = 0
  for (const row of rows) {
    const { connection_id: connectionId, kind, object_id: objectId, user_id: userId } = row
    const db = dashboard.database.as('checkout_dashboard', connectionId)
    const id = mailId(connectionId, ...(userId === null ? [] : [userId]), kind, objectId)
    const cause = { connectionId, id, kind, objectId, userId, now: dashboard.now() }
    const letter = letterOf(row)
    if (!letter) {
      dashboard.log.warn({ connection: connectionId, kind }, 'an object cannot be mailed')
      await skipMail(db, cause)
      continue
    }
    if (!(await isWithin(dashboard, limit, row.team_id))) continue
    if (!(await countMail(dashboard, 'member'))) break
    if (await queueMail(db, { ...letter, ...cause })) queued += 1
  }
  return queued
}

interface NewMail extends MailText {
  connectionId: string
  id: string
  kind: 'receipt' | 'settlement_paid' | 'refund' | 'dispute_opened' | 'dispute_due'
  objectId: string
  userId: string | null
  to: string
  now: Date
}

/** Returns the id of the one mail that `parts` may cause. */
export function mailId(...parts: readonly string[]): string {
  return `mail_${sha256(JSON.stringify(parts)).toString('hex').slice(0, 32)}`
}

/** Queues a mail for the worker in the transaction of `tx`. @returns false if a mail with this id exists */
export async function queueMail(tx: Queryable, mail: NewMail): Promise<boolean> {
  const { count } = await tx.query(sql`
    INSERT INTO dashboard.mail (connection_id, id, kind, object_id, user_id, recipient, subject, body_text, body_html,
      state, next_try_at, created_at)
    VALUES (${mail.connectionId}, ${mail.id}, ${mail.kind}, ${mail.objectId}, ${mail.userId}, ${mail.to},
      ${mail.subject}, ${mail.text}, ${mail.html}, 'QUEUED', ${mail.now}, ${mail.now})
        ON CONFLICT (connection_id, id) DO NOTHING`)
  if (count === 1) await wakeSync(tx)
  return count === 1
}

/** Stores a failed mail in place of one that cannot be composed, so that no later round reads its object again. */
async function skipMail(tx: Queryable, mail: Omit<NewMail, keyof MailText | 'to'>): Promise<void> {
  await tx.query(sql`
    INSERT INTO dashboard.mail (connection_id, id, kind, object_id, user_id, recipient, subject, body_text, body_html,
      state, problem, created_at, finished_at)
    VALUES (${mail.connectionId}, ${mail.id}, ${mail.kind}, ${mail.objectId}, ${mail.userId}, '', '', '', '',
      'FAILED', 'unreadable', ${mail.now}, ${mail.now}) ON CONFLICT (connection_id, id) DO NOTHING`)
}
