import type { Dashboard } from '@/lib/dashboard/context'
import { type Mailer, MailFailed, MailRefused, SEND_MAX_MS } from '@/lib/platform/mail/mailer'

/** Lease of a mail; longer than any send, so that no other worker takes a mail that is still being sent. */
const MAIL_LEASE_MS = SEND_MAX_MS + 15_000
const TRIES_MAX = 8
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 60 * 60_000

interface MailRow {
  connection_id: string
  id: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  tries: number
}

/**
 * Sends one due mail: claims it, sends it, records the result. A mail whose worker died in between is sent again under
 * the same Message-ID.
 * @returns whether there was one
 */
export async function runMail(
  dashboard: Dashboard,
  mailer: Mailer,
  { owner, leaseMs = MAIL_LEASE_MS }: { owner: string; leaseMs?: number },
): Promise<boolean> {
  const system = dashboard.database.as('checkout_dashboard_system')
  const { rows } = await system.query<MailRow>({
    name: 'claim-mail',
    text: `WITH due AS MATERIALIZED (
        SELECT connection_id AS c, id AS i FROM dashboard.mail
        WHERE (state = 'QUEUED' AND next_try_at <= $3) OR (state = 'SENDING' AND lease_until < clock_timestamp())
        ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      UPDATE dashboard.mail SET state = 'SENDING', owner = $1, tries = tries + 1,
        lease_until = clock_timestamp() + $2 * interval '1 ms'
      FROM due WHERE connection_id = c AND id = i
      RETURNING connection_id, id, recipient, subject, body_text, body_html, tries`,
    values: [owner, leaseMs, dashboard.now()],
  })
  const [row] = rows
  if (!row) return false
  const end = async (state: string, problem: string | null, nextTryAt: Date | null) => {
    const { count } = await system.query({
      name: 'end-mail',
      text: `UPDATE dashboard.mail SET state = $4, problem = $5, next_try_at = $6, owner = NULL, lease_until = NULL, finished_at = $7
        WHERE connection_id = $1 AND id = $2 AND owner = $3 AND state = 'SENDING' AND tries = $8`,
      values: [
        row.connection_id,
        row.id,
        owner,
        state,
        problem,
        nextTryAt,
        state === 'QUEUED' ? null : dashboard.now(),
        row.tries,
      ],
    })
    if (count !== 1) dashboard.log.warn({ mail: row.id, state }, 'a mail was taken over before its end')
  }
  if (row.tries > TRIES_MAX) {
    dashboard.log.warn({ mail: row.id, tries: row.tries }, 'every worker that took this mail died')
    await end('FAILED', 'internal', null)
    return true
  }
  try {
    await mailer.send({
      id: row.id,
      to: row.recipient,
      subject: row.subject,
      text: row.body_text,
      html: row.body_html,
    })
  } catch (error) {
    const problem = error instanceof MailRefused || error instanceof MailFailed ? error.message : 'internal'
    const isOver = error instanceof MailRefused || row.tries >= TRIES_MAX
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (row.tries - 1))
    dashboard.log.warn({ mail: row.id, tries: row.tries, problem, isOver }, 'a mail did not leave')
    await end(
      isOver ? 'FAILED' : 'QUEUED',
      problem,
      isOver ? null : new Date(dashboard.now().getTime() + pauseMs),
    )
    return true
  }
  await end(mailer.outcome, null, null)
  return true
}
