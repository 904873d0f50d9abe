import { z } from 'zod'
import { emailText } from '@/lib/contract/email'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { countMail } from '@/lib/dashboard/attempts/attempts'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import { asSystem, type SealedStore } from '@/lib/dashboard/context'
import { fieldRefusal, Refusal } from '@/lib/dashboard/refusal'
import { type MemberRole, roles } from '@/lib/dashboard/role-permissions'
import { lowerCaseEmail } from '@/lib/domain/email-address'
import { isStorable } from '@/lib/domain/text'
import type { Queryable } from '@/lib/platform/database'
import { sql } from '@/lib/platform/sql'
import { createMailedLink, endLinks, linkUrl } from './mailed-link'
import { lockAsManager, mayAssignRole, type TeamActor } from './members'

/** New invitation. */
export interface Invited {
  email: string
  /** URL to pass on; null if it is mailed. */
  url: string | null
}

export const inviteInput = z.strictObject({ email: emailText, role: z.enum(roles) })
export const invitationInput = z.strictObject({ id: z.string().max(ID_TEXT_MAX).refine(isStorable) })

/** `showsMail`: mail is shown instead of sent, so that its link is no secret of the mailbox. */
type Deployment = { byMail: boolean; showsMail?: boolean; webUrl: string }
/** Invitations of a team within a day: more would mail strangers in our name. */
const PER_DAY_MAX = 50
const DAY_MS = 86_400_000
/** Invitations of one address within an hour, from any team: more would flood its inbox. */
const PER_EMAIL_MAX = 5
const HOUR_MS = 3_600_000

/**
 * Invites an address into the actor's team. Throws Refusal `forbidden`, `email_unverified` for a member without a
 * verified address, `owner_only` for an owner invited by another role, `invalid_parameters` on `email` for a member and
 * for an address with an open invitation, `invitations_of_day` beyond the daily limit, `too_many_mails` beyond the
 * hourly or daily limit of an address, and `mails_of_deployment`.
 */
export async function inviteMember(
  dashboard: SealedStore,
  actor: TeamActor,
  { email: typed, role }: z.output<typeof inviteInput>,
  deployment: Deployment,
): Promise<Invited> {
  const email = lowerCaseEmail(typed)
  return asSystem(dashboard).transaction(async (tx) => {
    const own = await lockAsManager(tx, actor)
    if (!mayAssignRole(own.role, role)) throw new Refusal('owner_only')
    const { count } = await tx.query(sql`
      SELECT FROM dashboard.membership m JOIN dashboard."user" u ON u.id = m.user_id
      WHERE m.team_id = ${actor.teamId} AND u.email = ${email}`)
    if (count > 0) throw fieldRefusal('email', 'already_member', 'refusals.fields.already_member')
    const invited = await createInvitation(dashboard, tx, actor, { email, role }, deployment)
    if (!invited) throw fieldRefusal('email', 'already_invited', 'refusals.fields.already_invited')
    return invited
  })
}

/**
 * Replaces an invitation with a new one for seven more days and mails it. Throws Refusal `resource_not_found` in addition
 * to those of inviteMember.
 */
export async function resendInvitation(
  dashboard: SealedStore,
  actor: TeamActor,
  { id }: z.output<typeof invitationInput>,
  deployment: Deployment,
): Promise<Invited> {
  return asSystem(dashboard).transaction(async (tx) => {
    const revoked = await revokeOne(dashboard, tx, actor, id)
    const invited = await createInvitation(dashboard, tx, actor, revoked, deployment)
    if (!invited) throw new Refusal('resource_not_found')
    return invited
  })
}

/** Revokes an open invitation of the actor's team. Throws Refusal `forbidden`, `owner_only` and `resource_not_found`. */
export function revokeInvitation(
  dashboard: SealedStore,
  actor: TeamActor,
  { id }: z.output<typeof invitationInput>,
): Promise<{ email: string }> {
  return asSystem(dashboard).transaction(async (tx) => {
    const { email, role } = await revokeOne(dashboard, tx, actor, id)
    const act = { action: 'team.revoke_invitation', objectId: id, before: { email, role } }
    await recordTeamAudit(tx, { ...actor, ...act, now: dashboard.now() })
    return { email }
  })
}

