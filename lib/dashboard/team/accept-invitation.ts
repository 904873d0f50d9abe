import { z } from 'zod'
import { newId } from '@/lib/contract/ids'
import { ID_TEXT_MAX, NAME_MAX, NAME_MIN } from '@/lib/contract/limits'
import { trimmedText } from '@/lib/contract/text'
import { admitForm, countMail } from '@/lib/dashboard/attempts/attempts'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import { asSystem, type SealedStore, type Store } from '@/lib/dashboard/context'
import { queueUserNotice } from '@/lib/dashboard/mail/user-notice'
import { Refusal } from '@/lib/dashboard/refusal'
import { can, type MemberRole } from '@/lib/dashboard/role-permissions'
import type { Language } from '@/lib/domain/languages'
import type { TextKey } from '@/lib/messages/translator'
import { hashPassword } from '@/lib/platform/credentials'
import type { Queryable } from '@/lib/platform/database'
import { sql } from '@/lib/platform/sql'
import type { SignedInUser } from './find-accounts'
import { createMailedLink, readMailedLink, useMailedLink as spendLink } from './mailed-link'
import { requireNewPassword } from './new-password-rule'
import { endSessions } from './sessions'

const token = z.string().max(300)
const nameText = trimmedText({ min: NAME_MIN, max: NAME_MAX })
export const joinInput = z.strictObject({
  token,
  name: z
    .string()
    .refine((name) => nameText.safeParse(name).success, {
      message: 'refusals.fields.person_name' satisfies TextKey,
    })
    .pipe(nameText),
  password: z.string().max(1_000),
})
export const acceptInput = z.union([
  z.strictObject({ token }),
  z.strictObject({ id: z.string().max(ID_TEXT_MAX) }),
])

type User = Pick<SignedInUser, 'id' | 'email' | 'emailVerified' | 'sessionId'>
/** An open invitation as its page shows it. */
export interface ShownInvitation {
  id: string
  email: string
  role: MemberRole
  teamId: string
  team: string
  inviter: string | null
  expiresAt: Date
  /** True if the address belongs to a user already. */
  hasAccount: boolean
  /** True for the token of the mail: its holder reads the address. */
  isMailed: boolean
}

/** Returns the SQL of the open invitations with their names. */
const openInvitations = (now: Date) => sql`
  SELECT l.id, l.email, l.role, l.team_id AS "teamId", t.name AS team, i.name AS inviter, l.expires_at AS "expiresAt",
    EXISTS (SELECT FROM dashboard."user" a WHERE a.email = l.email) AS "hasAccount", false AS "isMailed"
  FROM dashboard.mailed_link l JOIN dashboard.team t ON t.id = l.team_id LEFT JOIN dashboard."user" i ON i.id = l.created_by
  WHERE l.purpose = 'INVITATION' AND l.used_at IS NULL AND l.revoked_at IS NULL AND l.expires_at > ${now}`

/** Returns the invitation of a token; null for an invalid one. Changes nothing. */
export async function readInvitation(dashboard: SealedStore, given: string): Promise<ShownInvitation | null> {
  const link = await readMailedLink(dashboard, 'INVITATION', given)
  if (!link) return null
  const { rows } = await asSystem(dashboard).query<ShownInvitation>(sql`
    ${openInvitations(dashboard.now())} AND l.id = ${link.id}`)
  return rows[0] ? { ...rows[0], isMailed: link.isMailed } : null
}

/** Returns the open invitations of a user's address once that is verified. */
export async function invitationsOf(
  { database, now }: Store,
  { email, emailVerified }: Pick<User, 'email' | 'emailVerified'>,
): Promise<readonly ShownInvitation[]> {
  if (!emailVerified) return []
  const { rows } = await asSystem({ database }).query<ShownInvitation>(sql`
    ${openInvitations(now())} AND l.email = ${email} ORDER BY l.created_at`)
  return rows
}

/**
 * Creates a user with an invitation's address, who is a member of its team at once. A user who came by a copied link is
 * mailed a verification of the address. Throws Refusal `too_many_tries`, `invitation_over`, `invitation_sign_in` for an
 * address that has an account, and `invalid_parameters` on `name` and `password`.
 */
