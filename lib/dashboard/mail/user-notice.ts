import { z } from 'zod'
import { newId } from '@/lib/contract/ids'
import { wakeSync } from '@/lib/dashboard/jobs/row-lease'
import { roles } from '@/lib/dashboard/schema/role-permissions'
import { NOTICES_PER_USER } from '@/lib/dashboard/team-limits'
import { nameBrowser } from '@/lib/domain/name-browser'
import { mail } from '@/lib/messages/mail'
import { security } from '@/lib/messages/security'
import { shell } from '@/lib/messages/shell'
import type { Queryable } from '@/lib/platform/database'
import { type MailText, mailDate, mailText, NAME_MAX, withoutLinks } from './mail-text'

const copy = mail.userNotice
export type NoticeKind = keyof typeof copy.kinds
// Object.keys loses the key type.
export const noticeKinds = Object.keys(copy.kinds) as NoticeKind[]

function pageOf(kind: NoticeKind): string {
  if (kind === 'user.change_password' || kind === 'user.reset_password') return '/forgot-password'
  if (/^(user|session)\./.test(kind)) return '/settings/security'
  if (kind.startsWith('team.')) return '/settings/team'
  return kind.startsWith('payouts.') ? '/payouts' : '/settings/audit'
}

const text = z.string().nullable()
/** Facts of a notice, stored until its mail is composed; never a secret. */
const noticeFacts = z
  .object({
    kind: z.enum(noticeKinds),
    isUnknown: z.boolean(),
    byOperator: z.boolean(),
    account: text,
    slug: text,
    /** Name of the key, or receiver of the endpoint. */
    name: text,
    bankBefore: text,
    bankAfter: text,
    since: text,
    service: text,
    team: text,
    member: text,
    roleBefore: z.enum(roles),
    role: z.enum(roles),
    userAgent: text,
    address: text,
  })
  .partial()
  .required({ kind: true })
export type NoticeFacts = z.infer<typeof noticeFacts>

/** Returns whether users get a notice about an action. */
export function isNotified(action: string): action is NoticeKind {
  return Object.hasOwn(copy.kinds, action)
}

interface NewNotice {
  /** Users who get it, if their address is verified. */
  to: readonly string[]
  facts: NoticeFacts
  now: Date
  /** Member who acted; null for the user or an operator. */
  by?: string | null
  /** Session that acted, whose browser is named. */
  sessionId?: string | null
  teamId?: string | null
}

/** Queues a notice to users in the transaction of `tx`: at most `NOTICES_PER_USER` of a kind, and about a member, within a day. */
export async function queueUserNotice(
  tx: Queryable,
  { to, facts, now, by = null, sessionId = null, teamId = null }: NewNotice,
): Promise<void> {
  const { count } = await tx.query({
    name: 'queue-user-notice',
    text: `INSERT INTO dashboard.mailed_link (id, purpose, email, user_id, created_by, created_at, expires_at, mail_state, mail_due_at, facts)
      SELECT $1 || row_number() OVER (ORDER BY u.id), 'SECURITY', u.email, u.id, $3, $4, $4::timestamptz + interval '2 days', 'QUEUED', $4,
        $5::jsonb || jsonb_strip_nulls(jsonb_build_object(
          'userAgent', (SELECT user_agent FROM dashboard.session WHERE id = $6), 'team', (SELECT name FROM dashboard.team WHERE id = $7)))
      FROM dashboard."user" u WHERE u.id = ANY ($2) AND u.email_verified_at IS NOT NULL AND (
        SELECT count(*) FROM dashboard.mailed_link l WHERE l.user_id = u.id AND l.created_at > $4::timestamptz - interval '1 day'
          AND l.purpose = 'SECURITY' AND l.facts->>'kind' = $8
          AND l.facts->>'member' IS NOT DISTINCT FROM $5::jsonb->>'member') < ${NOTICES_PER_USER}`,
    values: [newId('ml', now), to, by, now, JSON.stringify(facts), sessionId, teamId, facts.kind],
  })
  if (count > 0) await wakeSync(tx)
}

/** Returns the mail of a stored notice; `by` is the address of the member who acted. */
export function userNoticeMail(
  webUrl: string,
  row: { facts: unknown; email: string; by: string | null; created_at: Date },
): MailText {
  const facts = noticeFacts.parse(row.facts)
  const labels = mail.securityLetter
  const { what, closing, link } = copy.kinds[facts.kind]
  const { browser, system } = nameBrowser(facts.userAgent ?? '')
  const account = facts.account && withoutLinks(facts.account, NAME_MAX)
  const bank = (last4: string | null | undefined) => last4 && `••${last4}`
  const lines = [
    [labels.action, what],
    [labels.result, facts.isUnknown ? labels.unknown : null],
    [copy.account, account],
    [copy.service, facts.service],
    [labels.name, facts.name && withoutLinks(facts.name)],
    [labels.bankBefore, bank(facts.bankBefore)],
    [labels.bankAfter, bank(facts.bankAfter)],
    [labels.from, facts.since && mailDate(facts.since, 'UTC')],
    [copy.team, facts.team && withoutLinks(facts.team, NAME_MAX)],
    [copy.member, facts.member],
    [copy.roleBefore, facts.roleBefore && shell.roles[facts.roleBefore]],
    [copy.role, facts.role && shell.roles[facts.role]],
    [labels.by, facts.byOperator ? copy.operator : row.by],
    [copy.browser, browser && system ? security.sessions.on(browser, system) : (browser ?? system)],
    [labels.address, facts.address],
    [labels.date, mailDate(row.created_at.toISOString(), 'UTC')],
  ] as const
  return mailText({
    subject: what,
    greeting: account ? labels.greeting(account) : copy.greeting(row.email),
    lines,
    link: { label: link, url: `${webUrl}${facts.slug ? `/${facts.slug}` : ''}${pageOf(facts.kind)}` },
    closing,
  })
}
