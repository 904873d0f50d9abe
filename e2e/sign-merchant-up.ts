import type { Page } from '@playwright/test'
import type { Translate } from '@/lib/messages/translator'
import { english } from '@/test/english'
import { switchAddress } from './payer'
import { runOperator } from './test-owner'

/** Signs a new merchant up in the browser, on pages with these texts. @returns the slug of their account */
export async function signMerchantUp(
  page: Page,
  { name, email, password }: { name: string; email: string; password: string },
  t: Translate = english,
): Promise<string> {
  await switchAddress(page)
  await page.goto('/sign-up')
  await page.getByLabel(t('sign-up.name')).fill('Inti Quispe')
  await page.getByLabel(t('sign-up.email')).fill(email)
  await page.getByLabel(t('sign-up.businessName')).fill(name)
  await page.getByLabel(t('sign-up.country')).selectOption('US')
  await page.getByRole('button', { name: t('sign-up.submit') }).click()
  await page.getByRole('link', { name: t('sign-up.mailed.open') }).click()
  await page.getByLabel(t('sign-up.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('sign-up.complete.submit') }).click()
  await page.waitForURL(({ pathname }) => !/^\/sign/.test(pathname), { timeout: 30_000 })
  return new URL(page.url()).pathname.split('/')[1] ?? ''
}

/** Returns the account of a merchant who signed up, and a new key of it. */
export async function accountOf(merchant: string): Promise<{ accountId: string; apiKey: string }> {
  const accounts: unknown = await runOperator('account', 'list')
  const own = Array.isArray(accounts) ? accounts.find(({ name }) => name === merchant) : null
  const { api_key: apiKey = '' } = await runOperator('key', 'create', '--account', own?.id, '--name', 'Walk')
  return { accountId: own?.id, apiKey }
}
