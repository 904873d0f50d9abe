import fs from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import type { Translate } from '@/lib/messages/translator'
import { english } from '@/test/english'

interface Demo {
  dashboard_url: string
  base_url: string
  email: string
  password: string
  account_id: string
  account_slug: string
  api_key: string
}

/** Returns the data that the running server wrote about its demo merchant. */
export function demo(): Demo {
  const folder = process.env.DATA_DIR ?? '.data'
  return JSON.parse(fs.readFileSync(path.join(folder, 'demo.json'), 'utf8'))
}

/** Returns the path of a screen (`/links`, `/`) in an account, the demo merchant's unless another slug is given. */
export function accountPath(screen: string, slug = demo().account_slug): string {
  return screen === '/' ? `/${slug}` : `/${slug}${screen}`
}

/** Signs the demo merchant's owner in. */
export async function signInAsOwner(page: Page): Promise<void> {
  await signInAs(page, demo())
}

/** Session cookies by e-mail. Password hashing is slow by design, so each worker signs in once per user. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()

/** Drops the session that later tests of this worker would reuse: a sign-out has ended it. */
export function dropSession({ email }: { email: string }): void {
  sessions.delete(email)
}

/** Signs a member in through the form, or with the session of an earlier test of this worker. */
export async function signInAs(
  page: Page,
  login: { email: string; password: string },
  t: Translate = english,
): Promise<void> {
  const kept = sessions.get(login.email)
  if (kept) return page.context().addCookies(kept)
  await page.goto('/sign-in')
  await page.getByLabel(t('sign-in.email')).fill(login.email)
  await page.getByLabel(t('sign-in.password'), { exact: true }).fill(login.password)
  await page.getByRole('button', { name: t('sign-in.submit') }).click()
  // The bare URL redirects to an account.
  await page.waitForURL(({ pathname }) => pathname !== '/' && !pathname.startsWith('/sign-in'))
  const cookies = await page.context().cookies()
  sessions.set(
    login.email,
    cookies.filter(({ name }) => name.includes('next-auth')),
  )
}

/** Returns `New York` for the IANA zone `America/New_York`, with a no-break space as on the pages. */
export function cityOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? '').replaceAll('_', '\u00a0')
}

/** Calls the API with a key, the demo merchant's unless another is given. */
export async function callApi(
  method: string,
  route: string,
  body?: unknown,
  key = demo().api_key,
): Promise<Response> {
  const { base_url } = demo()
  return fetch(base_url + route, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
