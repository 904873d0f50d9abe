import { type Connected, type Connecting, connect } from '@/lib/dashboard/connections/connect'
import { createOwner } from './create-owner'
import { newPassword } from './new-password'

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
