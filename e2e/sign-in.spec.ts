import { expect, type Page, test } from '@playwright/test'
import { developers } from '@/lib/messages/developers'
import { security } from '@/lib/messages/security'
import { signIn } from '@/lib/messages/sign-in'
import { stepUp } from '@/lib/messages/step-up'
import { appCode } from '@/test/app-code'
import { english } from '@/test/english'
import { expectAccessibleState } from './axe'
import { accountPath } from './demo'
import { openPage } from './open-page'
import { createOwnAccount } from './test-owner'

test('the password can be shown; a refused address and a silent server are reported', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByLabel(signIn.email)).toBeFocused()
  const password = page.getByLabel(signIn.password, { exact: true })
  await password.fill('secret')
  await expect(async () => {
    await page.getByRole('button', { name: signIn.showPassword }).click({ timeout: 1_000 })
    await expect(password).toHaveAttribute('type', 'text', { timeout: 1_000 })
  }).toPass()

  // A deployment whose WEB_URL is not the address in the browser refuses that address.
  await page.route('**/api/auth/callback/credentials', async (route) => {
    const headers = { ...route.request().headers(), origin: 'https://elsewhere.example' }
    await route.fulfill({ response: await route.fetch({ headers }) })
  })
  await page.getByLabel(signIn.email).fill('nobody@example.com')
  const submit = page.getByRole('button', { name: signIn.submit })
  await submit.click()
  const report = (message: string) => page.getByRole('alert').filter({ hasText: message })
  await expect(report(signIn.foreignOrigin)).toBeVisible()
  for (const [status, message] of [
    [403, signIn.refused],
    [502, signIn.unavailable],
  ] as const) {
    await page.route('**/api/auth/**', (route) => route.fulfill({ status, body: '<h1>Proxy</h1>' }))
    await submit.click()
    await expect(report(message)).toBeVisible()
  }
  await page.route('**/api/auth/**', (route) => route.abort())
  await submit.click()
  await expect(report(signIn.unreachable)).toBeVisible()
})

test('with two-step sign-in a code follows the password, also to turn it off, and another browser is signed out at its next request', async ({
  page,
  browser,
}) => {
  const { email, password, slug } = await createOwnAccount('Two steps')
  const { twoStep, sessions } = security
  const typePassword = async (on: Page) => {
    await on.goto('/sign-in')
    await on.getByLabel(signIn.email).fill(email)
    await on.getByLabel(signIn.password, { exact: true }).fill(password)
    await on.getByRole('button', { name: signIn.submit }).click()
  }
  const isInside = ({ pathname }: URL) => pathname.startsWith(`/${slug}`)
  await typePassword(page)
  await page.waitForURL(isInside)

  await openPage(page, accountPath('/settings/security', slug))
  await page.getByRole('button', { name: twoStep.turnOn.open }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(stepUp.password).fill(password)
  await dialog.getByRole('button', { name: twoStep.turnOn.submit }).click()
  await expect(dialog.getByRole('img', { name: twoStep.setUp.qr })).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel(twoStep.setUp.code, { exact: true }).fill('123')
  await dialog.getByRole('button', { name: twoStep.setUp.submit }).click()
  await expect(dialog.getByLabel(twoStep.setUp.code, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleState(page, 'a secret of two-step sign-in')
  await dialog.getByLabel(twoStep.setUp.code, { exact: true }).fill(appCode(secret))
  await dialog.getByRole('button', { name: twoStep.setUp.submit }).click()
  const shown = dialog.getByLabel(twoStep.recovery.label)
  await expect(shown).toBeVisible()
  const [recoveryCode = '', otherCode = ''] = (await shown.inputValue()).split('\n')
  await expectAccessibleState(page, 'recovery codes')
  await dialog.getByRole('button', { name: developers.stored }).click()
  await expect(page.getByText(twoStep.codesLeft(10))).toBeVisible()
  await expectAccessibleState(page, 'security')

  const context = await browser.newContext()
  const other = await context.newPage()
  await typePassword(other)
  await other.getByLabel(signIn.twoStep.code.label, { exact: true }).fill('000000')
  await other.getByRole('button', { name: signIn.submit }).click()
  await expect(other.getByLabel(signIn.twoStep.code.label, { exact: true })).toHaveAccessibleDescription(
    signIn.twoStep.code.wrong,
  )
  await expectAccessibleState(other, 'sign-in with a code')
  await other.getByLabel(signIn.twoStep.code.label, { exact: true }).fill(appCode(secret, 1))
  await other.getByRole('button', { name: signIn.submit }).click()
  await other.waitForURL(isInside)

  await page.getByRole('button', { name: english('shell.accountMenu') }).click()
  await page.getByRole('menuitem', { name: english('shell.signOut') }).click()
  await page.waitForURL(/sign-in/)
  await typePassword(page)
  await page.getByRole('button', { name: signIn.twoStep.useRecovery }).click()
  await page.getByLabel(signIn.twoStep.recovery.label).fill(recoveryCode)
  await page.getByRole('button', { name: signIn.submit }).click()
  await page.waitForURL(isInside)

  await openPage(page, accountPath('/settings/security', slug))
  const rows = page.getByRole('list', { name: sessions.title }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await rows.nth(1).getByRole('button', { name: sessions.signOut }).click()
  await expect(rows).toHaveCount(1)
  await other
    .getByRole('link', { name: english('shell.payments'), exact: true })
    .first()
    .click()
  await other.waitForURL(/sign-in/)
  await context.close()

  // The password alone, or with a used code, does not turn it off.
  await page.getByRole('button', { name: twoStep.turnOff.open }).click()
  await dialog.getByLabel(stepUp.password).fill(password)
  for (const [code, problem] of [
    ['', stepUp.codeMissing],
    [recoveryCode, stepUp.codeWrong],
  ] as const) {
    await dialog.getByLabel(stepUp.code).fill(code)
    await dialog.getByRole('button', { name: twoStep.turnOff.submit }).click()
    await expect(dialog.getByLabel(stepUp.code)).toHaveAccessibleDescription(problem)
  }
  await expectAccessibleState(page, 'a step-up with a code')
  await dialog.getByLabel(stepUp.code).fill(otherCode)
  await dialog.getByRole('button', { name: twoStep.turnOff.submit }).click()
  await expect(page.getByText(twoStep.turnOff.done)).toBeVisible()
  await page.getByRole('button', { name: twoStep.turnOn.open }).click()
  await expect(dialog.getByLabel(stepUp.password)).toBeVisible()
  await expect(dialog.getByLabel(stepUp.code)).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the sign-in page reports that the dashboard needs scripts', async ({ page }) => {
    await page.goto('/sign-in')
    await expect(page.locator('noscript > *')).toContainText(signIn.needsScripts)
  })
})
