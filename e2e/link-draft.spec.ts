import { expect, test } from '@playwright/test'
import { calendar } from '@/lib/messages/calendar'
import { links } from '@/lib/messages/links'
import { aLink } from './a-link'
import { expectSound } from './axe'
import { openExpiryCalendar } from './calendar'
import { signInAsOwner } from './demo'
import { arrive } from './screens'

test('a half-typed link is found again within its tab, until it is made or begun anew', async ({ page }) => {
  const title = `Piano lesson ${Date.now()}`
  const other = await aLink()
  await signInAsOwner(page)
  await arrive(page, '/links/new')
  const form = links.form
  const name = page.getByLabel(form.name, { exact: true })
  const restored = page.getByText(form.draftRestored)
  await expect(restored).toHaveCount(0)
  await name.fill(title)
  await page.getByLabel(form.amount, { exact: true }).fill('12,5')
  await page.getByLabel(form.usesSeveral).check()
  await page.getByLabel(form.usesCount).fill('25')
  await page.getByLabel(form.expiryWeek).check()
  await page.getByRole('button', { name: form.metadata.add }).click()
  await page.getByLabel(form.metadata.name(1)).fill('order')
  await page.getByLabel(form.metadata.value(1)).fill('A-1')

  await page.getByRole('link', { name: links.title, exact: true }).first().click()
  await page.waitForURL('/links')
  for (const comeBack of [() => page.goBack(), () => arrive(page, '/links/new'), () => page.reload()]) {
    await comeBack()
    await expect(restored).toBeVisible()
    await expect(name).toHaveValue(title)
    await expect(page.getByLabel(form.amount, { exact: true })).toHaveValue('12,5')
    await expect(page.getByLabel(form.usesCount)).toHaveValue('25')
    await expect(page.getByLabel(form.expiryWeek)).toBeChecked()
    await expect(page.getByLabel(form.metadata.name(1))).toHaveValue('order')
    await expect(page.getByLabel(form.metadata.value(1))).toHaveValue('A-1')
  }
  await expectSound(page, 'a restored draft')
  // What is wrong with it is said again; what was left empty is not asked for yet.
  await name.fill('')
  await page.getByLabel(form.usesCount).fill('0')
  await page.reload()
  await expect(page.getByText(form.problems.uses('1,000,000'))).toBeVisible()
  await expect(page.getByText(form.problems.titleMissing)).toHaveCount(0)
  await page.getByLabel(form.usesCount).fill('25')
  await name.fill(title)

  // A copy begins as what it copies, and leaves the draft alone.
  await arrive(page, `/links/new?from=${other.id}`)
  await expect(name).toHaveValue(other.title)
  await name.fill('Another')
  await arrive(page, '/links/new?amount=41.5&title=Told')
  await expect(name).toHaveValue('Told')
  await expect(restored).toHaveCount(0)
  await arrive(page, '/links/new')
  await expect(name).toHaveValue(title)

  await page.getByRole('button', { name: form.startOver }).click()
  await expect(name).toHaveValue('')
  await expect(name).toBeFocused()
  await expect(restored).toHaveCount(0)
  await page.reload()
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(name).toHaveValue('')

  await name.fill(title)
  await page.getByLabel(form.amount, { exact: true }).fill('12')
  await page.getByRole('button', { name: form.submit }).click()
  await page.waitForURL(/\/links\/[^/]+\/share/)
  await arrive(page, '/links/new')
  await expect(name).toHaveValue('')
  await expect(restored).toHaveCount(0)
})

test('a wrong time has the focus, not the right day beside it', async ({ page }) => {
  await signInAsOwner(page)
  await arrive(page, '/links/new')
  await page.getByLabel(links.form.name).fill('Cooking class')
  await page.getByLabel(links.form.amount).fill('45')
  await page.getByLabel(links.form.expiryCustom).check()
  const days = await openExpiryCalendar(page)
  await days.getByRole('button', { name: calendar.next }).click()
  await days.locator('[role="gridcell"][data-day$="-15"]').getByRole('button').click()
  const time = page.getByLabel(calendar.moment.time, { exact: true })
  const submit = page.getByRole('button', { name: links.form.submit })
  for (const send of [() => time.press('Enter'), () => submit.click()]) {
    await time.fill('25:90')
    await send()
    await expect(time).toHaveAttribute('aria-invalid', 'true')
    await expect(time).toBeFocused()
    await expect(page.locator('[name="expires_at"]')).not.toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText(calendar.moment.timeProblem)).toBeVisible()
  }
})

test('a draft that was thrown away comes back whole by Undo, also after the page was left', async ({
  page,
}) => {
  const form = links.form
  const title = `Piano lesson ${Date.now()} `.repeat(6)
  await signInAsOwner(page)
  await arrive(page, '/links/new')
  const name = page.getByLabel(form.name, { exact: true })
  await name.fill(title.slice(0, 131))
  await expect(page.getByText(form.charactersOver(11))).toBeVisible()
  await name.blur()
  const long = page.getByText(form.problems.titleLong('131'))
  await expect(long).toBeVisible()
  await page.getByLabel(form.usesSeveral).check()
  await page.getByLabel(form.usesCount).fill('25')
  await page.reload()
  const undo = page.getByRole('button', { name: form.startOverUndo, exact: true })
  for (const isLeft of [false, true]) {
    await expect(page.getByText(form.draftRestored)).toBeVisible()
    await page.getByRole('button', { name: form.startOver }).click()
    await expect(name).toHaveValue('')
    await expect(page.getByText(form.startedOver)).toBeVisible()
    if (isLeft) {
      // A toast with the focus stays.
      await undo.focus()
      await page.keyboard.press('g')
      await page.keyboard.press('l')
      await page.waitForURL('/links')
    }
    await undo.click()
    if (isLeft) await arrive(page, '/links/new')
    await expect(name).toHaveValue(title.slice(0, 131))
    await expect(page.getByLabel(form.usesCount)).toHaveValue('25')
    await expect(long).toBeVisible()
    await expect(page.getByText(form.draftRestored)).toBeVisible()
  }
  await page.getByRole('button', { name: form.startOver }).click()
})
