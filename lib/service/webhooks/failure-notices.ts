import { dateFormat } from '@/lib/domain/formatters'
import type { Database, Queryable } from '@/lib/platform/database'
import { type Lanes, ONE_ROW, type Shared, shareLanes } from '@/lib/platform/jobs/lanes'
import type { Log } from '@/lib/platform/log'
import { MAIL_LEASE_MS, type Mailer, MailRefused, oneLine } from '@/lib/platform/mail/mailer'
import { sha256 } from '@/lib/platform/secrets'
import { showMessage } from '@/lib/service/messaging/messenger'

/** Duration of a failure at its notice: the retries after 1 and 5 minutes have failed too. */
const NOTICE_AFTER_MS = 15 * 60_000
/** Minimum interval between two notices of an endpoint that fails and recovers repeatedly. */
const NOTICE_PAUSE_MS = 6 * 3_600_000
/** Notices per look; the next one, a minute later, goes on. */
const NOTICES_AT_ONCE = 100
/** Notices of one account within a day: its contact address is as its owner typed it. */
const PER_ACCOUNT_MAX = 20
/** Pauses double from the first one: the tries spread over some hours. */
const TRIES_MAX = 15
const FIRST_PAUSE_MS = 1_000
const SENT_MAX = 10

/** A notice that a mail is to carry. `since` names the failure: an endpoint that recovered meanwhile needs no mail. */
export interface FailureNotice {
  account_id: string
  endpoint_id: string
  since: Date
}

/**
 * Marks the endpoints that keep failing at `now`, and queues one mail for each failure in the same statement. A failure
 * needs a second failed attempt, test events aside. `db`: `checkout_system`. Returns their number.
 */
export async function queueFailureNotices(db: Queryable, now: Date): Promise<number> {
  const { count } = await db.query({
    name: 'count-failure-notices',
    text: `WITH due AS MATERIALIZED (
        SELECT e.account_id, e.id FROM service.webhook_endpoint e JOIN service.account a ON a.id = e.account_id
        WHERE e.failing_since <= $1::timestamptz - $2 * interval '1 ms' AND e.notices = 0
          AND e.status = 'ACTIVE' AND a.status IN ('TRIAL', 'ACTIVE')
          AND (e.noticed_at IS NULL OR e.noticed_at <= $1::timestamptz - $3 * interval '1 ms')
          AND EXISTS (SELECT FROM service.delivery d
            WHERE d.account_id = e.account_id AND d.endpoint_id = e.id AND d.last_error_class IS NOT NULL AND NOT d.test
              AND d.last_attempt_at > e.failing_since)
        ORDER BY e.failing_since LIMIT ${NOTICES_AT_ONCE} FOR NO KEY UPDATE OF e SKIP LOCKED
      ), noticed AS (
        UPDATE service.webhook_endpoint e SET notices = 1, noticed_at = $1
        FROM due WHERE e.account_id = due.account_id AND e.id = due.id RETURNING e.account_id, e.id, e.failing_since
      )
      INSERT INTO jobs.failure_notice (account_id, endpoint_id, since, number, due_at)
      SELECT account_id, id, failing_since, 1, clock_timestamp() FROM noticed`,
    values: [now, NOTICE_AFTER_MS, NOTICE_PAUSE_MS],
  })
  return count
}

export interface NoticeMailDeps {
  database: Database
  mailer: Mailer
  webUrl: string
  now(): Date
  log: Log
}

interface FailingEndpoint {
  name: string
  contact_email: string
  timezone: string
  url: string
  /** Notices that the account was sent within a day. */
  sent: number
  waiting: number
  last_attempt_at: Date
  last_answer_status: number | null
  last_error_class: string
}

interface ClaimedNotice extends FailureNotice, Shared {
  number: number
  tries: number
}

/**
 * Mails one notice that is due, or one of each account with `lanes`: claims it by moving its time past a lease, so that a
 * killed worker's is mailed again, under the same Message-ID. @returns the number of notices taken
 */
export function runNoticeMail(deps: NoticeMailDeps, lanes?: Lanes): Promise<number> {
  return shareLanes(
    lanes,
    ({ keys, free }) => claimNotices(deps, keys, lanes ? free : ONE_ROW.free),
    async ([row]) => void (row && (await mailNotice(deps, row))),
  )
}

