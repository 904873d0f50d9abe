import { expect, test } from '@playwright/test'
import { common } from '@/lib/messages/common'
import { settings } from '@/lib/messages/settings'
import { shell } from '@/lib/messages/shell'
import { expectAccessible } from './axe'
import { signInAsOwner } from './demo'
import { expectRoom } from './layout'

const { webhook, connections, health, preferences } = settings

test('a second signing secret is accepted beside the first until somebody says otherwise', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/settings')
  const section = page.getByRole('region', { name: webhook.title })
  await expect(section.getByText(webhook.secretSet)).toBeVisible()

  await section.getByRole('button', { name: webhook.replace, exact: true }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel(webhook.dialog.label)
  await expect(field).toBeFocused()
  await dialog.getByRole('button', { name: webhook.dialog.submit }).click()
  await expect(field).toHaveAccessibleDescription(new RegExp(webhook.dialog.missing))
  await field.fill('sk_not_a_secret')
  await dialog.getByRole('button', { name: webhook.dialog.submit }).click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')

  const end = String(Date.now()).slice(-4)
  await field.fill(`whsec_0123456789${end}`)
  await dialog.getByRole('button', { name: webhook.dialog.submit }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(webhook.dialog.saved)).toBeVisible()
  await expect(section.getByText(`${webhook.secretSet} ${end}`)).toBeVisible()
  // The demo's own stays: its events are signed with it. What was added goes again.
  await section.getByRole('button', { name: webhook.replace, exact: true }).click()
  await dialog.getByLabel(webhook.dialog.label).fill(`whsec_9876543210${end}`)
  await dialog.getByRole('button', { name: webhook.dialog.submit }).click()
  await expect(dialog).toBeHidden()
  await section
    .getByRole('button', { name: webhook.retire.open(end) })
    .first()
    .click()
  await expect(dialog.getByText(webhook.retire.lead)).toBeVisible()
  await dialog.getByRole('button', { name: webhook.retire.short }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(webhook.retire.done)).toBeVisible()
})

