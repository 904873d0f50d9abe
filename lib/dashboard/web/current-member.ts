import { Refusal } from '@/lib/dashboard/refusal'
import type { Member } from '@/lib/dashboard/team/find-member'
import { requireMember } from './member'

/** Who is signed in and has an account to look at, for a page that is there for everybody; null for a stranger. */
export async function currentMember(): Promise<Member | null> {
  try {
    return await requireMember()
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