/** Claims at most one notice of an account. */
async function claimNotices({ database }: NoticeMailDeps, accounts: readonly string[], free: number) {
  const { rows } = await database.as('checkout_system').query<ClaimedNotice>({
    name: 'claim-failure-notice',
    text: `WITH first AS (
        SELECT DISTINCT ON (account_id) account_id, endpoint_id, since, number FROM jobs.failure_notice
        WHERE due_at <= clock_timestamp() AND account_id <> ALL ($2::text[]) ORDER BY account_id, due_at
      ), due AS MATERIALIZED (
        SELECT account_id AS a, endpoint_id AS e, since AS s, number AS n
        FROM jobs.failure_notice JOIN first USING (account_id, endpoint_id, since, number)
        WHERE due_at <= clock_timestamp() ORDER BY due_at LIMIT $3 FOR UPDATE OF failure_notice SKIP LOCKED
      )
      UPDATE jobs.failure_notice SET due_at = clock_timestamp() + $1 * interval '1 ms', tries = tries + 1
      FROM due WHERE account_id = a AND endpoint_id = e AND since = s AND number = n
      RETURNING account_id, endpoint_id, since, number, tries, account_id AS lane, account_id AS lane_team`,
    values: [MAIL_LEASE_MS, accounts, free],
  })
  return rows
}

async function mailNotice(deps: NoticeMailDeps, row: ClaimedNotice): Promise<void> {
  const db = deps.database.as('checkout_system')
  const { account_id, endpoint_id, since, number, tries } = row
  const key = [account_id, endpoint_id, since, number, tries]
  const own = 'WHERE account_id = $1 AND endpoint_id = $2 AND since = $3 AND number = $4 AND tries = $5'
  let isDone = false
  try {
    isDone = await mailFailureNotice(deps, row)
  } catch (err) {
    deps.log.error({ account_id, endpoint_id, tries, err }, 'a failure notice did not leave')
    if (tries < TRIES_MAX) {
      await db.query({
        text: `UPDATE jobs.failure_notice SET due_at = clock_timestamp() + $6 * interval '1 ms' ${own}`,
        values: [...key, FIRST_PAUSE_MS * 2 ** (tries - 1)],
      })
      return
    }
  }
  await db.query({ text: `DELETE FROM jobs.failure_notice ${own}`, values: key })
  // A failure whose mail did not leave is noticed again after the pause.
  if (!isDone)
    await db.query({
      text: `UPDATE service.webhook_endpoint SET notices = 0
        WHERE account_id = $1 AND id = $2 AND failing_since = $3`,
      values: [account_id, endpoint_id, since],
    })
}

/** Mails a notice once. Returns false after the account's mails of the day. Throws MailFailed. */
export async function mailFailureNotice(
  { database, mailer, webUrl, now, log }: NoticeMailDeps,
  notice: FailureNotice,
): Promise<boolean> {
  const db = database.as('checkout_system')
  const failing = await findFailing(db, notice, now())
  if (!failing) return true
  if (failing.sent >= PER_ACCOUNT_MAX) {
    log.warn({ account_id: notice.account_id }, 'an account has had its failure notices of a day')
    return false
  }
  const { account_id, endpoint_id, since } = notice
  const key = JSON.stringify([account_id, endpoint_id, since])
  const id = `mail_${sha256(key).toString('hex').slice(0, 32)}`
  const mail = { to: failing.contact_email, ...noticeText(failing, notice, webUrl) }
  if (mailer.outcome === 'SHOWN') {
    const text = `${mail.subject}\n\n${mail.text}`
    await showMessage(db, { id, accountId: account_id, to: mail.to, text, now: now() })
  } else {
    try {
      await mailer.send({ id, ...mail })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      const problem = error.message
      log.warn({ account_id, problem }, 'a failure notice was refused')
      return true
    }
  }
  await recordSent(db, notice, mail.to, now())
  return true
}

