import { newId } from '@/lib/contract/ids'
import { admitForm, countIn } from '@/lib/dashboard/attempts/attempts'
import { asSystem, type Dashboard, type SealedStore } from '@/lib/dashboard/context'
import { wakeSync } from '@/lib/dashboard/jobs/row-lease'
import { Refusal } from '@/lib/dashboard/refusal'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { lowerCaseEmail } from '@/lib/domain/email-address'
import type { Queryable } from '@/lib/platform/database'
import { raw, sql } from '@/lib/platform/sql'

const HOUR_MS = 60 * 60_000

/** Time in which a mail of each purpose is sent, and its link works. */
const LIFE_MS = {
  VERIFY_EMAIL: 7 * 24 * HOUR_MS,
  RESET_PASSWORD: HOUR_MS,
  INVITATION: 7 * 24 * HOUR_MS,
  SIGN_UP: 24 * HOUR_MS,
  HAS_ACCOUNT: 24 * HOUR_MS,
  SECURITY: 48 * HOUR_MS,
} as const
export type MailPurpose = keyof typeof LIFE_MS

/** Path below WEB_URL of each purpose with a link of its own; the token follows. */
const LINK_PATHS = {
  VERIFY_EMAIL: '/verify-email',
  RESET_PASSWORD: '/reset-password',
  INVITATION: '/invitation',
  SIGN_UP: '/sign-up',
} as const
type LinkPurpose = keyof typeof LINK_PATHS

/** SQL that removes the mail of an ending link from the queue. */
const MAIL_NO_LONGER = `mail_state = CASE mail_state WHEN 'QUEUED' THEN 'NONE' ELSE mail_state END, mail_due_at = NULL`

const END_BY = {
  id: 'id',
  purpose: 'purpose',
  userId: 'user_id',
  email: 'email',
  teamId: 'team_id',
  createdBy: 'created_by',
} as const
type EndedLinks = Partial<Record<keyof typeof END_BY, string>> &
  ({ purpose: MailPurpose } | { teamId: string }) & { isExpired?: boolean }

interface NewLink {
  email: string
  /** Member who created it; absent for the user's own links. */
  createdBy?: string | null
  /** False if no mail is set up: a member copies the link instead. */
  byMail?: boolean
  subject:
    | { purpose: 'INVITATION'; teamId: string; role: MemberRole }
    | { purpose: 'VERIFY_EMAIL' | 'RESET_PASSWORD' | 'HAS_ACCOUNT'; userId: string }
    | { purpose: 'SIGN_UP'; facts: object }
  now: Date
}

/** Valid link: neither used nor revoked nor expired. */
export interface OpenLink {
  id: string
  purpose: LinkPurpose
  email: string
  userId: string | null
  facts: unknown
  expiresAt: Date
  /** True for the token of the mail: its holder reads the address. */
  isMailed: boolean
}

/**
 * Writes a link in the transaction of `tx`; the worker mails it, and an older one of the user ends. A sign-up may be a
 * stranger's, and ends none. Throws Refusal `too_many_mails` beyond the daily limit of the address, which a new password does
 * not have: strangers could use it up.
 * @returns its id, or null if an open invitation of the address in this team exists
 */
export async function createMailedLink(tx: Queryable, link: NewLink): Promise<string | null> {
  const { subject, now, byMail = true, createdBy = null } = link
  const id = newId('ml', now)
  const isLimited = byMail && subject.purpose !== 'RESET_PASSWORD'
  const mailbox = lowerCaseEmail(link.email).replace(/\+[^@]*@/, '@')
  if (isLimited && !(await countIn(tx, now, 'mails to', mailbox))) throw new Refusal('too_many_mails')
  await endOlderLinks(tx, link)
  const { purpose, userId, teamId, role, facts } = {
    userId: null,
    teamId: null,
    role: null,
    facts: null,
    ...subject,
  }
  const { count } = await tx.query(sql`
    INSERT INTO dashboard.mailed_link (id, purpose, email, user_id, team_id, role, created_by, created_at, expires_at,
      mail_state, mail_due_at, facts)
    VALUES (${id}, ${purpose}, ${lowerCaseEmail(link.email)}, ${userId}, ${teamId}, ${role}, ${createdBy}, ${now},
      ${new Date(now.getTime() + LIFE_MS[purpose])}, ${byMail ? 'QUEUED' : 'NONE'}, ${byMail ? now : null},
      ${facts && JSON.stringify(facts)})
    ON CONFLICT DO NOTHING`)
  if (count !== 1) return null
  if (byMail) await wakeSync(tx)
  return id
}

