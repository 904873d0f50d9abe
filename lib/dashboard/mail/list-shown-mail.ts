import type { Queryable } from '@/lib/platform/database'

interface ShownMail {
  id: string
  account_id: string
  to: string
  text: string
  created_at: Date
}

/** Listed mails. */
const SHOWN_MAX = 100

/**
 * Returns mail that the outbox shows instead of sending, of every account, newest first. `db` is a handle of
 * `checkout_dashboard_system`.
 */
export async function listShownMail(db: Queryable): Promise<ShownMail[]> {
  const { rows } = await db.query<ShownMail>({
    text: `SELECT m.id, c.account->>'id' AS account_id, m.recipient AS "to", m.subject || E'\\n\\n' || m.body_text AS text, m.created_at
      FROM dashboard.mail m JOIN dashboard.connection c ON c.id = m.connection_id
      WHERE m.state = 'SHOWN' ORDER BY m.created_at DESC, m.id DESC LIMIT ${SHOWN_MAX}`,
  })
  return rows
}
