import { distinctLeaks, type Leak } from './leak'
import type { Needle } from './needles'
import type { PageRoute } from './page-routes'
import { searchPage } from './search-page'

const SESSION_COOKIE = /next-auth\.session-token=/
/** API's lists, as the merchant's own system reads them. */
const API_PATHS = [
  '/me',
  '/payment_links?limit=100',
  '/payments?limit=100',
  '/customers?limit=100',
  '/settlements?limit=100',
  '/balance',
  '/openapi.json',
]

export interface Visitor {
  webUrl: string
  account: string
  baseUrl: string
  email: string
  password: string
  apiKey: string
}

export interface SearchedPages {
  finds: Leak[]
  pages: number
}

/** Requests every page, signed in as the owner and without a session, and the API's lists, and searches the responses. */
export async function searchPages(
  visitor: Visitor,
  routes: readonly PageRoute[],
  needles: readonly Needle[],
): Promise<SearchedPages> {
  const cookie = await signIn(visitor)
  const finds: Leak[] = []
  let pages = 0
  const ask = async (url: string, where: string, headers: Record<string, string>) => {
    const answer = await fetch(url, { headers, redirect: 'manual' })
    const { pathname } = new URL(url)
    finds.push(...searchPage({ where, path: pathname, text: await answer.text() }, needles))
    pages += 1
    return answer
  }
  const first = await ask(`${visitor.webUrl}/${visitor.account}/payments`, '/payments', { cookie })
  if (first.status !== 200) throw new Error(`the owner's payments page was answered ${first.status}`)
  for (const { route, paths } of routes) {
    for (const path of paths) {
      await ask(visitor.webUrl + path, route, { cookie })
      await ask(visitor.webUrl + path, `${route} signed out`, {})
    }
  }
  for (const path of API_PATHS) {
    await ask(visitor.baseUrl + path, `the API's ${path}`, { authorization: `Bearer ${visitor.apiKey}` })
  }
  return { finds: distinctLeaks(finds), pages }
}

/** Returns the session's cookie, by the form of the sign-in page. */
async function signIn({ webUrl, email, password }: Visitor): Promise<string> {
  const token = await fetch(`${webUrl}/api/auth/csrf`)
  const { csrfToken }: { csrfToken?: string } = await token.json()
  const sent = new URLSearchParams({ csrfToken: csrfToken ?? '', email, password, json: 'true' })
  const answer = await fetch(`${webUrl}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { cookie: cookiesOf(token), origin: webUrl },
    body: sent,
    redirect: 'manual',
  })
  const cookies = cookiesOf(answer)
  if (!SESSION_COOKIE.test(cookies)) throw new Error(`the demo's owner could not sign in: ${answer.status}`)
  return cookies
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
