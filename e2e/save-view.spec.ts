import { expect, test } from '@playwright/test'
import { savedViews } from '@/lib/messages/saved-views'
import { expectSound } from './axe'
import { signInAsOwner } from './demo'
import { arrive } from './screens'

for (const width of [1440, 375])
  test(`a view without a name is told at its field, not by the browser, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await signInAsOwner(page)
    await arrive(page, '/payments?min=3.17')
    await page.getByRole('button', { name: width < 640 ? savedViews.label : savedViews.save }).click()
    const name = page.getByLabel(savedViews.name)
    for (const text of ['', '   ']) {
      await name.fill(text)
      await page.getByRole('button', { name: savedViews.confirm, exact: true }).click()
      await expect(page.getByText(savedViews.nameMissing)).toBeVisible()
      await expect(name).toBeFocused()
      await expect(name).toHaveAccessibleDescription(savedViews.nameMissing)
    }
    // Nothing of a name that is too long is cut away unseen.
    const long = 'n'.repeat(41)
    await name.fill(long)
    await page.getByRole('button', { name: savedViews.confirm, exact: true }).click()
    await expect(name).toHaveAccessibleDescription(savedViews.nameTooLong(40, 1))
    await expect(name).toHaveValue(long)
    await expectSound(page, `a view without a name at ${width}`)
    await name.fill('A')
    await expect(name).toHaveAccessibleDescription('')
  })
