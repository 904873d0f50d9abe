import { expect, type Locator, type Page, test } from '@playwright/test'
import { calendar } from '@/lib/messages/calendar'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { pay } from '@/lib/messages/pay'
import { payForm } from '@/lib/messages/pay-form'
import { expectSound } from './axe'
import { openExpiryCalendar } from './calendar'
import { callApi, signInAsOwner } from './demo'
import { holdBack } from './hold-back'
import { arrive } from './screens'

const { detail: words, share } = links

test('what a payer will see grows beside the form, and an amount tells at once what is wrong with it', async ({
  page,
}) => {
  await signInAsOwner(page)
  await arrive(page, '/links/new')
  const preview = page.getByRole('complementary', { name: links.form.preview, includeHidden: true })
  const title = page.getByLabel(links.form.name, { exact: true })
  const amount = page.getByLabel(links.form.amount, { exact: true })
  await title.fill('Piano lesson')
  await amount.fill('1234,5')
  await expect(page.getByText(links.form.amountParsed('1,234.50', 'USD'))).toBeVisible()
  await expect(preview).toContainText('Piano lesson')
  await expect(preview).toContainText(payForm.submit('1,234.50 USD'))
  // A picture of the payer's page, not a second form: nobody gets into it by keyboard or by screen reader.
  expect(await preview.locator('[inert][aria-hidden="true"] input').count()).toBeGreaterThan(2)
  expect(await preview.locator('input:not([inert] *)').count()).toBe(0)

  await amount.fill('0')
  await expect(amount).not.toHaveAttribute('aria-invalid', 'true')
  await amount.blur()
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(links.form.problems.amount_too_small('0.01 USD'))).toBeVisible()
  await amount.fill('12.345')
  await expect(
    page.getByText(links.form.problems.too_many_decimals('USD', 2, '12.34'), { exact: true }),
  ).toBeVisible()
  await amount.fill('99999999')
  await expect(page.getByText(links.form.problems.amount_too_large('9,999,999.99 USD'))).toBeVisible()
  await expectSound(page, 'a new link with a wrong amount')

  await amount.fill('45')
  await page.getByRole('button', { name: links.form.submit }).click()
  await page.waitForURL(/\/links\/[^/]+\/share\?made=1/)
  await expect(page.getByRole('heading', { level: 1, name: share.title })).toBeVisible()
  await page.goto(page.url().replace('?made=1', ''))
  await expect(page.getByRole('heading', { level: 1, name: share.titleLater })).toBeVisible()
})

/** Collects what the page's heading says to those who see, and whether the tab was ever nameless, from now on. */
async function watchHeadings(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    const seen: string[] = []
    const look = () => {
      if (document.title === '' && seen.at(-1) !== 'no title') seen.push('no title')
      for (const heading of document.querySelectorAll('h1')) {
        const text = [...heading.childNodes]
          .filter((node) => !(node instanceof Element && node.classList.contains('sr-only')))
          .map((node) => node.textContent)
          .join('')
        const told = text || 'an outline'
        if (seen.at(-1) !== told) seen.push(told)
      }
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
    look()
    Object.assign(window, { seen })
  })
  return () => page.evaluate(() => ('seen' in window ? window.seen : null))
}

test('from the form to the ready link no other page, outline or nameless tab stands between, nor on the way to a copy', async ({
  page,
}) => {
  await signInAsOwner(page)
  await arrive(page, '/links/new')
  const seen = await watchHeadings(page)
  await page.getByLabel(links.form.name, { exact: true }).fill('Cooking class')
  await page.getByLabel(links.form.amount, { exact: true }).fill('45')
  await page.getByRole('button', { name: links.form.submit }).click()
  await expect(page.getByRole('heading', { level: 1, name: share.title })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(share.title))
  expect(await seen()).toEqual([links.form.title, share.title])
  await page.getByRole('link', { name: words.duplicate }).click()
  await expect(page.getByLabel(links.form.name, { exact: true })).toHaveValue('Cooking class')
  expect(await seen()).toEqual([links.form.title, share.title, links.form.duplicateTitle])
})

test('the button keeps its width while the link is made, and what is beside it its place', async ({
  page,
}) => {
  await signInAsOwner(page)
  await arrive(page, '/links/new')
  await page.getByLabel(links.form.name, { exact: true }).fill('Cooking class')
  await page.getByLabel(links.form.amount, { exact: true }).fill('45')
  const answer = await holdBack(page, '**/links/new', 'POST')
  const submit = page.getByRole('button', { name: links.form.submit })
  const cancel = page.getByRole('link', { name: common.cancel, exact: true })
  // The press scrolls the page; what counts is where they stand beside each other.
  const across = async (places: Locator[]) =>
    Promise.all(places.map(async (place) => ((box) => [box?.x, box?.width])(await place.boundingBox())))
  const before = await across([submit, cancel])
  await submit.click()
  const busy = page.getByRole('button', { name: links.form.busy })
  await expect(busy).toHaveAttribute('aria-busy', 'true')
  expect(await across([busy, cancel])).toEqual(before)
  answer()
  await page.waitForURL(/\/links\/[^/]+\/share/)
})

test('what a choice reveals comes into sight above the verbs at the foot', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 780 })
  await signInAsOwner(page)
  await arrive(page, '/links/new')
  const foot = page.locator('[data-form-foot]')
  for (const [choice, name] of [
    [links.form.usesSeveral, 'max_uses'],
    [links.form.expiryCustom, 'expires_at'],
  ] as const) {
    await page.getByLabel(choice).check()
    const field = page.locator(`[name="${name}"]`)
    await expect(field).toBeVisible()
    const [shown, bar] = [await field.boundingBox(), await foot.boundingBox()]
    expect((shown?.y ?? 0) + (shown?.height ?? 0), name).toBeLessThan(bar?.y ?? 0)
  }
})

