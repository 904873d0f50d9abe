import { z } from 'zod'
import { countMail, isWithin } from '@/lib/dashboard/attempts/attempts'
import type { AuditOutcome } from '@/lib/dashboard/audit/shape'
import { asSystem, type Dashboard } from '@/lib/dashboard/context'
import { wakeSync } from '@/lib/dashboard/jobs/row-lease'
import { raw, sql } from '@/lib/platform/sql'
import { type NoticeFacts, type NoticeKind, noticeKinds } from './user-notice'

/** Actions that change where an account's money goes. Their notices have no limit that other actions could use up. */
const OF_MONEY = noticeKinds.filter((kind) => kind.startsWith('payouts.'))

/** Other actions of which owners and admins are notified: they change who can act for the account, or receives its events. */
const OF_CONTROL = noticeKinds.filter((kind) => /^(connection|keys|endpoints)\./.test(kind))

const OF_ACCOUNTS = ['connection.connect', 'connection.disconnect', 'connection.remove'] as const

/** Age of an entry up to which a notice is sent. */
const NEWS_MS = 2 * 86_400_000
/** Age from which an entry without an outcome is reported as unknown: its process died. */
const ABANDONED_MS = 2 * 60_000
/** Notices of one round. */
const NOTICES_MAX = 100

interface NoticeRow {
  notice_id: string
  team_id: string
  action: NoticeKind
  outcome: AuditOutcome
  details: unknown
  created_at: Date
  address: string | null
  actor_id: string | null
  slug: string | null
  account: string | null
  /** Member who is notified; null = the account's contact address. */
  recipient: string | null
  email: string
}

type Scope = Pick<Dashboard, 'database' | 'now'>

/**
 * Queues the mails about `OF_MONEY` and `OF_CONTROL` actions to the verified owners and admins of their team, and about
 * the bank account also to the contact address of the account: at most one for each entry and recipient, those of each
 * team in turn. The mails outlive the connection. @returns their number
 */
export async function queueSecurityNotices(dashboard: Scope): Promise<number> {
  const rows = [...(await dueNotices(dashboard, OF_MONEY)), ...(await dueNotices(dashboard, OF_CONTROL))]
  let queued = 0
  for (const row of rows) {
    // One beyond a limit is written without a mail, so that it is not due again before those of other teams.
    const isMailed = await mayMail(dashboard, row)
    await writeNotice(dashboard, row, isMailed)
    if (isMailed) queued += 1
  }
  if (queued > 0) await wakeSync(asSystem(dashboard))
  return queued
}

async function dueNotices(
  { database, now }: Scope,
  actions: readonly NoticeKind[],
): Promise<readonly NoticeRow[]> {
  const at = now().getTime()
  const { rows } = await asSystem({ database }).query<NoticeRow>(sql`
    WITH entry AS (
      SELECT a.team_id, a.id, a.user_id AS actor_id, a.action, a.outcome, a.details, a.created_at, a.address, c.slug,
        COALESCE(c.account->>'name', a.details->>'account', a.details->>'name') AS account
      FROM dashboard.audit_entry a
      LEFT JOIN dashboard.connection c ON c.id = CASE WHEN a.action = ANY (${OF_ACCOUNTS}::text[]) THEN a.object_id ELSE a.connection_id END
      WHERE a.created_at >= ${new Date(at - NEWS_MS)} AND a.action = ANY (${actions}::text[])
        AND (a.outcome IN ('done', 'unknown') OR (a.outcome = 'intent'
          AND a.created_at < ${new Date(at - ABANDONED_MS)}))
        AND (a.action <> 'endpoints.edit' OR a.outcome <> 'done' OR a.details->'after' ? 'url')
        -- The account that a sign-up opens.
        AND a.id <> replace(a.team_id, 'team_', 'aud_')
    ), notice AS (
      SELECT entry.*, u.id AS recipient, u.email FROM entry
      JOIN dashboard.membership m ON m.team_id = entry.team_id AND m.role IN ('OWNER', 'ADMIN')
      JOIN dashboard."user" u ON u.id = m.user_id AND u.email_verified_at IS NOT NULL
      UNION ALL SELECT entry.*, NULL, details->>'contact' FROM entry WHERE details->>'contact' <> '' AND NOT EXISTS (
        SELECT FROM dashboard.membership m JOIN dashboard."user" u ON u.id = m.user_id
        WHERE m.team_id = entry.team_id AND m.role IN ('OWNER', 'ADMIN') AND u.email_verified_at IS NOT NULL
          AND lower(u.email) = lower(details->>'contact'))
    )
    SELECT * FROM (SELECT *, 'ml_' || id || '_' || COALESCE(recipient, 'contact') AS notice_id FROM notice) AS named
    WHERE NOT EXISTS (SELECT FROM dashboard.mailed_link l WHERE l.id = notice_id)
    ORDER BY row_number() OVER (PARTITION BY team_id ORDER BY created_at) LIMIT ${raw(NOTICES_MAX)}`)
  return rows
}

/** Counts a notice. Members always get those about money; anybody may have named the contact address. */
async function mayMail(dashboard: Scope, { action, recipient, team_id: team }: NoticeRow): Promise<boolean> {
  if (recipient === null)
    return (await isWithin(dashboard, 'security notices contact', team)) && countMail(dashboard, 'contact')
  const isMoney = OF_MONEY.includes(action)
  return isMoney || isWithin(dashboard, 'security notices member', team)
}

const bankDetails = z.object({ last4: z.string(), since: z.string(), url: z.string() }).partial().catch({})
const detailsSchema = z
  .object({
    before: bankDetails,
    after: bankDetails,
    name: z.string(),
    url: z.string(),
    base_url: z.string(),
  })
  .partial()
  .catch({})

async function writeNotice({ database, now }: Scope, row: NoticeRow, isMailed: boolean): Promise<void> {
  const { before, after, ...details } = detailsSchema.parse(row.details)
  const name = details.name ?? details.url ?? after?.url
  const facts: NoticeFacts = {
    kind: row.action,
    isUnknown: row.outcome !== 'done',
    account: row.account,
    slug: row.slug,
    service: details.base_url ?? null,
    name: name === row.account ? null : (name ?? null),
    bankBefore: before?.last4 ?? null,
    bankAfter: after?.last4 ?? null,
    since: after?.since ?? null,
    address: row.address,
  }
  const at = now()
  await asSystem({ database }).query(sql`
    INSERT INTO dashboard.mailed_link (id, purpose, email, user_id, created_by, created_at, expires_at, mail_state,
      mail_due_at, facts)
    VALUES (${row.notice_id}, 'SECURITY', ${row.email}, ${row.recipient},
      (SELECT id FROM dashboard."user" WHERE id = ${row.actor_id}), ${row.created_at},
      ${at}::timestamptz + interval '2 days', ${isMailed ? 'QUEUED' : 'NONE'}, ${isMailed ? at : null},
      ${JSON.stringify(facts)})
    ON CONFLICT DO NOTHING`)
}
