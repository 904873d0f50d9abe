import { z } from 'zod'
import { newId } from '@/lib/contract/ids'
import { wakeSync } from '@/lib/dashboard/jobs/row-lease'
import { roles } from '@/lib/dashboard/role-permissions'
import { NOTICES_PER_USER } from '@/lib/dashboard/team-limits'
import { nameBrowser } from '@/lib/domain/name-browser'
import type { Queryable } from '@/lib/platform/database'
import { raw, sql } from '@/lib/platform/sql'
import { type MailText, mailText, mailTexts, NAME_MAX, withoutLinks } from './mail-text'

/** Actions of which users get a notice. */
export const noticeKinds = [
  'user.change_password',
  'user.reset_password',
  'user.two_step_on',
  'user.two_step_off',
  'user.recovery_codes',
  'user.passkey_add',
  'user.passkey_remove',
  'session.new_browser',
  'team.change_role',
  'team.accept_invitation',
  'team.remove_member',
  'connection.connect',
  'connection.disconnect',
  'connection.remove',
  'connection.replace_key',
  'connection.register_webhook',
  'connection.add_secret',
  'connection.retire_secret',
  'keys.create',
  'keys.roll',
  'keys.revoke',
  'endpoints.create',
  'endpoints.edit',
  'endpoints.pause',
  'endpoints.delete',
  'endpoints.rotate_secret',
  'payouts.set_account',
  'payouts.cancel_change',
  'payouts.remove_account',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Page to which a notice leads, by its closing text. */
const pages = {
  password: '/forgot-password',
  reset: '/forgot-password',
  security: '/settings/security',
  team: '/settings/team',
  payouts: '/payouts',
  accounts: '/settings/audit',
} as const

function closingOf(kind: string): keyof typeof pages {
  if (kind === 'user.change_password') return 'password'
  if (kind === 'user.reset_password') return 'reset'
  if (/^(user|session)\./.test(kind)) return 'security'
  if (kind.startsWith('team.')) return 'team'
  return kind.startsWith('payouts.') ? 'payouts' : 'accounts'
}

const text = z.string().nullable()
/** Facts of a notice, stored until its mail is composed; never a secret. */
const noticeFacts = z
  .object({
    /** A notice of another release may have a kind that this one lacks. */
    kind: z.string(),
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
export type NoticeFacts = z.infer<typeof noticeFacts> & { kind: NoticeKind }

/** Returns whether users get a notice about an action. */
export function isNotified(action: string): action is NoticeKind {
  return noticeKinds.some((kind) => kind === action)
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
  const stored = JSON.stringify(facts)
  const { count } = await tx.query(sql`
    INSERT INTO dashboard.mailed_link (id, purpose, email, user_id, created_by, created_at, expires_at, mail_state,
      mail_due_at, facts)
    SELECT ${newId('ml', now)} || row_number() OVER (ORDER BY u.id), 'SECURITY', u.email, u.id, ${by},
      ${now}, ${now}::timestamptz + interval '2 days', 'QUEUED', ${now},
      ${stored}::jsonb || jsonb_strip_nulls(jsonb_build_object(
        'userAgent', (SELECT user_agent FROM dashboard.session WHERE id = ${sessionId}),
        'team', (SELECT name FROM dashboard.team WHERE id = ${teamId})))
    FROM dashboard."user" u WHERE u.id = ANY (${to}) AND u.email_verified_at IS NOT NULL AND (
      SELECT count(*) FROM dashboard.mailed_link l
      WHERE l.user_id = u.id AND l.created_at > ${now}::timestamptz - interval '1 day'
        AND l.purpose = 'SECURITY' AND l.facts->>'kind' = ${facts.kind}
        AND l.facts->>'member' IS NOT DISTINCT FROM ${stored}::jsonb->>'member') < ${raw(NOTICES_PER_USER)}`)
  if (count > 0) await wakeSync(tx)
}

/**
 * Returns the mail of a stored notice in a language; `by` is the address of the member who acted. A kind that this release
 * lacks is shown by its name.
 */
export function userNoticeMail(
  webUrl: string,
  row: { facts: unknown; email: string; by: string | null; created_at: Date; language: string | null },
): MailText {
  const facts = noticeFacts.parse(row.facts)
  const { t, language, date } = mailTexts(row.language)
  const closing = closingOf(facts.kind)
  const { browser, system } = nameBrowser(facts.userAgent ?? '')
  const account = facts.account && withoutLinks(facts.account, NAME_MAX)
  const bank = (last4: string | null | undefined) => last4 && `••${last4}`
  const subject = isNotified(facts.kind) ? t(`member-mail.notice.what.${facts.kind}`) : facts.kind
  const lines = [
    [t('member-mail.notice.action'), subject],
    [t('member-mail.notice.result'), facts.isUnknown ? t('member-mail.notice.unknown') : null],
    [t('member-mail.notice.account'), account],
    [t('member-mail.notice.service'), facts.service],
    [t('member-mail.notice.name'), facts.name && withoutLinks(facts.name)],
    [t('member-mail.notice.bankBefore'), bank(facts.bankBefore)],
    [t('member-mail.notice.bankAfter'), bank(facts.bankAfter)],
    [t('member-mail.notice.from'), facts.since && date(facts.since, 'UTC')],
    [t('member-mail.notice.team'), facts.team && withoutLinks(facts.team, NAME_MAX)],
    [t('member-mail.notice.member'), facts.member],
    [t('member-mail.notice.roleBefore'), facts.roleBefore && t(`shell.roles.${facts.roleBefore}`)],
    [t('member-mail.notice.role'), facts.role && t(`shell.roles.${facts.role}`)],
    [t('member-mail.notice.by'), facts.byOperator ? t('member-mail.notice.operator') : row.by],
    [
      t('member-mail.notice.browser'),
      browser && system ? t('security.sessions.on', { browser, system }) : (browser ?? system),
    ],
    [t('member-mail.notice.address'), facts.address],
    [t('member-mail.notice.date'), date(row.created_at.toISOString(), 'UTC')],
  ] as const
  return mailText({
    language,
    subject,
    greeting: account
      ? t('member-mail.notice.ofAccount', { merchant: account })
      : t('member-mail.notice.ofUser', { email: row.email }),
    lines,
    link: {
      label: t(`member-mail.notice.link.${closing}`),
      url: `${webUrl}${facts.slug ? `/${facts.slug}` : ''}${pages[closing]}`,
    },
    closing: t(`member-mail.notice.closing.${closing}`),
  })
}