test('a key is replaced only by one that the service knows, and the theme is chosen here', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/settings')
  const section = page.getByRole('region', { name: connections.title })
  await section.getByText(connections.replace.open).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(connections.replace.label).fill('checkout_sk_of_nobody')
  await dialog.getByRole('button', { name: connections.replace.submit }).click()
  await expect(dialog.getByLabel(connections.replace.label)).toHaveAccessibleDescription(
    new RegExp(settings.connect.refused.invalid_api_key.slice(0, 30)),
  )
  await dialog.getByRole('button', { name: common.cancel }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('radio', { name: shell.themes.dark }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('radio', { name: shell.themes.system }).check()
  await page.getByRole('button', { name: preferences.showKeys }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the word on the connection leads to where it is told whole', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAsOwner(page)
  await page.goto('/payments')
  await page.locator('[data-health]').filter({ visible: true }).click()
  await page.waitForURL(/\/settings#/)
  const told = page.getByRole('heading', { name: health.title })
  await expect(told).toBeInViewport()
  await expect.poll(async () => (await told.boundingBox())?.y).toBeLessThan(200)
})

/** As far back as a comparison looks that somebody asked for. */
const ASKED_DAYS = 9

test('a comparison shows that it runs and what it compared', async ({ page }) => {
  await signInAsOwner(page)
  // That it is over stays unheard until what stands meanwhile has been seen.
  const waits = /\/(live|mirror\/data)$/
  await page.route(waits, (route) => route.abort())
  await page.goto('/settings')
  const section = page.getByRole('region', { name: health.title })
  await section.getByRole('button', { name: health.run }).click()
  const row = (name: string) =>
    section.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
  const said = row(health.drift).getByRole('status')
  await expect(row(health.lastSync).getByRole('progressbar')).toBeVisible()
  await expect(said).toHaveText(health.driftUnknown)
  await expect(row(health.state).getByRole('status')).toContainText(health.comparingState)
  await page.unroute(waits)
  await expect(section.getByRole('button', { name: health.run })).not.toHaveAttribute('aria-busy', 'true')
  await expect(section.getByRole('progressbar')).toHaveCount(0)
  await expect(said).toHaveText(/^None: the copy|found and corrected$/)
  await expect(
    section.getByText(new RegExp(health.compared('\\d+ links?', '[\\d,]+ payments?', ASKED_DAYS))),
  ).toBeVisible()
})

for (const theme of ['light', 'dark'] as const) {
  test(`the settings, their steps and dialogs are accessible in ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await signInAsOwner(page)
    await page.goto('/settings')
    // By its region: while the page streams in, its parts stand a second time in what is not shown.
    await page.getByRole('region', { name: webhook.title }).getByText(webhook.steps).click()
    await page.getByRole('button', { name: webhook.watch }).click()
    await expect(page.getByText(webhook.watching)).toBeVisible()
    await expectAccessible(page, `settings in ${theme}`)
    await page.getByRole('button', { name: webhook.replace, exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, `the secret's dialog in ${theme}`)
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

  test('ids and addresses stand on one line, buttons clear of the lines between rows, and no keys are offered', async ({
    page,
  }) => {
    await signInAsOwner(page)
    await page.goto('/settings')
    const id = page.getByRole('button', { name: common.copyThing(settings.account.id) })
    await expect(id).toBeVisible()
    await expect(id).toHaveText(/^acct_.{5}….{6}$/)
    for (const part of ['/api/v1', '/api/webhooks/']) {
      const address = page.locator(`#content [title$="${part}"], #content [title*="${part}"]`).first()
      expect((await address.boundingBox())?.height, part).toBeLessThan(24)
    }
    const section = page.getByRole('region', { name: webhook.title })
    for (const button of [
      section.getByRole('button', { name: webhook.replace, exact: true }),
      section.getByRole('button', { name: webhook.watch }),
      page.getByRole('button', { name: health.run }),
    ]) {
      const room = await button.evaluate((element) => {
        const row = element.closest('dl > div')?.getBoundingClientRect()
        const box = element.getBoundingClientRect()
        return Math.min(box.top - (row?.top ?? 0), (row?.bottom ?? 0) - box.bottom)
      })
      expect(room).toBeGreaterThanOrEqual(8)
    }
    await expect(page.getByText(preferences.theme, { exact: true }).first()).toBeVisible()
    await expect(page.getByText(preferences.keyboard, { exact: true })).toBeHidden()
    await expect(page.getByText(preferences.keyboardHint)).toBeHidden()
    await expectRoom(page, 'the settings on a phone')
  })

  for (const width of [320, 375])
    test(`at ${width} the marks for copying stand in one column, the themes in equal thirds, and no line ends in a dot`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 812 })
      await signInAsOwner(page)
      await page.goto('/settings')
      const marks = page
        .locator('#content [data-properties] button')
        .filter({ has: page.locator('svg.lucide-copy') })
      await expect(marks).toHaveCount(3)
      const rights = await marks
        .locator('svg')
        .evaluateAll((icons) => icons.map((icon) => Math.round(icon.getBoundingClientRect().right)))
      expect(new Set(rights).size, rights.join()).toBe(1)
      const row = page
        .locator('dl > div')
        .filter({ has: page.getByText(settings.account.id, { exact: true }) })
      const end = await row.evaluate((element) => element.getBoundingClientRect().right)
      expect(rights[0]).toBeLessThanOrEqual(Math.round(end))
      const buttons = page.locator('#content dl > div button:visible')
      const ends = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
      expect(Math.max(...ends)).toBeLessThanOrEqual(end + 6)

      const themes = page.getByRole('group', { name: preferences.theme }).locator('label')
      const boxes = await themes.evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect()))
      expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
      expect(new Set(boxes.map(({ width: wide }) => Math.round(wide))).size).toBe(1)
      expect(boxes).toHaveLength(3)

      await expect(page.getByText('New\u00a0York', { exact: true })).toBeVisible()
      await expect(page.locator('#content')).not.toContainText('·')
    })
})