export async function joinAsNewUser(
  dashboard: SealedStore,
  { token: given, name, password }: z.output<typeof joinInput>,
  { address, byMail, language }: { address: string; byMail: boolean; language: Language },
): Promise<{ email: string; path: string }> {
  const invitation = await openInvitation(dashboard, given, address)
  const { email } = invitation
  requireNewPassword(password, { email, name }, 'password')
  const hash = await hashPassword(password)
  const at = dashboard.now()
  const userId = newId('user', at)
  const verifies = byMail && !invitation.isMailed && (await countMail(dashboard, 'verification'))
  const path = await asSystem(dashboard).transaction(async (tx) => {
    const { count } = await tx.query(sql`
      INSERT INTO dashboard."user" (id, email, name, password_hash, created_at, language)
      VALUES (${userId}, ${email}, ${name}, ${hash}, ${at}, ${language}) ON CONFLICT DO NOTHING`)
    if (count === 0) throw new Refusal('invitation_sign_in')
    const path = await join(tx, invitation, { userId, address, now: at })
    const subject = { purpose: 'VERIFY_EMAIL', userId } as const
    if (verifies) await createMailedLink(tx, { email, subject, now: at })
    return path
  })
  return { email, path }
}

/**
 * Makes a signed-in user a member of an invitation's team: by a token, or by its id, which requires a verified address. A
 * current member keeps their role. Throws Refusal `too_many_tries`, `invitation_over`, and `invitation_other_user` for
 * another address.
 */
export async function acceptInvitation(
  dashboard: SealedStore,
  user: User,
  given: z.output<typeof acceptInput>,
  address: string,
): Promise<{ path: string }> {
  const invitation =
    'token' in given
      ? await openInvitation(dashboard, given.token, address)
      : (await invitationsOf(dashboard, user)).find(({ id }) => id === given.id)
  if (!invitation) throw new Refusal('invitation_over')
  if (invitation.email !== user.email) throw new Refusal('invitation_other_user')
  const joining = { userId: user.id, sessionId: user.sessionId, address, now: dashboard.now() }
  const path = await asSystem(dashboard).transaction((tx) => join(tx, invitation, joining))
  return { path }
}

async function openInvitation(dashboard: SealedStore, given: string, address: string) {
  await admitForm(dashboard, 'invitation', address)
  const found = await readInvitation(dashboard, given)
  if (!found) throw new Refusal('invitation_over')
  return found
}

/**
 * Uses an invitation and writes the membership. If its mail verifies the address, every session but this one ends. A new
 * owner or admin is reported to the owners.
 * @returns the path of the team's first account
 */
async function join(
  tx: Queryable,
  { id, email, teamId, role, isMailed }: ShownInvitation,
  {
    userId,
    sessionId = null,
    address,
    now,
  }: { userId: string; sessionId?: string | null; address: string; now: Date },
): Promise<string> {
  if (!(await spendLink(tx, id, now))) throw new Refusal('invitation_over')
  // The current address: it may have changed since the user was read.
  const { count } = await tx.query(sql`
    SELECT FROM dashboard."user" WHERE id = ${userId} AND email = ${email} FOR UPDATE`)
  if (count !== 1) throw new Refusal('invitation_other_user')
  const { count: verified } = await tx.query(sql`
    WITH joined AS (
      INSERT INTO dashboard.membership (team_id, user_id, role, created_at)
      VALUES (${teamId}, ${userId}, ${role}, ${now}) ON CONFLICT DO NOTHING
    )
    UPDATE dashboard."user" SET email_verified_at = ${now}
    WHERE id = ${userId} AND ${isMailed} AND email_verified_at IS NULL`)
  if (verified === 1) await endSessions(tx, { userId, by: 'revoked', now, keep: sessionId })
  await recordTeamAudit(tx, {
    ...{ teamId, userId, address, now },
    action: 'team.accept_invitation',
    objectId: id,
    after: { email, role },
  })
  if (can(role, 'team.manage')) {
    const { rows: owners } = await tx.query<{ id: string }>(sql`
      SELECT user_id AS id FROM dashboard.membership
      WHERE team_id = ${teamId} AND role = 'OWNER' AND user_id <> ${userId}`)
    const facts = { kind: 'team.accept_invitation', member: email, role, address } as const
    await queueUserNotice(tx, { to: owners.map(({ id }) => id), facts, teamId, by: userId, now })
  }
  const { rows } = await tx.query<{ slug: string }>(sql`
    SELECT slug FROM dashboard.connection WHERE team_id = ${teamId} ORDER BY created_at, id LIMIT 1`)
  return `/${rows[0]?.slug ?? ''}`
}
