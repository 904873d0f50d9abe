import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { signIn } from '@/lib/messages/sign-in'

interface Demo {
  dashboard_url: string
  base_url: string
  email: string
  password: string
  account_id: string
  account_slug: string
  api_key: string
}

/** What the running server wrote about its demo merchant. */
export function demo(): Demo {
  const folder = process.env.DATA_DIR ?? '.data'
  return JSON.parse(fs.readFileSync(path.join(folder, 'demo.json'), 'utf8'))
}

/** Signs the demo merchant's owner in, as a person does. */
export async function signInAsOwner(page: Page): Promise<void> {
  const { email, password } = demo()
  await page.goto('/sign-in')
  await page.getByLabel(signIn.email).fill(email)
  await page.getByLabel(signIn.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: signIn.submit }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
}

/** A call of the API with the demo key, as the merchant's own system would make it. */
export async function callApi(method: string, route: string, body?: unknown): Promise<Response> {
  const { base_url, api_key } = demo()
  return fetch(base_url + route, {
    method,
    headers: { Authorization: `Bearer ${api_key}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
