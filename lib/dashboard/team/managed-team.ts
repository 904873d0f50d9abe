import type { SignedInUser } from './find-accounts'
import { can } from './role-permissions'

/** Returns the id of the first team in which a user may connect accounts; null if there is none. */
export function managedTeam({ teams }: Pick<SignedInUser, 'teams'>): string | null {
  return teams.find(({ role }) => can(role, 'connection.manage'))?.id ?? null
}
