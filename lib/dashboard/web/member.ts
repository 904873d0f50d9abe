import { cookies } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { Refusal } from '@/lib/dashboard/refusal'
import { can, type Permission } from '@/lib/dashboard/team/can'
import { findMember, type Member } from '@/lib/dashboard/team/find-member'
import { readSession, sessionCookie } from './session'
import { webDashboard } from './web-dashboard'

/** Who asks, for whatever runs inside a request. Throws Refusal `signed_out` or `no_connection`. */
export async function requireMember(): Promise<Member> {
  const dashboard = webDashboard()
  const cookie = (await cookies()).get(sessionCookie(dashboard.env.WEB_URL))
  const claim = await readSession(cookie?.value, dashboard.env.NEXTAUTH_SECRET)
  if (!claim) throw new Refusal('signed_out')
  return findMember(dashboard, claim)
}

/** The same, with a permission that the role must give. Throws Refusal `forbidden` too. */
export async function requirePermission(permission: Permission): Promise<Member> {
  const member = await requireMember()
  if (!can(member.role, permission)) throw new Refusal('forbidden')
  return member
}

/**
 * Who looks at a page: signed out leads to the sign-in page and back to `path` afterwards; without a connection
 * there is no such page.
 */
export async function pageMember(path?: string): Promise<Member> {
  let refusal: Refusal
  try {
    return await requireMember()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    refusal = error
  }
  // Both work by throwing, so they stand outside the try.
  if (refusal.code === 'signed_out') redirect(path ? `/sign-in?next=${encodeURIComponent(path)}` : '/sign-in')
  notFound()
}
