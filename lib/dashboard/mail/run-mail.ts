import type { Dashboard } from '@/lib/dashboard/context'
import { fairShare, LANE, shareValues } from '@/lib/dashboard/jobs/fair-share'
import type { Queryable } from '@/lib/platform/database'
import { type Lanes, ONE_ROW, type Room, type Shared, shareLanes } from '@/lib/platform/jobs/lanes'
import { MAIL_LEASE_MS, type Mailer, MailFailed, MailRefused } from '@/lib/platform/mail/mailer'

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
 * Sends one due mail, or one of each connection with `lanes`: claims it, sends it, records the result. A mail whose worker
 * died in between is sent again under the same Message-ID.
 * @returns the number of mails taken
 */
export function runMail(
  dashboard: Dashboard,
  mailer: Mailer,
  { owner, leaseMs = MAIL_LEASE_MS }: { owner: string; leaseMs?: number },
  lanes?: Lanes,
): Promise<number> {
  return shareLanes(
    lanes,
    (room) => claimMails(dashboard, { owner, leaseMs }, lanes ? room : ONE_ROW),
    async ([row]) => void (row && (await sendOne(dashboard, mailer, row, owner))),
  )
}

async function claimMails(
  { database, now }: Dashboard,
  { owner, leaseMs }: { owner: string; leaseMs: number },
  room: Room,
): Promise<readonly (MailRow & Shared)[]> {
  const { rows } = await database.as('checkout_dashboard_system').query<MailRow & Shared>({
    name: 'claim-mail',
    text: `${fairShare({
      table: 'mail',
      key: ['id'],
      open: `job.state IN ('QUEUED', 'SENDING')`,
      due: `((job.state = 'QUEUED' AND job.next_try_at <= $8) OR (job.state = 'SENDING' AND job.lease_until < clock_timestamp()))`,
      since: 'job.next_try_at',
    })}
      UPDATE dashboard.mail SET state = 'SENDING', owner = $6, tries = tries + 1,
        lease_until = clock_timestamp() + $7 * interval '1 ms'
      FROM due WHERE connection_id = c AND id = k1
      RETURNING connection_id, id, recipient, subject, body_text, body_html, tries, ${LANE}`,
    values: [...shareValues(room, 1), owner, leaseMs, now()],
  })
  return rows
}

async function sendOne(dashboard: Dashboard, mailer: Mailer, row: MailRow, owner: string): Promise<void> {
  const system = dashboard.database.as('checkout_dashboard_system')
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
    return end('FAILED', 'internal', null)
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
    const nextTryAt = isOver ? null : new Date(dashboard.now().getTime() + pauseMs)
    return end(isOver ? 'FAILED' : 'QUEUED', problem, nextTryAt)
  }
  await end(mailer.outcome, null, null)
}

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
