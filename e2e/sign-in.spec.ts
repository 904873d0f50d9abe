import { expect, test } from '@playwright/test'
import { design } from '@/lib/messages/design'
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

test('a chosen theme wins over that of the device', async ({ page }) => {
  await page.goto('/design')
  await expect(page.getByRole('heading', { level: 1, name: design.title })).toBeVisible()
  const canvas = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor)
  const values = { light: await canvas('section#light'), dark: await canvas('section#dark') }
  expect(values.light).not.toBe(values.dark)
  for (const device of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: device })
    expect(await canvas('html'), `the device, ${device}`).toBe(values[device])
    for (const chosen of ['light', 'dark'] as const) {
      await page.locator('html').evaluate((html, theme) => {
        html.dataset.theme = theme
      }, chosen)
      expect(await canvas('html'), `${chosen} on a ${device} device`).toBe(values[chosen])
    }
    await page.locator('html').evaluate((html) => {
      html.dataset.theme = 'system'
    })
  }
})
