import { expect, test } from '@playwright/test'
import { signIn } from '@/lib/messages/sign-in'
import { expectSound } from './axe'

test('the password can be shown, and Caps Lock is reported', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByLabel(signIn.email)).toBeFocused()
  const password = page.getByLabel(signIn.password, { exact: true })
  await password.fill('secret')
  await expect(async () => {
    await page.getByRole('button', { name: signIn.showPassword }).click({ timeout: 1_000 })
    await expect(password).toHaveAttribute('type', 'text', { timeout: 1_000 })
  }).toPass()
  await password.focus()
  await password.dispatchEvent('keyup', { key: 'A', modifierCapsLock: true })
  await expect(page.getByText(signIn.capsLock)).toBeVisible()
  await expectSound(page, 'sign-in with Caps Lock')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the sign-in says that the dashboard needs scripts', async ({ page }) => {
    await page.goto('/sign-in')
    await expect(page.locator('noscript > *')).toContainText(signIn.needsScripts)
  })
})
