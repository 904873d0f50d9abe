import { can } from '@/lib/dashboard/schema/role-permissions'
import type { SignedInUser } from './find-accounts'

/** Returns the id of the first team in which a user may connect accounts; null if there is none. */
export function managedTeam({ teams }: Pick<SignedInUser, 'teams'>): string | null {
  return teams.find(({ role }) => can(role, 'connection.manage'))?.id ?? null
}

/** Returns whether a user without an account may open one: for a team that they manage, or as the owner of a new team. */
export function mayOpenAccount(
  user: Pick<SignedInUser, 'teams' | 'accounts' | 'emailVerified'>,
  hasMail: boolean,
): boolean {
  if (user.accounts.length > 0) return false
  if (user.teams.length > 0) return managedTeam(user) !== null
  // A sign-up begins with a mail, too, if the deployment sends any.
  return user.emailVerified || !hasMail
}
