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

test('the arrows lead from view to view, and the page beneath stays where it is', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 600 })
  await signInAsOwner(page)
  const names = ['Arrow one', 'Arrow two']
  for (const [index, name] of names.entries()) {
    await arrive(page, `/payments?min=7.4${index}`)
    await page.getByRole('button', { name: savedViews.save }).click()
    await page.getByLabel(savedViews.name).fill(name)
    await page.getByRole('button', { name: savedViews.confirm, exact: true }).click()
    await expect(page.getByTitle(savedViews.current(name))).toBeVisible()
  }
  await arrive(page, '/payments')
  const button = page.getByRole('button', { name: savedViews.label })
  await button.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: savedViews.label })
  const [one, two] = names.map((name) => panel.getByRole('link', { name }))
  await one?.focus()
  await page.keyboard.press('ArrowDown')
  await expect(two ?? panel).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(one ?? panel).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  for (const name of names) await panel.getByRole('button', { name: savedViews.remove(name) }).click()
})
