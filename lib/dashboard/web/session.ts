import { cookies } from 'next/headers'
import type { AuthOptions } from 'next-auth'
import { decode, type JWT } from 'next-auth/jwt'
import Credentials from 'next-auth/providers/credentials'
import { recordUserAudit } from '@/lib/dashboard/audit/record-team-audit'
import { endSession, SESSION_MAX_AGE_S, type SessionClaim, startSession } from '@/lib/dashboard/team/sessions'
import { signIn } from '@/lib/dashboard/team/sign-in'
import { clientAddress } from '@/lib/platform/peer-address'
import { KNOWN_BROWSER_MAX_AGE_S, knownBrowser, knownBrowserCookie } from './known-browser'
import type { WebDashboard } from './web-dashboard'

/** Messages that the sign-in form reads as `result.error`, in addition to next-auth's own `CredentialsSignin`. */
const reported: ReadonlySet<string> = new Set(['too_many_attempts', 'two_step_required', 'wrong_code'])
/** Message of every error that the user did not cause. */
const UNAVAILABLE = 'unavailable'
/** Longest code: a recovery code with spaces. */
const CODE_MAX = 64

/**
 * Returns next-auth's settings for one request: an e-mail with a password, and a token that identifies a session in the
 * database. `requested` has the request's headers.
 */
export function authOptions(dashboard: WebDashboard, requested: Headers): AuthOptions {
  const { env } = dashboard
  const ownCookie = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(env.WEB_URL) } as const
  return {
    secret: env.NEXTAUTH_SECRET,
    useSecureCookies: isSecure(env.WEB_URL),
    cookies: {
      sessionToken: {
        name: sessionCookie(env.WEB_URL),
        options: ownCookie,
      },
    },
    session: { strategy: 'jwt', maxAge: SESSION_MAX_AGE_S },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    providers: [
      Credentials({
        credentials: { email: {}, password: {}, code: {} },
        async authorize(given, request) {
          const headers = new Headers(request.headers)
          const address = clientAddress(headers, env.TRUSTED_PROXIES)
          const userAgent = headers.get('user-agent') ?? ''
          const unavailable = (error: unknown) => {
            // next-auth would show a stranger the message of any error.
            dashboard.log.error({ err: error }, 'a sign-in failed')
            throw new Error(UNAVAILABLE)
          }
          const signedIn = await signIn(dashboard, {
            email: String(given?.email ?? ''),
            password: String(given?.password ?? ''),
            code: String(given?.code ?? '').slice(0, CODE_MAX),
            address,
            userAgent,
          }).catch(unavailable)
          if (typeof signedIn === 'string') {
            if (reported.has(signedIn)) throw new Error(signedIn)
            return null
          }
          const jar = await cookies()
          const name = knownBrowserCookie(env.WEB_URL)
          const known = knownBrowser(dashboard.keyring, jar.get(name)?.value ?? '', signedIn.userId)
          const { userId, sessionId } = await startSession(dashboard, {
            userId: signedIn.userId,
            checked: signedIn.checked,
            isNewBrowser: known.isNew,
            address,
            userAgent,
          }).catch(unavailable)
          jar.set(name, known.cookie, { ...ownCookie, maxAge: KNOWN_BROWSER_MAX_AGE_S })
          return { id: userId, sessionId }
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) =>
        user ? { sub: user.id, session: 'sessionId' in user ? user.sessionId : '' } : token,
      // The browser reads nothing from a session: pages get their data from the server.
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      async signOut({ token }) {
        const claim = claimOf(token)
        if (!claim) return
        const now = dashboard.now()
        await dashboard.database.as('checkout_dashboard_system').transaction(async (tx) => {
          if (!(await endSession(tx, { ...claim, by: 'sign_out', now }))) return
          await recordUserAudit(tx, {
            userId: claim.userId,
            action: 'session.sign_out',
            objectId: claim.sessionId,
            address: clientAddress(requested, env.TRUSTED_PROXIES),
            userAgent: requested.get('user-agent'),
            now,
          })
        })
      },
    },
    logger: {
      error: (code) => code !== 'JWT_SESSION_ERROR' && dashboard.log.warn({ code }, 'next-auth'),
      warn: () => {},
    },
  }
}

/** Returns the session of a token cookie; null if there is none, or it was not signed by us. */
export async function readSession(token: string | undefined, secret: string): Promise<SessionClaim | null> {
  if (!token) return null
  try {
    return claimOf(await decode({ token, secret }))
  } catch {
    return null
  }
}

function claimOf(claims: JWT | null): SessionClaim | null {
  if (typeof claims?.sub !== 'string' || typeof claims.session !== 'string') return null
  return { userId: claims.sub, sessionId: claims.session }
}

/**
 * Returns the name of the session's cookie, which a browser sends only over the scheme of WEB_URL. Over https no other
 * host, such as a sibling subdomain, can set it.
 */
export function sessionCookie(webUrl: string): string {
  return `${isSecure(webUrl) ? '__Host-' : ''}next-auth.session-token`
}

function isSecure(webUrl: string): boolean {
  return webUrl.startsWith('https:')
}
