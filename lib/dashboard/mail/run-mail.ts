import { asSystem, type Dashboard } from '@/lib/dashboard/context'
import { fairShare, LANE } from '@/lib/dashboard/jobs/fair-share'
import type { Queryable } from '@/lib/platform/database'
import { type Lanes, ONE_ROW, type Room, type Shared, shareLanes } from '@/lib/platform/jobs/lanes'
import { MAIL_LEASE_MS, type Mailer, MailFailed, MailRefused } from '@/lib/platform/mail/mailer'
import { metrics } from '@/lib/platform/metrics/metrics'
import { raw, sql } from '@/lib/platform/sql'
import type { MailText } from './mail-text'

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
  const { rows } = await asSystem({ database }).query<MailRow & Shared>(sql`
    ${fairShare({
      ...{ room, rowsPerConnection: 1, table: 'mail', key: ['id'] },
      open: sql`job.state IN ('QUEUED', 'SENDING')`,
      due: sql`((job.state = 'QUEUED' AND job.next_try_at <= ${now()})
        OR (job.state = 'SENDING' AND job.lease_until < clock_timestamp()))`,
      since: sql`job.next_try_at`,
    })}
    UPDATE dashboard.mail SET state = 'SENDING', owner = ${owner}, tries = tries + 1,
      lease_until = clock_timestamp() + ${leaseMs} * interval '1 ms'
    FROM due WHERE connection_id = c AND id = k1
    RETURNING connection_id, id, recipient, subject, body_text, body_html, tries, ${LANE}`)
  return rows
}

async function sendOne(dashboard: Dashboard, mailer: Mailer, row: MailRow, owner: string): Promise<void> {
  const { id, recipient: to, subject, body_text: text, body_html: html, tries } = row
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (tries - 1))
  const attempt = { id, tries, triesMax: TRIES_MAX, pauseMs }
  const { state, problem, dueAt } = await attemptMail(dashboard, mailer, attempt, () => ({
    to,
    subject,
    text,
    html,
  }))
  const finishedAt = state === 'QUEUED' ? null : dashboard.now()
  const { count } = await asSystem(dashboard).query(sql`
    UPDATE dashboard.mail SET state = ${state}, problem = ${problem}, next_try_at = ${dueAt}, owner = NULL,
      lease_until = NULL, finished_at = ${finishedAt}
    WHERE connection_id = ${row.connection_id} AND id = ${id} AND owner = ${owner} AND state = 'SENDING'
      AND tries = ${tries}`)
  if (count !== 1) dashboard.log.warn({ mail: id, state }, 'a mail was taken over before its end')
}

interface Attempt {
  id: string
  /** Attempts with this one, those of killed workers included, and the last one that sends. */
  tries: number
  triesMax: number
  /** Pause after a failure of this one. */
  pauseMs: number
}

/**
 * Composes and sends a mail, whichever queue it is from. @returns its next state: that of the mailer, QUEUED until `dueAt`, or FAILED after
 * a refusal or the last attempt
 */
export async function attemptMail(
  { log, now }: Pick<Dashboard, 'log' | 'now'>,
  mailer: Mailer,
  { id, tries, triesMax, pauseMs }: Attempt,
  compose: () => MailText & { to: string },
): Promise<{ state: string; problem: string | null; dueAt: Date | null }> {
  const facts = { mail: id, tries }
  if (tries > triesMax) {
    log.warn(facts, 'every worker that took this mail died')
    return { state: 'FAILED', problem: 'internal', dueAt: null }
  }
  try {
    await mailer.send({ id, ...compose() })
    metrics.mails.inc({ result: mailer.outcome.toLowerCase() })
    return { state: mailer.outcome, problem: null, dueAt: null }
  } catch (error) {
    const problem = error instanceof MailRefused || error instanceof MailFailed ? error.message : 'internal'
    const isOver = error instanceof MailRefused || tries >= triesMax
    metrics.mails.inc({ result: isOver ? 'failed' : 'delayed' })
    log.warn({ ...facts, problem, isOver }, 'a mail did not leave')
    if (isOver) return { state: 'FAILED', problem, dueAt: null }
    return { state: 'QUEUED', problem, dueAt: new Date(now().getTime() + pauseMs) }
  }
}

/** A mail that the outbox shows; without an account for the link of a user or a team. */
export interface ShownMail {
  id: string
  account_id: string | null
  to: string
  text: string
  created_at: Date
}

const SHOWN_MAX = 100

/**
 * Returns mail that the outbox shows instead of sending, of every account, newest first. `db` is a handle of
 * `checkout_dashboard_system`.
 */
export async function listShownMail(db: Queryable): Promise<ShownMail[]> {
  const { rows } = await db.query<ShownMail>(sql`
    SELECT m.id, c.account->>'id' AS account_id, m.recipient AS "to", m.subject || E'\\n\\n' || m.body_text AS text,
      m.created_at
    FROM dashboard.mail m JOIN dashboard.connection c ON c.id = m.connection_id
    WHERE m.state = 'SHOWN' ORDER BY m.created_at DESC, m.id DESC LIMIT ${raw(SHOWN_MAX)}`)
  return rows
}
