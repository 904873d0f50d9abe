import { newId } from '@/lib/contract/ids'
import type { Dashboard } from '@/lib/dashboard/context'
import { lowerCaseEmail } from '@/lib/domain/email-address'
import type { Queryable } from '@/lib/platform/database'
import { hashPassword } from '@/lib/platform/password'

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
    await tx.query({
      text: 'INSERT INTO dashboard.team (id, name, created_at) VALUES ($1, $2, $3)',
      values: [teamId, teamName, at],
    })
    await tx.query({
      text: `INSERT INTO dashboard.membership (team_id, user_id, role, created_at) VALUES ($1, $2, 'OWNER', $3)`,
      values: [teamId, userId, at],
    })
    await and(tx, { userId, teamId })
  })
  return { userId, teamId }
}
