import { expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { expectAccessible } from './axe'
import { accountPath, signInAsOwner } from './demo'
import { nextFrames, openPage } from './open-page'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const main = (page: Page) => page.getByRole('navigation', { name: english('shell.mainNavigation') })

test('an unknown id returns a 404 that names it and links to its list', async ({ page }) => {
  await signInAsOwner(page)
  for (const noun of ['links', 'payments'] as const) {
    const response = await page.goto(accountPath(`/${noun}/unknown-id`))
    expect(response?.status()).toBe(404)
    await expect(heading(page, english(`errors.missing.${noun}.title`))).toBeVisible()
    await expect(page.getByText('unknown-id')).toBeVisible()
    await page.getByRole('link', { name: english(`errors.missing.${noun}.back`) }).click()
    await page.waitForURL(accountPath(`/${noun}`))
    await expect(
      heading(page, noun === 'links' ? english('shell.links') : english('payments.title')),
    ).toBeVisible()
  }
})

test('an unknown address is a 404, inside the shell for a member and without a link to the dashboard for a payer', async ({
  page,
}) => {
  await signInAsOwner(page)
  const inside = await page.goto(accountPath('/settings/no-such-page'))
  expect(inside?.status()).toBe(404)
  await expect(heading(page, english('errors.missing.page.title'))).toBeVisible()
  await main(page)
    .getByRole('link', { name: english('shell.payments') })
    .click()
  await page.waitForURL(accountPath('/payments'))

  for (const [address, title] of [
    ['/pay', english('errors.missing.page.title')],
    ['/pay/pl_nobodys/nothing', english('errors.missing.page.title')],
    ['/pay/pl_nobodys', english('pay.ends.notFoundTitle')],
    ['/receipt/pay_nobodys', english('receipt.notFoundTitle')],
    ['/join/nobodys', english('join.notFoundTitle')],
    ['/test-bank', english('errors.missing.page.title')],
    ['/test-bank/confirm/nothing', english('test-bank.notFoundTitle')],
  ] as const) {
    const response = await page.goto(address)
    expect(response?.status(), address).toBe(404)
    await expect(heading(page, title)).toBeVisible()
    await expect(main(page)).toHaveCount(0)
    await expect(page.getByRole('link', { name: english('errors.toHome') })).toHaveCount(0)
  }
})

test('the sign-in redirects a member, and only to pages of this app', async ({ page }) => {
  await signInAsOwner(page)
  await page.goto('/sign-in?next=%2Fpayments%3Fstatus%3DFAILED')
  await page.waitForURL(accountPath('/payments?status=FAILED'))
  await page.goto('/sign-in?next=https%3A%2F%2Fevil.example%2F')
  await page.waitForURL(accountPath('/'))
  await expect(main(page).first()).toBeVisible()
})

test('an open page whose session ended keeps the typed text and is restored after the sign-in', async ({
  page,
  context,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/links/new'))
  const title = page.getByLabel(english('link-form.name'), { exact: true })
  await title.fill('Half a na')
  await context.clearCookies()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: english('search.label') }).fill('an')
  await expect(page.getByText(english('search.failed')).first()).toBeVisible()
  await page.keyboard.press('Escape')
  const again = page.getByRole('link', { name: english('shell.notices.signedOut.way') })
  await expect(again).toBeVisible()
  await expect(title).toHaveValue('Half a na')
  await expectAccessible(page, 'a page whose session ended')
  await again.click()
  await expect(page.getByLabel(english('sign-in.email'))).toBeVisible()
  expect(new URL(page.url()).searchParams.get('next')).toBe(accountPath('/links/new'))
})

test('Back restores the filters of a list and the position in it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments?status=APPROVED'))
  const row = page.locator('#content a[data-row]').nth(14)
  await row.scrollIntoViewIfNeeded()
  const list = page.locator('#content').getByRole('link', { name: english('payments.title'), exact: true })
  for (const back of [() => page.goBack(), () => list.click()]) {
    await row.click()
    await page.waitForURL(/\/payments\/[^?]+$/)
    await expect(list).toHaveAttribute('href', accountPath('/payments?status=APPROVED'))
    await back()
    await page.waitForURL(accountPath('/payments?status=APPROVED'))
    await expect(row).toBeInViewport()
  }
})

test('a click outside an open dialog closes it and opens no row below it', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/links'))
  const rows = page.getByRole('row').filter({ has: page.locator('a[data-row]') })
  const row = await rows.nth(1).boundingBox()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  // Radix listens for a press outside the dialog from the first frame after its focus on.
  await nextFrames(page)
  await page.mouse.click((row?.x ?? 0) + (row?.width ?? 0) - 150, (row?.y ?? 0) + 2)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(accountPath('/links'))
})