test('month and year of the calendar are chosen with the keyboard alone', async ({ page }) => {
  await signInAsOwner(page)
  await arrive(page, '/links/new')
  const days = await openExpiryCalendar(page)
  const list = page.getByRole('listbox')
  const year = days.getByRole('combobox', { name: calendar.year })
  const next = Number(await year.innerText()) + 1
  await year.focus()
  await page.keyboard.press('Enter')
  await expect(list.getByRole('option', { selected: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('option', { name: String(next) })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(year).toHaveText(String(next))
  await expect(year).toBeFocused()

  const month = days.getByRole('combobox', { name: calendar.month })
  await month.focus()
  await page.keyboard.press('Space')
  await expect(list.getByRole('option', { selected: true })).toBeFocused()
  await page.keyboard.type('mar')
  await expect(list.getByRole('option', { name: 'March' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(days.getByRole('grid', { name: `March ${next}` })).toBeVisible()
  await expect(month).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(month).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(days).toHaveCount(0)
})

test('a link gets an end of its own: a day from the calendar, a time as one writes it', async ({ page }) => {
  await signInAsOwner(page)
  await arrive(page, '/links/new')
  await page.getByLabel(links.form.name).fill('Cooking class')
  await page.getByLabel(links.form.amount).fill('45')
  await page.getByLabel(links.form.expiryCustom).check()
  const field = page.locator('[name="expires_at"]')
  await expect(field).toBeVisible()
  const time = page.getByLabel(calendar.moment.time, { exact: true })
  await expect(page.getByText(calendar.moment.open)).toBeVisible()
  await time.fill('6:15 pm')
  await expect(page.getByText(calendar.moment.open)).toHaveCount(0)
  await page.getByRole('button', { name: links.form.submit }).click()
  const noDay = page.getByText(links.form.problems.expiryDay, { exact: true })
  await expect(noDay).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(time).not.toHaveAttribute('aria-invalid', 'true')
  await time.fill('7:45 pm')
  await time.blur()
  await expect(noDay).toBeVisible()
  await time.fill('')
  await time.blur()
  await expect(noDay).toBeVisible()
  await expectSound(page, 'a link without its own end')
  const days = await openExpiryCalendar(page)
  await days.getByRole('button', { name: calendar.next }).click()
  // The 15th of next month is in no other month's weeks.
  const day = days.locator('[role="gridcell"][data-day$="-15"]')
  const chosen = (await day.getAttribute('data-day')) ?? ''
  await day.getByRole('button').click()
  await expect(days).toHaveCount(0)
  await expect(field).toBeFocused()
  await expect(field).toContainText(/15 \w{3} \d{4}$/)
  await expect(noDay).toHaveCount(0)

  await expect(time).toHaveValue('23:59')
  await time.fill('half past six')
  await time.blur()
  await expect(page.getByText(calendar.moment.timeProblem)).toBeVisible()
  await expectSound(page, 'a time that is none')
  await time.fill('6:15 pm')
  await time.press('ArrowUp')
  await expect(time).toHaveValue('18:30')
  await page.getByRole('button', { name: links.form.submit }).click()
  await page.waitForURL(/\/links\/[^/]+\/share/)

  const id = page.url().split('/').at(-2) ?? ''
  const link = await (await callApi('GET', `/payment_links/${id}`)).json()
  const { timezone } = await (await callApi('GET', '/me')).json()
  const wall = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone: timezone })
  expect(wall.format(new Date(link.expires_at))).toBe(`${chosen} 18:30`)
})

test.describe('under a thumb', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

  test('what a payer will see comes from below, beside the button that makes the link, and without a window’s frame', async ({
    page,
  }) => {
    await signInAsOwner(page)
    await arrive(page, '/links/new')
    await expect(page.getByText(links.form.lead)).toBeHidden()
    const name = page.getByLabel(links.form.name, { exact: true })
    await name.fill('Piano lesson')
    await page.getByLabel(links.form.amount, { exact: true }).fill('45')
    const open = page.getByRole('button', { name: links.form.previewShow, exact: true })
    const submit = page.getByRole('button', { name: links.form.submit })
    const [one, other] = [await submit.boundingBox(), await open.boundingBox()]
    expect(other?.y).toBe(one?.y)
    await open.tap()
    const sheet = page.getByRole('dialog', { name: links.form.preview })
    await expect(sheet.getByText('Piano lesson')).toBeVisible()
    await expect(sheet.getByText(payForm.submit('45.00 USD'))).toBeAttached()
    await expect(sheet.getByText(pay.titleFor('Café Aurora'))).toHaveCount(0)
    expect(await sheet.locator('input:not([inert] *)').count()).toBe(0)
    await expectSound(page, 'the preview on a phone')
    await page.goBack()
    await expect(sheet).toBeHidden()
    expect(new URL(page.url()).pathname).toBe('/links/new')
    await expect(name).toHaveValue('Piano lesson')
    await expect(open).toBeFocused()

    // The keyboard takes half of the screen: every field and button is still reached by scrolling.
    await page.setViewportSize({ width: 375, height: 420 })
    for (const target of [name, page.getByLabel(links.form.usesSeveral), submit, open]) {
      await target.scrollIntoViewIfNeeded()
      expect(
        await target.evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          const hit = document.elementFromPoint(x + width / 2, y + height / 2)
          return hit !== null && (element.contains(hit) || hit.contains(element))
        }),
      ).toBe(true)
    }
    await open.tap()
    await page.getByRole('button', { name: common.close, exact: true }).tap()
    await expect(sheet).toBeHidden()
  })
})
