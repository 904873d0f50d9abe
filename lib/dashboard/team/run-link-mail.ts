import { asSystem, type Dashboard, type Store } from '@/lib/dashboard/context'
import { type MailText, mailText, mailTexts, NAME_MAX, withoutLinks } from '@/lib/dashboard/mail/mail-text'
import { attemptMail } from '@/lib/dashboard/mail/run-mail'
import { userNoticeMail } from '@/lib/dashboard/mail/user-notice'
import { isRole } from '@/lib/dashboard/role-permissions'
import { type Lanes, ONE_ROW, type Shared, shareLanes } from '@/lib/platform/jobs/lanes'
import { MAIL_LEASE_MS, type Mailer } from '@/lib/platform/mail/mailer'
import { raw, sql } from '@/lib/platform/sql'
import { linkUrl, type MailPurpose } from './mailed-link'

const TRIES_MAX = 4
/** Attempts of a notice, whose link does not end: the last one after most of a day. */
const NOTICE_TRIES_MAX = 8
const FIRST_PAUSE_MS = 15_000
const SHOWN_MAX = 100
/** Time for which a link stays in the lists of its team after its end. */
const KEPT_MS = 30 * 24 * 60 * 60_000

interface LetterRow {
  id: string
  purpose: MailPurpose
  email: string
  role: string | null
  expires_at: Date
  team: string | null
  inviter: string | null
  by: string | null
  facts: unknown
  created_at: Date
  language: string | null
}

/** SQL of the columns of a LetterRow from a mailed link `l`. The language is that of its user, inviter or sign-up. */
const LETTER_COLUMNS = sql`l.id, l.purpose, l.email, l.role, l.expires_at, l.facts, l.created_at,
  (SELECT name FROM dashboard.team t WHERE t.id = l.team_id) AS team,
  (SELECT name FROM dashboard."user" u WHERE u.id = l.created_by) AS inviter,
  (SELECT email FROM dashboard."user" u WHERE u.id = l.created_by) AS by,
  coalesce((SELECT language FROM dashboard."user" u WHERE u.id = coalesce(l.user_id, l.created_by)), l.facts->>'language') AS language`

/** SQL of the subject of a mail: each has one lane. */
const SUBJECT = sql`coalesce(team_id, user_id, email)`

type Scope = Pick<Dashboard, 'database' | 'keyring' | 'now' | 'log'>

/**
 * Mails one due and valid link, or one of each team and user with `lanes`: claims it by moving its next attempt past a
 * lease, sends it, records the result.
 * @returns the number of mails taken
 */
export function runLinkMail(dashboard: Scope, mailer: Mailer, { webUrl }: { webUrl: string }, lanes?: Lanes) {
  return shareLanes(
    lanes,
    ({ keys, free }) => claimLinks(dashboard, keys, lanes ? free : ONE_ROW.free),
    async ([row]) => void (row && (await mailLink(dashboard, mailer, row, webUrl))),
  )
}

type DueLink = LetterRow & Shared & { mail_tries: number }

/** Claims at most one mail of a subject: the team of an invitation, the address of a sign-up, else the user. */
async function claimLinks({ database, now }: Scope, subjects: readonly string[], free: number) {
  const at = now()
  const isDue = sql`mail_state = 'QUEUED' AND mail_due_at <= ${at}
    AND used_at IS NULL AND revoked_at IS NULL AND expires_at > ${at}`
  const { rows } = await asSystem({ database }).query<DueLink>(sql`
    WITH first AS (
      SELECT DISTINCT ON (${SUBJECT}) id FROM dashboard.mailed_link
      WHERE ${isDue} AND ${SUBJECT} <> ALL (${subjects}::text[])
      ORDER BY ${SUBJECT}, mail_due_at
    ), due AS MATERIALIZED (
      SELECT id FROM dashboard.mailed_link JOIN first USING (id) WHERE ${isDue}
      ORDER BY mail_due_at LIMIT ${free} FOR UPDATE OF mailed_link SKIP LOCKED
    )
    UPDATE dashboard.mailed_link l SET mail_tries = mail_tries + 1, mail_due_at = ${new Date(at.getTime() + MAIL_LEASE_MS)}
    FROM due WHERE l.id = due.id
    RETURNING ${LETTER_COLUMNS}, l.mail_tries, ${SUBJECT} AS lane, ${SUBJECT} AS lane_team`)
  return rows
}