/**
 * Ends the user's open links of this purpose, or the expired invitation of the address, which its unique index still counts as
 * open.
 */
async function endOlderLinks(tx: Queryable, { email, subject, now }: NewLink): Promise<void> {
  const { purpose } = subject
  if (purpose === 'SIGN_UP') return
  const which =
    purpose === 'INVITATION'
      ? { teamId: subject.teamId, email: lowerCaseEmail(email), isExpired: true }
      : { userId: subject.userId }
  await endLinks(tx, now, { purpose, ...which })
}

/** Ends the open links that have the given values, in the transaction of `tx`. @returns those that were open until now */
export async function endLinks(tx: Queryable, now: Date, { isExpired = false, ...values }: EndedLinks) {
  // The names are those of END_BY, and no value is undefined.
  const names = Object.keys(values) as (keyof typeof END_BY)[]
  const { rows } = await tx.query<{ id: string; email: string; role: MemberRole }>({
    text: `UPDATE dashboard.mailed_link SET revoked_at = $1, ${MAIL_NO_LONGER}
      WHERE used_at IS NULL AND revoked_at IS NULL ${isExpired ? 'AND expires_at <= $1' : ''}
        AND ${names.map((name, at) => `${END_BY[name]} = $${at + 2}`).join(' AND ')}
      RETURNING id, email, role`,
    values: [now, ...names.map((name) => values[name])],
  })
  return rows
}

/**
 * Returns the URL of a link. Its token is computed, so the database contains nothing that opens it. The copied URL
 * differs from the mailed one: only the latter proves that its holder reads the address.
 */
export function linkUrl(
  { keyring }: Pick<Dashboard, 'keyring'>,
  webUrl: string,
  { id, purpose }: { id: string; purpose: LinkPurpose },
  way: 'mailed' | 'copied' = 'mailed',
): string {
  return `${webUrl}${LINK_PATHS[purpose]}/${id}.${keyring.mark(id, markPurpose(purpose, way))}`
}

function markPurpose(purpose: LinkPurpose, way: 'mailed' | 'copied'): string {
  return way === 'mailed' ? purpose : `${purpose} copied`
}

/** Returns the link of a token, or null for an invalid one: unknown, changed, used, revoked or expired. */
export async function readMailedLink(
  { database, keyring, now }: SealedStore,
  purpose: LinkPurpose,
  token: string,
): Promise<OpenLink | null> {
  const [id = '', mark = '', ...rest] = token.split('.')
  const isMailed = keyring.isMark(mark, id, purpose)
  const isCopied = purpose === 'INVITATION' && keyring.isMark(mark, id, markPurpose(purpose, 'copied'))
  if (rest.length > 0 || !(isMailed || isCopied)) return null
  const { rows } = await asSystem({ database }).query<Omit<OpenLink, 'isMailed'>>(sql`
    SELECT id, purpose, email, user_id AS "userId", facts, expires_at AS "expiresAt" FROM dashboard.mailed_link
    WHERE id = ${id} AND purpose = ${purpose} AND used_at IS NULL AND revoked_at IS NULL AND expires_at > ${now()}
      AND (${isMailed} OR mail_state = 'NONE')`)
  return rows[0] ? { ...rows[0], isMailed } : null
}

/** Returns the link of a submitted form as `readMailedLink` does. Throws Refusal `too_many_tries` and `link_over`. */
export async function openMailedLink(
  dashboard: SealedStore,
  purpose: LinkPurpose,
  token: string,
  address: string,
): Promise<OpenLink> {
  await admitForm(dashboard, LINK_PATHS[purpose].slice(1), address)
  const link = await readMailedLink(dashboard, purpose, token)
  if (!link) throw new Refusal('link_over')
  return link
}

/**
 * Uses a link in the transaction of the action that it allows. @returns false if it was used or has ended in the meantime
 */
export async function useMailedLink(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const { count } = await tx.query(sql`
    UPDATE dashboard.mailed_link
    SET used_at = ${now}, ${raw(MAIL_NO_LONGER)}
    WHERE id = ${id} AND used_at IS NULL AND revoked_at IS NULL AND expires_at > ${now}`)
  return count === 1
}
