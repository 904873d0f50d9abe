import { z } from 'zod'
import type { Dashboard } from '@/lib/dashboard/context'
import type { AuditOutcome } from '@/lib/dashboard/schema/audit'
import { countMail, countSecurityNotice } from '@/lib/dashboard/team/sign-in-attempts'
import { audit } from '@/lib/messages/audit'
import { mail } from '@/lib/messages/mail'
import { mailText } from './mail-text'
import { mailId, queueMail } from './queue-mail'
import { mailDate } from './receipt-mail'
import { queueUserNotice } from './user-notice'

/** Actions that change where an account's money goes. Their notices have no limit that other actions could use up. */
const OF_MONEY = ['payouts.set_account', 'payouts.cancel_change'] as const

/** Actions of which owners and admins are notified: they change where money goes, or who can act for the account. */
const NOTIFIED = [
  ...OF_MONEY,
  'keys.create',
  'keys.roll',
  'keys.revoke',
  'endpoints.create',
  'endpoints.delete',
  'connection.replace_key',
  'connection.register_webhook',
] as const

/** Likewise; the account may be deleted, so their notices belong to the user. The object of the entry is the account. */
const OF_ACCOUNTS = ['connection.connect', 'connection.disconnect', 'connection.remove'] as const

/** Age of an entry up to which a notice is sent. */
const NEWS_MS = 2 * 86_400_000
/** Age from which an entry without an outcome is reported as unknown: its process died. */
const ABANDONED_MS = 2 * 60_000
/** Notices of one round. */
const NOTICES_MAX = 100

interface NoticeRow {
  team_id: string
  id: string
  outcome: AuditOutcome
  details: unknown
  created_at: Date
  address: string | null
  actor: string | null
  actor_id: string | null
  slug: string
  account_name: string
  zone: string
  /** Member who is notified; null = the account's contact address. */
  user_id: string | null
  email: string
}
type ConnectionNotice = NoticeRow & { connection_id: string; action: (typeof NOTIFIED)[number] }
type AccountNotice = NoticeRow & { user_id: string; action: (typeof OF_ACCOUNTS)[number] }

function isOfAccounts(row: ConnectionNotice | AccountNotice): row is AccountNotice {
  return OF_ACCOUNTS.some((action) => action === row.action)
}

/**
 * Queues the mails about `NOTIFIED` and `OF_ACCOUNTS` actions to the verified owners and admins of their team, and about the bank account also
 * to the contact address of the account: at most one for each entry and recipient, those of each team in turn.
 * @returns their number
 */
export async function queueSecurityNotices(
  dashboard: Pick<Dashboard, 'database' | 'now'>,
  { webUrl }: { webUrl: string },
): Promise<number> {
  const now = dashboard.now()
  const { rows } = await dashboard.database
    .as('checkout_dashboard_system')
    .query<ConnectionNotice | AccountNotice>({
      name: 'security-entries',
      text: `WITH entry AS (
        SELECT a.team_id, a.id, a.user_id, a.action, a.outcome, a.details, a.created_at, a.address, c.id AS connection_id, c.slug,
          COALESCE(c.account->>'name', a.details->>'name') AS account_name, c.day_zone AS zone, c.account->>'contact_email' AS contact,
          a.action = ANY ($4::text[]) AS is_money, a.action = ANY ($5::text[]) AS is_of_accounts
        FROM dashboard.audit_entry a
        LEFT JOIN dashboard.connection c ON c.id = CASE WHEN a.action = ANY ($5::text[]) THEN a.object_id ELSE a.connection_id END
        WHERE a.created_at >= $1 AND (a.action = ANY ($3::text[]) AND c.id IS NOT NULL OR a.action = ANY ($5::text[]))
          AND (a.outcome IN ('done', 'unknown') OR (a.outcome = 'intent' AND a.created_at < $2))
          -- The account that a sign-up opens.
          AND a.id <> replace(a.team_id, 'team_', 'aud_')
      ), notice AS (
        SELECT entry.*, u.id AS recipient_id, u.email AS recipient_email FROM entry
        JOIN dashboard.membership m ON m.team_id = entry.team_id AND m.role IN ('OWNER', 'ADMIN')
        JOIN dashboard."user" u ON u.id = m.user_id AND u.email_verified_at IS NOT NULL
        UNION ALL SELECT entry.*, NULL, contact FROM entry WHERE is_money AND contact <> '' AND NOT EXISTS (
          SELECT FROM dashboard.membership m JOIN dashboard."user" u ON u.id = m.user_id
          WHERE m.team_id = entry.team_id AND m.role IN ('OWNER', 'ADMIN') AND u.email_verified_at IS NOT NULL
            AND lower(u.email) = lower(contact))
      )
      SELECT notice.team_id, notice.connection_id, notice.id, notice.action, notice.outcome, notice.details, notice.created_at, notice.address,
        actor.email AS actor, actor.id AS actor_id, notice.slug, notice.account_name, notice.zone, notice.recipient_id AS user_id, notice.recipient_email AS email
      FROM notice LEFT JOIN dashboard."user" actor ON actor.id = notice.user_id
      WHERE CASE WHEN is_of_accounts
        THEN NOT EXISTS (SELECT FROM dashboard.mailed_link l WHERE l.user_id = notice.recipient_id AND l.facts->>'entry' = notice.id)
        ELSE NOT EXISTS (SELECT FROM dashboard.mail d WHERE d.connection_id = notice.connection_id AND d.object_id = notice.id
          AND d.kind = 'security' AND d.user_id IS NOT DISTINCT FROM notice.recipient_id) END
      ORDER BY row_number() OVER (PARTITION BY notice.team_id ORDER BY notice.is_money DESC, notice.created_at)
      LIMIT ${NOTICES_MAX}`,
      values: [
        new Date(now.getTime() - NEWS_MS),
        new Date(now.getTime() - ABANDONED_MS),
        NOTIFIED,
        OF_MONEY,
        OF_ACCOUNTS,
      ],
    })
  let queued = 0
  for (const row of rows) {
    if (!(await mayTell(dashboard, row))) continue
    if (isOfAccounts(row)) await queueAccountNotice(dashboard, row)
    else await queueNotice(dashboard, row, { webUrl, now })
    queued += 1
  }
  return queued
}

