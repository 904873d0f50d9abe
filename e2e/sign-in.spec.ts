import { expect, type Page, test } from '@playwright/test'
import { appCode } from '@/test/app-code'
import { english } from '@/test/english'
import { expectAccessibleState } from './axe'
import { accountPath } from './demo'
import { openPage } from './open-page'
import { createOwnAccount } from './test-owner'

test('the password can be shown; a refused address and a silent server are reported', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByLabel(english('sign-in.email'))).toBeFocused()
  const password = page.getByLabel(english('sign-in.password'), { exact: true })
  await password.fill('secret')
  await expect(async () => {
    await page.getByRole('button', { name: english('password-field.show') }).click({ timeout: 1_000 })
    await expect(password).toHaveAttribute('type', 'text', { timeout: 1_000 })
  }).toPass()

  // A deployment whose WEB_URL is not the address in the browser refuses that address.
  await page.route('**/api/auth/callback/credentials', async (route) => {
    const headers = { ...route.request().headers(), origin: 'https://elsewhere.example' }
    await route.fulfill({ response: await route.fetch({ headers }) })
  })
  await page.getByLabel(english('sign-in.email')).fill('nobody@example.com')
  const submit = page.getByRole('button', { name: english('sign-in.submit') })
  await submit.click()
  const report = (message: string) => page.getByRole('alert').filter({ hasText: message })
  await expect(report(english('sign-in.failures.foreign_origin'))).toBeVisible()
  for (const [status, message] of [
    [403, english('sign-in.failures.refused')],
    [502, english('sign-in.failures.unavailable')],
  ] as const) {
    await page.route('**/api/auth/**', (route) => route.fulfill({ status, body: '<h1>Proxy</h1>' }))
    await submit.click()
    await expect(report(message)).toBeVisible()
  }
  await page.route('**/api/auth/**', (route) => route.abort())
  await submit.click()
  await expect(report(english('sign-in.failures.unreachable'))).toBeVisible()
})

test('with two-step sign-in a code follows the password, also to turn it off, and another browser is signed out at its next request', async ({
  page,
  browser,
}) => {
  const { email, password, slug } = await createOwnAccount('Two steps')
  const typePassword = async (on: Page) => {
    await on.goto('/sign-in')
    await on.getByLabel(english('sign-in.email')).fill(email)
    await on.getByLabel(english('sign-in.password'), { exact: true }).fill(password)
    await on.getByRole('button', { name: english('sign-in.submit') }).click()
  }
  const isInside = ({ pathname }: URL) => pathname.startsWith(`/${slug}`)
  await typePassword(page)
  await page.waitForURL(isInside)

  await openPage(page, accountPath('/settings/security', slug))
  await page.getByRole('button', { name: english('security.twoStep.turnOn.title') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(english('step-up.password')).fill(password)
  await dialog.getByRole('button', { name: english('security.twoStep.turnOn.submit') }).click()
  await expect(dialog.getByRole('img', { name: english('security.twoStep.setUp.qr') })).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel(english('security.twoStep.setUp.code'), { exact: true }).fill('123')
  await dialog.getByRole('button', { name: english('security.twoStep.setUp.submit') }).click()
  await expect(dialog.getByLabel(english('security.twoStep.setUp.code'), { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await expectAccessibleState(page, 'a secret of two-step sign-in')
  await dialog.getByLabel(english('security.twoStep.setUp.code'), { exact: true }).fill(appCode(secret))
  await dialog.getByRole('button', { name: english('security.twoStep.setUp.submit') }).click()
  const shown = dialog.getByLabel(english('security.twoStep.recovery.label'))
  await expect(shown).toBeVisible()
  const [recoveryCode = '', otherCode = ''] = (await shown.inputValue()).split('\n')
  await expectAccessibleState(page, 'recovery codes')
  await dialog.getByRole('button', { name: english('step-up.stored') }).click()
  await expect(page.getByText(english('security.twoStep.codesLeft', { count: 10 }))).toBeVisible()
  await expectAccessibleState(page, 'security')

  const context = await browser.newContext()
  const other = await context.newPage()
  await typePassword(other)
  await other.getByLabel(english('sign-in.twoStep.code.label'), { exact: true }).fill('000000')
  await other.getByRole('button', { name: english('sign-in.submit') }).click()
  await expect(
    other.getByLabel(english('sign-in.twoStep.code.label'), { exact: true }),
  ).toHaveAccessibleDescription(english('sign-in.twoStep.code.wrong'))
  await expectAccessibleState(other, 'sign-in with a code')
  await other.getByLabel(english('sign-in.twoStep.code.label'), { exact: true }).fill(appCode(secret, 1))
  await other.getByRole('button', { name: english('sign-in.submit') }).click()
  await other.waitForURL(isInside)

  await page.getByRole('button', { name: english('shell.accountMenu') }).click()
  await page.getByRole('menuitem', { name: english('shell.signOut') }).click()
  await page.waitForURL(/sign-in/)
  await typePassword(page)
  await page.getByRole('button', { name: english('sign-in.twoStep.useRecovery') }).click()
  await page.getByLabel(english('sign-in.twoStep.recovery.label')).fill(recoveryCode)
  await page.getByRole('button', { name: english('sign-in.submit') }).click()
  await page.waitForURL(isInside)

  await openPage(page, accountPath('/settings/security', slug))
  const rows = page.getByRole('list', { name: english('security.sessions.title') }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await rows
    .nth(1)
    .getByRole('button', { name: english('security.sessions.signOut') })
    .click()
  await expect(rows).toHaveCount(1)
  await other
    .getByRole('link', { name: english('shell.payments'), exact: true })
    .first()
    .click()
  await other.waitForURL(/sign-in/)
  await context.close()

  // The password alone, or with a used code, does not turn it off.
  await page.getByRole('button', { name: english('security.twoStep.turnOff.open') }).click()
  await dialog.getByLabel(english('step-up.password')).fill(password)
  for (const [code, problem] of [
    ['', english('step-up.codeMissing')],
    [recoveryCode, english('step-up.codeWrong')],
  ] as const) {
    await dialog.getByLabel(english('step-up.code')).fill(code)
    await dialog.getByRole('button', { name: english('security.twoStep.turnOff.submit') }).click()
    await expect(dialog.getByLabel(english('step-up.code'))).toHaveAccessibleDescription(problem)
  }
  await expectAccessibleState(page, 'a step-up with a code')
  await dialog.getByLabel(english('step-up.code')).fill(otherCode)
  await dialog.getByRole('button', { name: english('security.twoStep.turnOff.submit') }).click()
  await expect(page.getByText(english('security.twoStep.turnOff.done'))).toBeVisible()
  await page.getByRole('button', { name: english('security.twoStep.turnOn.title') }).click()
  await expect(dialog.getByLabel(english('step-up.password'))).toBeVisible()
  await expect(dialog.getByLabel(english('step-up.code'))).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the sign-in page reports that the dashboard needs scripts', async ({ page }) => {
    await page.goto('/sign-in')
    await expect(page.locator('noscript > *')).toContainText(english('sign-in.needsScripts'))
  })
})
