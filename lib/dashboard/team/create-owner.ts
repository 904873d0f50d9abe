import { newId } from '@/lib/contract/ids'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import { type Connected, type Connecting, connect } from '@/lib/dashboard/connections/connect'
import type { Dashboard } from '@/lib/dashboard/context'
import { lowerCaseEmail } from '@/lib/domain/email-address'
import { normalizeText } from '@/lib/domain/text'
import { hashPassword } from '@/lib/platform/credentials'
import type { Queryable } from '@/lib/platform/database'
import { newPassword } from './new-password-rule'

/** The e-mail belongs to a user already. */
export class EmailTaken extends Error {}

interface NewOwner {
  email: string
  name: string
  password: string
  teamName: string
  /** False for an address that its user typed, until it is verified by mail. */
  emailVerified?: boolean
}

interface Made {
  userId: string
  teamId: string
}

/** Creates a user with a new team, which has no connection yet; `and` adds to the same transaction. Throws EmailTaken. */
export async function createOwner(
  { database, now }: Pick<Dashboard, 'database' | 'now'>,
  { email, name, password, teamName, emailVerified = true }: NewOwner,
  and: (tx: Queryable, made: Made) => Promise<void> = async () => {},
): Promise<Made> {
  const at = now()
  const userId = newId('user', at)
  const teamId = newId('team', at)
  const hash = await hashPassword(password)
  await database.as('checkout_dashboard_system').transaction(async (tx) => {
    const { count } = await tx.query({
      text: `INSERT INTO dashboard."user" (id, email, name, password_hash, created_at, email_verified_at)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
      values: [userId, lowerCaseEmail(email), name, hash, at, emailVerified ? at : null],
    })
    if (count === 0) throw new EmailTaken(`${email} signs in here already`)
    await insertTeam(tx, { userId, teamId }, teamName, at)
    await and(tx, { userId, teamId })
  })
  return { userId, teamId }
}

/**
 * Returns the id of the team of a user who is in none, with the user as its owner; a second call returns the same team, and
 * null if the user has joined another one in the meantime.
 */
export async function createOwnTeam(
  { database, now }: Pick<Dashboard, 'database' | 'now'>,
  { userId, name, address }: { userId: string; name: string; address: string },
): Promise<string | null> {
  const at = now()
  return database.as('checkout_dashboard_system').transaction(async (tx) => {
    await tx.query({ text: 'SELECT FROM dashboard."user" WHERE id = $1 FOR UPDATE', values: [userId] })
    const { rows } = await tx.query<{ team_id: string; role: string }>({
      text: 'SELECT team_id, role FROM dashboard.membership WHERE user_id = $1',
      values: [userId],
    })
    const [found] = rows
    if (found) return found.role === 'OWNER' ? found.team_id : null
    const made = { userId, teamId: newId('team', at) }
    await insertTeam(tx, made, normalizeText(name), at)
    await recordTeamAudit(tx, { ...made, action: 'team.sign_up', objectId: userId, address, now: at })
    return made.teamId
  })
}

async function insertTeam(tx: Queryable, { userId, teamId }: Made, name: string, at: Date): Promise<void> {
  await tx.query({
    text: 'INSERT INTO dashboard.team (id, name, created_at) VALUES ($1, $2, $3)',
    values: [teamId, name, at],
  })
  await tx.query({
    text: `INSERT INTO dashboard.membership (team_id, user_id, role, created_at) VALUES ($1, $2, 'OWNER', $3)`,
    values: [teamId, userId, at],
  })
}

export interface OpenTeam {
  teamName: string
  email: string
  name: string
  /** Host and key of the team's first account, as `connect` takes them. */
  baseUrl: string
  apiKey: string
}

export interface OpenedTeam extends Connected {
  teamId: string
  /** Password, shown once; only its hash is stored. */
  password: string
}

/**
 * Creates a user who owns a new team that is connected to one account; the worker imports the account's history. A
 * refused key or URL leaves nothing behind. Throws the errors of `connect`, and EmailTaken.
 */
export async function openTeam(dashboard: Connecting, input: OpenTeam): Promise<OpenedTeam> {
  const { teamName, email, name, baseUrl, apiKey } = input
  const password = newPassword()
  const { teamId, userId } = await createOwner(dashboard, { email, name, password, teamName })
  try {
    return { teamId, password, ...(await connect(dashboard, { teamId, baseUrl, apiKey })) }
  } catch (error) {
    await takeBack(dashboard, teamId, userId)
    throw error
  }
}

/** Deletes team and user. The password has not been shown yet, so the team cannot have been used. */
async function takeBack({ database }: Connecting, teamId: string, userId: string): Promise<void> {
  await database.as('checkout_dashboard_system').transaction(async (tx) => {
    await tx.query({ text: 'DELETE FROM dashboard.membership WHERE team_id = $1', values: [teamId] })
    await tx.query({ text: 'DELETE FROM dashboard.team WHERE id = $1', values: [teamId] })
    await tx.query({ text: 'DELETE FROM dashboard."user" WHERE id = $1', values: [userId] })
  })
}