async function mailLink(dashboard: Scope, mailer: Mailer, row: DueLink, webUrl: string): Promise<void> {
  const { id, email: to, mail_tries: tries } = row
  const triesMax = row.purpose === 'SECURITY' ? NOTICE_TRIES_MAX : TRIES_MAX
  const attempt = { id, tries, triesMax, pauseMs: FIRST_PAUSE_MS * 4 ** (tries - 1) }
  const { state, problem, dueAt } = await attemptMail(dashboard, mailer, attempt, () => ({
    to,
    ...linkLetter(dashboard, webUrl, row),
  }))
  await asSystem(dashboard).query(sql`
    UPDATE dashboard.mailed_link SET mail_state = ${state}, mail_problem = ${problem}, mail_due_at = ${dueAt}
    WHERE id = ${id} AND mail_tries = ${tries} AND mail_state = 'QUEUED'`)
}

/** Returns the mail of a row. The URL of a link is computed and never stored. */
function linkLetter({ keyring }: Pick<Dashboard, 'keyring'>, webUrl: string, row: LetterRow): MailText {
  const { id, purpose, role } = row
  if (purpose === 'SECURITY') return userNoticeMail(webUrl, row)
  const { t, language, date } = mailTexts(row.language)
  const hasAccount = purpose === 'HAS_ACCOUNT'
  const team = withoutLinks(row.team ?? '', NAME_MAX)
  const inviter = row.inviter && withoutLinks(row.inviter, NAME_MAX)
  return mailText({
    language,
    subject: t(`member-mail.link.subject.${purpose}`, { team }),
    greeting: inviter
      ? t('member-mail.link.invitedBy', { inviter, team })
      : t(`member-mail.link.greeting.${purpose}`, { team }),
    lines: [
      [t('member-mail.link.role'), role !== null && isRole(role) ? t(`shell.roles.${role}`) : null],
      [t('member-mail.link.email'), row.email],
      hasAccount
        ? [t('member-mail.link.reset'), `${webUrl}/forgot-password`]
        : [t('member-mail.link.until'), date(row.expires_at.toISOString(), 'UTC')],
    ],
    link: {
      label: t(`member-mail.link.label.${purpose}`),
      url: hasAccount ? `${webUrl}/sign-in` : linkUrl({ keyring }, webUrl, { id, purpose }),
    },
    closing: t(`member-mail.link.closing.${purpose}`),
  })
}

/** Returns the mails of links that were shown instead of sent, newest first, composed again from the links. */
export async function listShownLinks(dashboard: Pick<Dashboard, 'database' | 'keyring'>, webUrl: string) {
  const { rows } = await asSystem(dashboard).query<LetterRow>(sql`
    SELECT ${LETTER_COLUMNS} FROM dashboard.mailed_link l
    WHERE l.mail_state = 'SHOWN' ORDER BY l.created_at DESC, l.id DESC LIMIT ${raw(SHOWN_MAX)}`)
  return rows.map((row) => {
    const { subject, text } = linkLetter(dashboard, webUrl, row)
    const { id, email: to, created_at } = row
    return { id, account_id: null, to, text: `${subject}\n\n${text}`, created_at }
  })
}

/** Deletes links whose end is long past. @returns their number */
export async function pruneMailedLinks({ database, now }: Store): Promise<number> {
  const { count } = await asSystem({ database }).query(sql`
    DELETE FROM dashboard.mailed_link WHERE expires_at < ${new Date(now().getTime() - KEPT_MS)}`)
  return count
}
