import { wakeSync } from '@/lib/dashboard/jobs/row-lease'
import type { Queryable } from '@/lib/platform/database'
import { sha256 } from '@/lib/platform/secrets'
import type { MailText } from './mail-text'

interface NewMail extends MailText {
  connectionId: string
  id: string
  kind: 'receipt' | 'settlement_paid'
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
  const { count } = await tx.query({
    name: 'queue-mail',
    text: `INSERT INTO dashboard.mail (connection_id, id, kind, object_id, user_id, recipient, subject, body_text, body_html,
        state, next_try_at, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'QUEUED', $10, $10) ON CONFLICT (connection_id, id) DO NOTHING`,
    values: [
      mail.connectionId,
      mail.id,
      mail.kind,
      mail.objectId,
      mail.userId,
      mail.to,
      mail.subject,
      mail.text,
      mail.html,
      mail.now,
    ],
  })
  if (count === 1) await wakeSync(tx)
  return count === 1
}
