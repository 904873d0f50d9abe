import { expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { accountPath, callApi, demo, signInAsOwner } from './demo'
import { openPage } from './open-page'

const field = (page: Page) => page.getByRole('combobox', { name: english('search.label') })

/** Returns ten digits of a phone that no other test and no demo customer has. */
function freshDigits(): string {
  return `628${2 + Math.floor(Math.random() * 8)}${String(Date.now()).slice(-6)}`
}

async function aCustomer(name: string, digits: string): Promise<{ id: string }> {
  const created = await callApi('POST', '/customers', { name, phone: `+1${digits}` })
  expect(created.status).toBe(201)
  return created.json()
}

test('a phone search opens its customer, and an unknown phone opens a prefilled form that finds duplicates', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const digits = freshDigits()
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  const name = `Ana Caller ${digits}`
  // The API raises no event for a new customer: the first search asks the host.
  const { id } = await aCustomer(name, digits)
  await signInAsOwner(page)
  await openPage(page, accountPath('/'))
  await page.keyboard.press('Control+k')
  await field(page).fill(digits)
  const option = page.getByRole('option', { name: new RegExp(`^${name}`) })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(option).toContainText(english('customer-states.match.exact'))
  await page.keyboard.press('Enter')
  await page.waitForURL(accountPath(`/customers/${id}`))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  const unknown = freshDigits().replace(/^628/, '650')
  await page.keyboard.press('Control+k')
  await field(page).fill(unknown)
  const written = `+1 ${unknown.slice(0, 3)} ${unknown.slice(3, 6)} ${unknown.slice(6)}`
  await page.getByRole('option', { name: english('customer-states.createWith', { phone: written }) }).click()
  await page.waitForURL(/\/customers\/new\?phone=/)
  const phone = page.getByRole('textbox', { name: english('customers.form.fields.phone') })
  await expect(phone).toHaveValue(written)

  // The warning while typing, and the host's 409, both name the customer who has the phone.
  await page.getByRole('textbox', { name: english('customers.form.fields.name') }).fill('Second Ana')
  await phone.fill(`${area} ${exchange} ${line}`)
  const known = page.getByRole('main').getByRole('link', { name, exact: true })
  await expect(known).toHaveAttribute('href', accountPath(`/customers/${id}`))
  await page.getByRole('button', { name: english('customers.form.new.submit') }).click()
  await expect(phone).toHaveAttribute('aria-invalid', 'true')
  await expect(known).toBeVisible()
  await expect(page.getByRole('textbox', { name: english('customers.form.fields.name') })).toHaveValue(
    'Second Ana',
  )

  await phone.fill(unknown)
  await page.getByRole('button', { name: english('customers.form.new.submit') }).click()
  await page.waitForURL(/\/customers\/cus_/)
  await expect(page.getByRole('heading', { level: 1, name: 'Second Ana' })).toBeVisible()

  await openPage(page, `${new URL(page.url()).pathname}/edit`)
  await expect(phone).toHaveValue(written)
  await page.getByRole('textbox', { name: english('customers.form.fields.name') }).fill('Renamed Ana')
  await page.getByRole('button', { name: english('customers.form.edit.submit') }).click()
  await page.waitForURL(/\/customers\/cus_\w+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Renamed Ana' })).toBeVisible()

  // The page on which customers register is shared like any link.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPage(page, accountPath('/customers'))
  await page.getByRole('button', { name: english('customers.signUp.button') }).click()
  const dialog = page.getByRole('dialog', { name: english('customers.signUp.title') })
  await expect(dialog.getByRole('img', { name: english('customers.signUp.qrLabel') })).toBeVisible()
  await dialog.getByRole('button', { name: english('link-share.copy') }).click()
  await expect(dialog.getByRole('button', { name: english('common.copied') })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(copied).pathname).toBe(`/join/${demo().account_slug}`)
})