async function revokeOne({ now }: SealedStore, tx: Queryable, actor: TeamActor, id: string) {
  const own = await lockAsManager(tx, actor)
  const [revoked] = await endLinks(tx, now(), { purpose: 'INVITATION', teamId: actor.teamId, id })
  if (!revoked) throw new Refusal('resource_not_found')
  if (!mayAssignRole(own.role, revoked.role)) throw new Refusal('owner_only')
  return revoked
}

async function createInvitation(
  dashboard: SealedStore,
  tx: Queryable,
  actor: TeamActor,
  { email, role }: { email: string; role: MemberRole },
  { byMail, showsMail = false, webUrl }: Deployment,
): Promise<Invited | null> {
  const { teamId, userId } = actor
  const at = dashboard.now()
  const { rows } = await tx.query<{ of_team: number; of_email: number; is_verified: boolean }>(sql`
    SELECT EXISTS (SELECT FROM dashboard."user" WHERE id = ${userId} AND email_verified_at IS NOT NULL) AS is_verified,
      count(*) FILTER (WHERE team_id = ${teamId})::int AS of_team,
      count(*) FILTER (WHERE email = ${email} AND created_at > ${new Date(at.getTime() - HOUR_MS)})::int AS of_email
    FROM dashboard.mailed_link
    WHERE purpose = 'INVITATION' AND created_at > ${new Date(at.getTime() - DAY_MS)}
      AND (team_id = ${teamId} OR email = ${email})`)
  const { of_team = 0, of_email = 0, is_verified = false } = rows[0] ?? {}
  if (byMail && !is_verified) throw new Refusal('email_unverified')
  if (of_team >= PER_DAY_MAX) throw new Refusal('invitations_of_day')
  if (of_email >= PER_EMAIL_MAX) throw new Refusal('too_many_mails')
  const subject = { purpose: 'INVITATION', teamId, role } as const
  const id = await createMailedLink(tx, { email, createdBy: userId, byMail, subject, now: at })
  if (id === null) return null
  // The last check: a refused attempt is rolled back with its count, so that it takes no mail from others.
  if (byMail && !(await countMail(dashboard, 'member', tx))) throw new Refusal('mails_of_deployment')
  const after = { email, role }
  await recordTeamAudit(tx, { ...actor, action: 'team.invite', objectId: id, after, now: at })
  if (byMail && !showsMail) return { email, url: null }
  const link = { id, purpose: 'INVITATION' } as const
  return { email, url: linkUrl(dashboard, webUrl, link, byMail ? 'mailed' : 'copied') }
}

interface InvitationRow {
  id: string
  email: string
  role: MemberRole
  inviter: string | null
  mail: 'NONE' | 'QUEUED' | 'SENT' | 'SHOWN' | 'FAILED'
  /** Reason why the mail was not sent. */
  mail_problem: string | null
  expires_at: Date
}

type ListedOf = Omit<Deployment, 'byMail'> & { teamId: string; role: MemberRole }

/** Invitation that was neither accepted nor revoked. */
export type TeamInvitation = Awaited<ReturnType<typeof listInvitations>>[number]

/** Returns the open invitations, newest first, with the URLs that a member of `role` may pass on. */
export async function listInvitations(
  { database, keyring, now }: SealedStore,
  { teamId, role: own, showsMail = false, webUrl }: ListedOf,
) {
  const { rows } = await asSystem({ database }).query<InvitationRow>(sql`
    SELECT l.id, l.email, l.role, u.name AS inviter, l.expires_at, l.mail_state AS mail, l.mail_problem
    FROM dashboard.mailed_link l LEFT JOIN dashboard."user" u ON u.id = l.created_by
    WHERE l.team_id = ${teamId} AND l.used_at IS NULL AND l.revoked_at IS NULL ORDER BY l.created_at DESC, l.id DESC`)
  return rows.map((row) => {
    const is_over = row.expires_at <= now()
    const may_change = mayAssignRole(own, row.role)
    const isCopied = row.mail === 'NONE'
    const isShared = !is_over && may_change && (isCopied || showsMail)
    const link = { id: row.id, purpose: 'INVITATION' } as const
    // Null if the viewing member may not change the invitation, or it is over.
    const url = isShared ? linkUrl({ keyring }, webUrl, link, isCopied ? 'copied' : 'mailed') : null
    return { ...row, expires_at: row.expires_at.toISOString(), is_over, may_change, url }
  })
}
