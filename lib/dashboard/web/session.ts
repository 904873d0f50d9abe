import type { AuthOptions } from 'next-auth'
import { decode } from 'next-auth/jwt'
import Credentials from 'next-auth/providers/credentials'
import type { SessionClaim } from '@/lib/dashboard/team/find-member'
import { signIn } from '@/lib/dashboard/team/sign-in'
import { clientAddress } from '@/lib/platform/peer-address'
import type { WebDashboard } from './web-dashboard'

const SESSION_DAYS = 30
const SESSION_S = SESSION_DAYS * 24 * 60 * 60

/** What `result.error` of the sign-in form says beside next-auth's own `CredentialsSignin`. */
export const TOO_MANY_ATTEMPTS = 'too_many_attempts'

/** next-auth's settings: an e-mail with a password, and a token that a version in the database can revoke. */
export function authOptions(dashboard: WebDashboard): AuthOptions {
  const { env } = dashboard
  return {
    secret: env.NEXTAUTH_SECRET,
    useSecureCookies: isSecure(env.WEB_URL),
    session: { strategy: 'jwt', maxAge: SESSION_S },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    providers: [
      Credentials({
        credentials: { email: {}, password: {} },
        async authorize(given, request) {
          const headers = new Headers(request.headers)
          const signedIn = await signIn(dashboard, {
            email: String(given?.email ?? ''),
            password: String(given?.password ?? ''),
            address: clientAddress(headers, env.TRUSTED_PROXIES),
          })
          if (signedIn === 'too_many_attempts') throw new Error(TOO_MANY_ATTEMPTS)
          return signedIn === 'wrong'
            ? null
            : { id: signedIn.userId, sessionVersion: signedIn.sessionVersion }
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) =>
        user ? { sub: user.id, version: 'sessionVersion' in user ? user.sessionVersion : 0 } : token,
      // The browser reads nothing of a session: pages get what they show from the server.
      session: ({ session }) => ({ expires: session.expires }),
    },
    logger: {
      error: (code) => code !== 'JWT_SESSION_ERROR' && dashboard.log.warn({ code }, 'next-auth'),
      warn: () => {},
    },
  }
}

/** The session of a token cookie; null when there is none, or it was not made by us. */
export async function readSession(token: string | undefined, secret: string): Promise<SessionClaim | null> {
  if (!token) return null
  try {
    const claims = await decode({ token, secret })
    if (typeof claims?.sub !== 'string' || typeof claims.version !== 'number') return null
    return { userId: claims.sub, sessionVersion: claims.version }
  } catch {
    return null
  }
}

/** The name of next-auth's cookie, which a browser sends back only over the scheme of WEB_URL. */
export function sessionCookie(webUrl: string): string {
  return `${isSecure(webUrl) ? '__Secure-' : ''}next-auth.session-token`
}

function isSecure(webUrl: string): boolean {
  return webUrl.startsWith('https:')
}
