import { cookies } from 'next/headers'
import type { AuthOptions } from 'next-auth'
import { decode, type JWT } from 'next-auth/jwt'
import Credentials from 'next-auth/providers/credentials'
import { recordUserAudit } from '@/lib/dashboard/audit/record-team-audit'
import { asSystem } from '@/lib/dashboard/context'
import { signInByPasskey } from '@/lib/dashboard/team/passkeys'
import { endSession, SESSION_MAX_AGE_S, type SessionClaim, startSession } from '@/lib/dashboard/team/sessions'
import { type SignedIn, signIn } from '@/lib/dashboard/team/sign-in'
import { MEMBER_LANGUAGE_COOKIE } from '@/lib/domain/languages'
import { clientAddress } from '@/lib/platform/peer-address'
import type { Keyring } from '@/lib/platform/secrets'
import type { WebDashboard } from './web-dashboard'

/** Messages that the sign-in form reads as `result.error`, in addition to next-auth's own `CredentialsSignin`. */
const reported: ReadonlySet<string> = new Set(['too_many_attempts', 'two_step_required', 'wrong_code'])
/** Message of every error that the user did not cause. */
const UNAVAILABLE = 'unavailable'
const PASSKEY_PROVIDER = 'passkey'
/** Longest code: a recovery code with spaces. */
const CODE_MAX = 64

/**
 * Returns next-auth's settings for one request: an e-mail with a password, or a passkey, and a token that identifies a session in the
 * database. `requested` has the request's headers.
 */
export function authOptions(dashboard: WebDashboard, requested: Headers): AuthOptions {
  const { env } = dashboard
  return {
    secret: env.NEXTAUTH_SECRET,
    useSecureCookies: isSecure(env.WEB_URL),
    cookies: {
      sessionToken: {
        name: sessionCookie(env.WEB_URL),
        options: cookieOptions(env.WEB_URL),
      },
    },
    session: { strategy: 'jwt', maxAge: SESSION_MAX_AGE_S },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    providers: [
      Credentials({
        credentials: { email: {}, password: {}, code: {} },
        authorize: (given, request) =>
          authorize(dashboard, new Headers(request.headers), (from) =>
            signIn(dashboard, {
              email: String(given?.email ?? ''),
              password: String(given?.password ?? ''),
              code: String(given?.code ?? '').slice(0, CODE_MAX),
              ...from,
            }),
          ),
      }),
      Credentials({
        id: PASSKEY_PROVIDER,
        credentials: { response: {} },
        authorize(given, request) {
          const headers = new Headers(request.headers)
          const browser = cookieOf(headers, passkeyCookie(env.WEB_URL))
          const typed = String(given?.response ?? '')
          return authorize(dashboard, headers, (from) =>
            signInByPasskey(dashboard, { browser, typed, ...from }),
          )
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
        await asSystem(dashboard).transaction(async (tx) => {
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

/** Starts the session of a sign-in. Throws only errors that the sign-in form may read. */
async function authorize(
  dashboard: WebDashboard,
  headers: Headers,
  check: (from: { address: string; userAgent: string }) => Promise<SignedIn | string>,
) {
  const address = clientAddress(headers, dashboard.env.TRUSTED_PROXIES)
  const userAgent = headers.get('user-agent') ?? ''
  const unavailable = (error: unknown) => {
    // next-auth would show a stranger the message of any error.
    dashboard.log.error({ err: error }, 'a sign-in failed')
    throw new Error(UNAVAILABLE)
  }
  const signedIn = await check({ address, userAgent }).catch(unavailable)
  if (typeof signedIn === 'string') {
    if (reported.has(signedIn)) throw new Error(signedIn)
    return null
  }
  const { userId, checked } = signedIn
  const { keyring, env } = dashboard
  const jar = await cookies()
  const name = knownBrowserCookie(env.WEB_URL)
  const { isNew: isNewBrowser, cookie } = knownBrowser(keyring, jar.get(name)?.value ?? '', userId)
  const started = { userId, checked, isNewBrowser, address, userAgent }
  const { sessionId, language } = await startSession(dashboard, started).catch(unavailable)
  jar.set(name, cookie, { ...cookieOptions(env.WEB_URL), maxAge: KNOWN_BROWSER_MAX_AGE_S })
  // Without a setting, the choice on the sign-in page stays.
  if (language !== null) keepLanguage(jar, language, env.WEB_URL)
  return { id: userId, sessionId }
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
 * Returns a function that returns a cookie's name, which a browser sends only over the scheme of WEB_URL. Over https no
 * other host, such as a sibling subdomain, can set it.
 */
const cookieNamed = (name: string) => (webUrl: string) => `${isSecure(webUrl) ? '__Host-' : ''}${name}`

export const sessionCookie = cookieNamed('next-auth.session-token')
/** Cookie that ties a passkey's challenge to the browser that asked for it. */
export const passkeyCookie = cookieNamed('passkey-challenge')
/**
 * Cookie of users who have signed in from a browser: an HMAC of each id, the newest first. Sessions could not show it: the
 * user agents of two people's browsers are often equal, and addresses change.
 */
const knownBrowserCookie = cookieNamed('known-browser')

const languageCookie = cookieNamed(MEMBER_LANGUAGE_COOKIE)

/** Returns the attributes of the dashboard's cookies. */
export function cookieOptions(webUrl: string) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(webUrl) } as const
}

const LANGUAGE_MAX_AGE_S = 365 * 24 * 60 * 60

/** Gives a browser the language of its user; null is its own. */
export function keepLanguage(
  jar: Pick<Awaited<ReturnType<typeof cookies>>, 'set'>,
  language: string | null,
  webUrl: string,
): void {
  const maxAge = language === null ? 0 : LANGUAGE_MAX_AGE_S
  jar.set(languageCookie(webUrl), language ?? '', { ...cookieOptions(webUrl), maxAge })
}

function cookieOf(headers: Headers, name: string): string {
  const pairs = (headers.get('cookie') ?? '').split(/; */)
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}

function isSecure(webUrl: string): boolean {
  return webUrl.startsWith('https:')
}

const PURPOSE = 'known browser'
/** Users whose sign-ins one browser remembers. */
const USERS_MAX = 10

/** Lifetime of the cookie: the longest that browsers allow. */
const KNOWN_BROWSER_MAX_AGE_S = 400 * 24 * 60 * 60

/** Returns whether a user has signed in from the browser of a cookie, and the cookie's value after this sign-in. */
function knownBrowser(keyring: Keyring, cookie: string, userId: string): { isNew: boolean; cookie: string } {
  const marks = cookie === '' ? [] : cookie.split('.').slice(0, USERS_MAX)
  const others = marks.filter((mark) => !keyring.isMark(mark, userId, PURPOSE))
  return {
    isNew: others.length === marks.length,
    cookie: [keyring.mark(userId, PURPOSE), ...others].slice(0, USERS_MAX).join('.'),
  }
}
