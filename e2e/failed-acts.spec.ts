import { expect, type Locator, type Page, test } from '@playwright/test'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { savedViews } from '@/lib/messages/saved-views'
import { shell } from '@/lib/messages/shell'
import { aLink, statusOf } from './a-link'
import { expectSound } from './axe'
import { signInAsOwner } from './demo'
import { pressCancel } from './link-verbs'
import { arrive } from './screens'

const IMAGES = 'test-results/images/failed-acts'
const { form, detail: words } = links
const WIDTHS = [
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
]

for (const size of WIDTHS)
  test(`a link that is not created is told beside the button that was pressed, at ${size.width}`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(size)
    await signInAsOwner(page)
    await begin(page)
    const submit = page.getByRole('button', { name: form.submit })
    const told = page.getByRole('alert').filter({ hasText: form.unknownTitle })
    const expectBeside = async () => {
      await expect(told).toBeInViewport({ ratio: 1 })
      await expect(submit).toBeInViewport({ ratio: 1 })
      const [banner, button] = await Promise.all([boxOf(told), boxOf(submit)])
      const between = button.y - (banner.y + banner.height)
      expect(between).toBeGreaterThanOrEqual(8)
      expect(between).toBeLessThan(60)
    }
    await refuseActs(page)
    await submit.click()
    await expectBeside()
    await expectSound(page, `a link that was not created at ${size.width}`)
    await page.screenshot({ path: `${IMAGES}/create-${size.width}.png` })
    await page.unrouteAll()
    // Nothing is sent, so nothing is said of the service: one sentence says why.
    await goOffline(page)
    await submit.click()
    await expect(page.getByText(shell.offlineStayed)).toBeVisible()
    await expect(told).toHaveCount(0)
    await page.screenshot({ path: `${IMAGES}/create-offline-${size.width}.png` })

    await context.setOffline(false)
    await expect(page.getByText(shell.offlineTitle)).toHaveCount(0)
    await submit.click()
    await page.waitForURL(/\/links\/[^/]+\/share/)
  })

for (const size of WIDTHS)
  test(`what floats covers neither the verbs of a form, nor its end, nor each other, at ${size.width}`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(size)
    await signInAsOwner(page)
    await begin(page)
    await page.reload()
    const submit = page.getByRole('button', { name: form.submit })
    const toast = page
      .getByRole('region', { name: common.notifications })
      .locator('> div')
      .filter({ hasText: form.startedOver })
    const notice = page.locator('[data-connection-notice]')
    await page.getByRole('button', { name: form.startOver }).click()
    await expect(toast).toBeVisible()
    await expectApart([toast, submit])
    await page.screenshot({ path: `${IMAGES}/toast-${size.width}.png` })
    await toast.getByRole('button', { name: form.startOverUndo }).click()

    await goOffline(page)
    await expectApart([notice, submit])
    await page.getByRole('button', { name: form.startOver }).click()
    await expect(toast).toBeVisible()
    await expectApart([toast, notice, submit])
    await page.screenshot({ path: `${IMAGES}/toast-offline-${size.width}.png` })
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const last = page.getByRole('button', { name: form.metadata.add })
    await expectApart([toast, notice, submit])
    await expectApart([notice, last])
    await page.screenshot({ path: `${IMAGES}/end-offline-${size.width}.png` })

    await page.goto('about:blank').catch(() => {})
    await context.setOffline(false)
    await arrive(page, '/links')
    await goOffline(page)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const pages = page.locator('#content > *').last()
    await expectApart([notice, pages])
  })

test('a cancel that could not begin is named, and tried again', async ({ page }) => {
  const link = await aLink()
  await page.setViewportSize({ width: 375, height: 812 })
  await signInAsOwner(page)
  await arrive(page, `/links/${link.id}`)
  const told = page.getByText(`${words.cancelFailed} ${words.stillPayable}`)
  await refuseActs(page)
  await pressCancel(page)
  await expect(told).toBeVisible()
  await page.screenshot({ path: `${IMAGES}/cancel-375.png` })
  // Again without an answer it is told anew, once.
  const retry = page.getByRole('button', { name: common.retry })
  await retry.click()
  await expect(told).toHaveCount(1)
  await page.unrouteAll()
  await retry.click()
  await expect(page.getByText(/Cancels in \d s/)).toBeVisible()
  await expect(told).toHaveCount(0)
  const undone = page.getByText(words.undoFailed)
  await refuseActs(page)
  await page.getByRole('button', { name: words.cancelUndo }).click()
  await expect(undone).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: common.retry }).click()
  await expect(page.getByText(words.cancelUndone)).toBeVisible()
  expect(await statusOf(link.id)).toBe('ACTIVE')
})

for (const width of [375, 1440])
  test(`a view that is not saved is told at its field, and its name stays, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 812 })
    await signInAsOwner(page)
    await arrive(page, '/payments?min=4.19')
    await page.getByRole('button', { name: width < 640 ? savedViews.label : savedViews.save }).click()
    const name = page.getByLabel(savedViews.name)
    const told = savedViews.notSaved(savedViews.tryAgain)
    await name.fill('Not kept')
    await refuseActs(page)
    await page.getByRole('button', { name: savedViews.confirm, exact: true }).click()
    await expect(page.getByText(told)).toBeInViewport({ ratio: 1 })
    await expect(name).toHaveAccessibleDescription(told)
    await expect(name).toHaveValue('Not kept')
    await page.screenshot({ path: `${IMAGES}/view-${width}.png` })
    await name.fill('Not kept at all')
    await expect(page.getByText(told)).toHaveCount(0)
  })

/** A link that could be made, on a form that is longer than the window. */
async function begin(page: Page): Promise<void> {
  await arrive(page, '/links/new')
  await page.getByLabel(form.name, { exact: true }).fill(`Cooking class ${Date.now()}`)
  await page.getByLabel(form.amount, { exact: true }).fill('45')
  for (const row of [1, 2]) {
    await page.getByRole('button', { name: form.metadata.add }).click()
    await page.getByLabel(form.metadata.name(row)).fill(`order ${row}`)
    await page.getByLabel(form.metadata.value(row)).fill('A-1')
  }
}

/** Every act gets the answer of a server that has fallen over. */
async function refuseActs(page: Page): Promise<void> {
  await page.route('**/*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
}

/** The notice is there once the page listens. */
async function goOffline(page: Page): Promise<void> {
  await expect(async () => {
    await page.context().setOffline(true)
    await expect(page.getByText(shell.offlineTitle)).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

/** None of them lies on another one, in the order in which they stand from above or any other. */
async function expectApart(places: readonly Locator[]): Promise<void> {
  await expect(async () => {
    const boxes = await Promise.all(places.map(boxOf))
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1)) {
        const across = one.x < other.x + other.width && other.x < one.x + one.width
        const down = one.y < other.y + other.height && other.y < one.y + one.height
        expect(across && down, JSON.stringify({ one, other })).toBe(false)
      }
  }).toPass({ timeout: 5_000 })
}

async function boxOf(place: Locator) {
  const box = await place.boundingBox()
  if (!box) throw new Error('not on screen')
  return box
}
