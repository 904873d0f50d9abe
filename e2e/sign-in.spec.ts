import { expect, test } from '@playwright/test'
import { signIn } from '@/lib/messages/sign-in'
import { expectSound } from './axe'

const IMAGES = 'test-results/images/shell'

test('where there is a keyboard one types the e-mail at once', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByLabel(signIn.email)).toBeFocused()
})

test('the password can be looked at, and Caps Lock is said', async ({ page }) => {
  await page.goto('/sign-in')
  const password = page.getByLabel(signIn.password, { exact: true })
  await password.fill('secret')
  await expect(async () => {
    await page.getByRole('button', { name: signIn.showPassword }).click({ timeout: 1_000 })
    await expect(password).toHaveAttribute('type', 'text', { timeout: 1_000 })
  }).toPass()
  await password.focus()
  await password.dispatchEvent('keyup', { key: 'A', modifierCapsLock: true })
  await expect(page.getByText(signIn.capsLock)).toBeVisible()
  await expectSound(page, 'sign-in')
  await page.screenshot({ path: `${IMAGES}/sign-in.png` })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the way in says that the dashboard needs them', async ({ page }) => {
    await page.goto('/sign-in')
    const told = page.locator('noscript > *')
    await expect(told).toBeVisible()
    await expect(told).toContainText(signIn.needsScripts)
    await page.screenshot({ path: `${IMAGES}/sign-in-without-scripts.png` })
  })
})
