import { cookies, headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { accountPath, isAccountSlug, segmentKind } from '@/lib/dashboard/account-address'
import { Refusal } from '@/lib/dashboard/refusal'
import { can, type Permission } from '@/lib/dashboard/role-permissions'
import { findAccounts, locateAccount, type SignedInUser } from '@/lib/dashboard/team/find-accounts'
import { findMember, type Member } from '@/lib/dashboard/team/find-member'
import type { OwnActor } from '@/lib/dashboard/team/own-sign-in'
import type { SessionClaim } from '@/lib/dashboard/team/sessions'
import { type StepUp, stepUp } from '@/lib/dashboard/team/step-up'
import { isDatabaseAway } from '@/lib/platform/database-away'
import { clientAddress } from '@/lib/platform/peer-address'
import { readSession, sessionCookie } from './session'
import { AWAY_DIGEST } from './shape'
import { webDashboard } from './web-dashboard'

/** Returns the member of this request's session in `account`, a slug. Throws Refusal `signed_out` or `account_not_found`. */
export async function requireMember(account: string): Promise<Member> {
  const [claim, address] = await Promise.all([requireClaim(), requestAddress()])
  const dashboard = webDashboard()
  return dashboard.checks.run(claim.userId, () => findMember(dashboard, claim, account, address))
}

/** Returns the same member if their role allows `permission`; null means every role. Throws Refusal `forbidden` too. */
export async function requirePermission(account: string, permission: Permission | null): Promise<Member> {
  const member = await requireMember(account)
  requireGranted(member, permission)
  return member
}

/** Throws Refusal `forbidden` if the member's role lacks `permission`; null means every role. */
export function requireGranted({ role }: Pick<Member, 'role'>, permission: Permission | null): void {
  if (permission && !can(role, permission)) throw new Refusal('forbidden')
}

/** Path of the page on which a user decides what to keep of a sign-up that another person may have made. */
export const REVIEW_PATH = '/sign-up/review'

/**
 * Returns the user of this request's session with all their accounts. Throws Refusal `signed_out`, and `review_pending`
 * until the review of their sign-up is finished.
 */
export async function requireUser(): Promise<SignedInUser> {
  const user = await requireAnyUser()
  if (user.inReview) throw new Refusal('review_pending')
  return user
}

/** Returns the user of this request's session, also during the review of their sign-up. Throws Refusal `signed_out`. */
export async function requireAnyUser(): Promise<SignedInUser> {
  const claim = await requireClaim()
  const dashboard = webDashboard()
  return dashboard.checks.run(claim.userId, () => findAccounts(dashboard, claim))
}

/** Returns whether this request has an active session. */
export async function isSignedIn(): Promise<boolean> {
  return (await signedInUserId()) !== null
}

/** Returns the id of the user of this request's session; null without an active one. */
export async function signedInUserId(): Promise<string | null> {
  try {
    return (await requireAnyUser()).id
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/**
 * Returns the member who views a page of `account`. A screen's bare URL is redirected to the account that has its object,
 * otherwise to the one used last; a request without a session to the sign-in, which leads back to `path`. Every other
 * slug that is not one of the member's is the same 404.
 */
export async function pageMember(account: string, path: string): Promise<Member> {
  // The path of an encoded segment (`/%61cme`) differs from its account; the browser would not recognize it as an
  // account.
  if (path.split(/[/?]/)[1] !== account) notFound()
  if (segmentKind(account) === 'screen') return redirectToAccount(path)
  if (!isAccountSlug(account)) notFound()
  return orElsewhere(async () => {
    try {
      return await requireMember(account)
    } catch (error) {
      // A member who was removed from the only team signs in again on the same page.
      const isUnknown = error instanceof Refusal && error.code === 'account_not_found'
      if (isUnknown && (await requireUser()).teams.length === 0) return redirect('/connect')
      throw error
    }
  }, path)
}

/**
 * Redirects from a bare URL (`/`, `/payments/pay_1?x=1`) to the same path in an account, or to the page that connects
 * one.
 */
export async function redirectToAccount(path: string): Promise<never> {
  // A data URL is never redirected: it would return data of an account that the request did not name.
  if (/^[^?#]*\/(data|export|live)(?:[/?#]|$)/.test(path)) notFound()
  const { accounts } = await pageUser(path)
  const slug = await locateAccount(webDashboard(), accounts, path)
  redirect(slug === null ? '/connect' : accountPath(slug, path))
}

/** Returns the user who views a page outside every account; a request without a session is redirected to the sign-in. */
export async function pageUser(path: string, find = requireUser): Promise<SignedInUser> {
  return orElsewhere(find, path)
}

/** Returns the user who views a page that needs no session; null without one. */
export async function optionalUser(path: string): Promise<SignedInUser | null> {
  return (await isSignedIn()) ? pageUser(path) : null
}

async function orElsewhere<Found>(find: () => Promise<Found>, path: string): Promise<Found> {
  let refusal: Refusal
  try {
    return await find()
  } catch (error) {
    // Next keeps a digest that the error already has.
    if (isDatabaseAway(error)) throw Object.assign(error, { digest: AWAY_DIGEST })
    if (!(error instanceof Refusal)) throw error
    refusal = error
  }
  // All three functions work by throwing, so they are outside the try.
  if (refusal.code === 'review_pending') redirect(REVIEW_PATH)
  if (refusal.code === 'signed_out')
    redirect(path === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(path)}`)
  notFound()
}

async function requireClaim(): Promise<SessionClaim> {
  const { env } = webDashboard()
  const cookie = (await cookies()).get(sessionCookie(env.WEB_URL))
  const claim = await readSession(cookie?.value, env.NEXTAUTH_SECRET)
  if (!claim) throw new Refusal('signed_out')
  return claim
}

/** Returns the IP address of this request. */
export async function requestAddress(): Promise<string> {
  return clientAddress(await headers(), webDashboard().env.TRUSTED_PROXIES)
}

/** Confirms the user of this request by a step-up. Throws Refusal as `stepUp` does. */
export async function confirmMember(
  { user, claim }: Omit<OwnActor, 'address'>,
  typed: StepUp,
): Promise<void> {
  await stepUp(webDashboard(), { user, claim, address: await requestAddress() }, typed)
}