/** Records a mail for the endpoint's page, newest first. A second try of the same notice keeps the first record. */
async function recordSent(
  db: Queryable,
  { account_id, endpoint_id, since }: FailureNotice,
  to: string,
  at: Date,
): Promise<void> {
  await db.query({
    text: `UPDATE service.webhook_endpoint e SET notices_sent = (
        SELECT jsonb_agg(sent.notice ORDER BY sent.position)
        FROM jsonb_array_elements($3::jsonb || e.notices_sent) WITH ORDINALITY AS sent (notice, position)
        WHERE sent.position <= ${SENT_MAX})
      WHERE account_id = $1 AND id = $2 AND NOT notices_sent @> $4::jsonb`,
    values: [
      account_id,
      endpoint_id,
      JSON.stringify([{ since, to, at: at.toISOString() }]),
      JSON.stringify([{ since }]),
    ],
  })
}

async function findFailing(db: Queryable, notice: FailureNotice, now: Date) {
  const { rows } = await db.query<FailingEndpoint>({
    text: `SELECT a.name, a.contact_email, a.timezone, e.url, last.*,
        (SELECT count(*)::integer FROM service.webhook_endpoint own
          CROSS JOIN LATERAL jsonb_array_elements(own.notices_sent) AS notice (sent)
          WHERE own.account_id = e.account_id AND (notice.sent ->> 'at')::timestamptz > $4::timestamptz - interval '1 day') AS sent,
        (SELECT count(*)::integer FROM service.delivery d
          WHERE d.account_id = e.account_id AND d.endpoint_id = e.id AND d.status = 'PENDING' AND NOT d.test) AS waiting
      FROM service.webhook_endpoint e JOIN service.account a ON a.id = e.account_id
      CROSS JOIN LATERAL (
        SELECT last_attempt_at, last_answer_status, last_error_class FROM service.delivery d
        WHERE d.account_id = e.account_id AND d.endpoint_id = e.id AND d.last_error_class IS NOT NULL AND NOT d.test
        ORDER BY d.last_attempt_at DESC LIMIT 1) AS last
      WHERE e.account_id = $1 AND e.id = $2 AND e.failing_since = $3 AND e.status = 'ACTIVE'
        AND a.status IN ('TRIAL', 'ACTIVE')`,
    values: [notice.account_id, notice.endpoint_id, notice.since, now],
  })
  return rows[0]
}

const CAUSES: Readonly<Record<string, string>> = {
  address_refused: 'its name leads to an address that is not public',
  dns: 'its name was not found',
  connect: 'no connection could be made',
  tls: 'its TLS certificate was not accepted',
  timeout: 'no answer came within 10 seconds',
  closed: 'the connection was closed before an answer',
  protocol: 'the answer was no valid HTTP',
  secret_unreadable: 'its signing secret could not be read by us; please contact us',
}

function noticeText(failing: FailingEndpoint, notice: FailureNotice, webUrl: string) {
  const { host, pathname } = new URL(failing.url)
  const address = `${host}${pathname}`
  const format = dateFormat('en-GB', { timeZone: failing.timezone, dateStyle: 'long', timeStyle: 'short' })
  const dated = (at: Date) => `${format.format(at).replace(' at ', ', ')} (${failing.timezone})`
  const cause =
    CAUSES[failing.last_error_class] ??
    (failing.last_answer_status === null
      ? 'no answer came'
      : `it answered ${failing.last_answer_status} in place of 2xx`)
  const subject = `Your webhook endpoint at ${host} is failing`
  const text = [
    `No event of ${oneLine(failing.name)} has reached this webhook endpoint since it began to fail.`,
    '',
    `Endpoint: ${address}`,
    `Failing since: ${dated(notice.since)}`,
    `Last attempt: ${dated(failing.last_attempt_at)}: ${cause}`,
    `Deliveries that wait for a retry: ${failing.waiting}`,
    '',
    `See each attempt and its answer: ${webUrl}/developers/webhooks/${notice.endpoint_id}?account=${notice.account_id}`,
    '',
    'The endpoint stays on. Each event is sent again after 1 minute, 5 minutes, 30 minutes, 2 hours and 6 hours.',
    'After these 8.6 hours its delivery is marked as failed, and it is sent again only when you retry it by hand.',
    'You get no further mail about this failure. Pause or delete the endpoint if you do not need it any more.',
    '',
  ].join('\n')
  return { subject, text }
}
