import { expect, test } from '@playwright/test'
import { signInAsOwner } from './demo'

const IMAGES = 'test-results/images/touch'
test.use({ viewport: { width: 812, height: 375 }, hasTouch: true, isMobile: true })

test('every place of the rail has a thumb’s height, and all of them fit', async ({ page }) => {
  await signInAsOwner(page)
  await page.goto('/')
  const rail = page.getByRole('complementary').filter({ has: page.getByRole('navigation') })
  const places = rail.locator('a, button').filter({ visible: true })
  await expect(places.first()).toBeVisible()
  for (const place of await places.all()) {
    await expect(place).toBeInViewport({ ratio: 1 })
    expect((await place.boundingBox())?.height, await place.innerText()).toBeGreaterThanOrEqual(44)
  }
  expect(await rail.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
  await page.screenshot({ path: `${IMAGES}/rail-on-its-side.png` })
})