/** Counts a notice. Members always get those about money; anybody may have named the contact address. */
async function mayTell(
  dashboard: Pick<Dashboard, 'database' | 'now'>,
  row: ConnectionNotice | AccountNotice,
): Promise<boolean> {
  const isMoney = OF_MONEY.some((action) => action === row.action)
  if (isMoney && row.user_id !== null) return true
  const kind = isMoney ? 'contact' : 'member'
  return (await countSecurityNotice(dashboard, row.team_id, kind)) && countMail(dashboard, 'member')
}

function queueAccountNotice(
  { database }: Pick<Dashboard, 'database'>,
  {
    id,
    user_id: user,
    actor_id: by,
    action: kind,
    outcome,
    account_name: account,
    address,
    details,
    created_at: now,
  }: AccountNotice,
): Promise<void> {
  const { base_url: service } = z
    .object({ base_url: z.string().nullable() })
    .catch({ base_url: null })
    .parse(details)
  const facts = { kind, entry: id, account, service, address, isUnknown: outcome !== 'done' }
  return queueUserNotice(database.as('checkout_dashboard_system'), {
    id: mailId(user, 'security', id),
    to: [user],
    facts,
    by,
    now,
  })
}

const bankDetails = z.object({ last4: z.string(), since: z.string() }).partial()
const detailsSchema = z
  .object({ before: bankDetails.catch({}), after: bankDetails.catch({}), name: z.string() })
  .partial()
  .catch({})

async function queueNotice(
  { database }: Pick<Dashboard, 'database'>,
  row: ConnectionNotice,
  { webUrl, now }: { webUrl: string; now: Date },
): Promise<void> {
  const copy = mail.securityLetter
  const action = audit.actions[row.action] ?? row.action
  const { before, after, name } = detailsSchema.parse(row.details)
  const isMoney = OF_MONEY.some((money) => money === row.action)
  const lines: (readonly [string, string | null | undefined])[] = [
    [copy.action, action],
    [copy.result, row.outcome === 'done' ? null : copy.unknown],
    [copy.name, name],
    [copy.bankBefore, before?.last4 && `••${before.last4}`],
    [copy.bankAfter, after?.last4 && `••${after.last4}`],
    [copy.from, after?.since ? mailDate(after.since, row.zone) : null],
    [copy.by, row.actor],
    [copy.address, row.address],
    [copy.date, mailDate(row.created_at.toISOString(), row.zone)],
  ]
  const letter = mailText({
    subject: copy.subject(row.account_name, action),
    greeting: copy.greeting(row.account_name),
    lines: lines.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
    link: {
      label: isMoney ? copy.payoutsLink : copy.activityLink,
      url: `${webUrl}/${row.slug}/${isMoney ? 'payouts' : 'settings/activity'}`,
    },
    closing: isMoney ? copy.payoutsClosing : copy.closing,
  })
  await queueMail(database.as('checkout_dashboard', row.connection_id), {
    ...letter,
    connectionId: row.connection_id,
    id: mailId(row.connection_id, row.user_id ?? 'contact', 'security', row.id),
    kind: 'security',
    objectId: row.id,
    userId: row.user_id,
    to: row.email,
    now,
  })
}
