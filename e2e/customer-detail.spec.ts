import { expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { accountPath, callApi, signInAsOwner } from './demo'
import { openPage } from './open-page'

async function aCustomer(): Promise<{ id: string; name: string; phone: string }> {
  const digits = String(Date.now()).slice(-7)
  const created = await callApi('POST', '/customers', {
    name: `Ana ${digits}`,
    phone: `+1 415 ${digits}`,
    email: `ana.${digits}@example.com`,
  })
  return created.json()
}

const toasts = (page: Page) => page.getByRole('region', { name: english('common.notifications') })

test('a customer is archived, restored by Undo and sent a request for a card, and edited notes remain after a reload', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const customer = await aCustomer()
  await signInAsOwner(page)
  await openPage(page, accountPath(`/customers/${customer.id}`))
  await expect(page.getByRole('heading', { level: 1, name: customer.name })).toBeVisible()
  const content = page.locator('#content')
  await expect(content.locator(`a[href="tel:${customer.phone.replaceAll(' ', '')}"]`)).toBeVisible()
  const charge = content.getByRole('link', { name: english('customer-detail.charge'), exact: true })
  await expect(charge).toBeVisible()

  await content.getByRole('button', { name: english('detail.more'), exact: true }).click()
  await page.getByRole('menuitem', { name: english('customer-detail.archive') }).click()
  await expect(toasts(page)).toContainText(
    english('customer-detail.changed.ARCHIVED', { name: customer.name }),
  )
  await expect(content.getByText(english('customer-detail.archivedSentence'))).toBeVisible()
  await expect(charge).toHaveCount(0)

  // A charge that is started while the customer is archived offers to restore them, and continues.
  // The dialog hides the page behind it, which `openPage` waits for.
  await page.goto(accountPath(`/customers/${customer.id}?charge=new`))
  const begun = page.getByRole('dialog', { name: english('charge-names.title', { name: customer.name }) })
  await expect(begun).toContainText(english('customer-detail.archivedSentence'))
  await begun.getByRole('button', { name: english('customer-detail.restore') }).click()
  await expect(
    begun.getByRole('textbox', { name: english('charges.form.amount'), exact: true }),
  ).toBeVisible()
  await begun.getByRole('button', { name: english('common.close'), exact: true }).click()

  await content.getByRole('button', { name: english('detail.more'), exact: true }).click()
  await page.getByRole('menuitem', { name: english('customer-detail.archive') }).click()
  await toasts(page)
    .getByRole('button', { name: english('customer-detail.undo') })
    .click()
  await expect(toasts(page)).toContainText(english('customer-detail.changed.ACTIVE', { name: customer.name }))
  await expect(charge).toBeVisible()

  // A link by which the card is saved; it stays among the open links.
  await content.getByRole('link', { name: english('charges.askForCard') }).click()
  await expect(page.getByRole('dialog', { name: english('charges.askForCard') })).toBeVisible()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: english('charges.form.amount'), exact: true }).fill('9,50')
  await dialog
    .getByRole('button', { name: english('charges.form.createLink', { amount: '9.50 USD' }) })
    .click()
  const url = await dialog.getByRole('textbox', { name: english('link-share.url') }).inputValue()
  await expect(page.getByRole('dialog', { name: english('charges.askForCard') })).toBeVisible()
  await dialog.getByRole('button', { name: english('common.close'), exact: true }).click()
  await expect(content.getByRole('heading', { name: english('customer-detail.links.title') })).toBeVisible()
  await content.getByRole('button', { name: english('customer-detail.links.copy') }).click()
  await expect(content.getByRole('button', { name: english('common.copied') })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  const link = await (await callApi('GET', `/payment_links/${url.split('/').at(-1)}`)).json()
  expect(link).toMatchObject({ customer_id: customer.id, amount: 9.5, status: 'ACTIVE' })

  await content.getByRole('button', { name: english('customer-detail.notes.add') }).click()
  const notes = page.getByRole('textbox', { name: english('customer-detail.notes.title') })
  await notes.fill('Prefers mornings')
  await page.reload()
  await expect(notes).toHaveValue('Prefers mornings')
  await notes.press('Control+Enter')
  await expect(content.getByRole('button', { name: english('customer-detail.notes.edit') })).toBeFocused()
  await page.reload()
  await expect(content.getByText('Prefers mornings', { exact: true })).toBeVisible()
  const history = page.getByRole('list', { name: english('customer-detail.history.title') })
  for (const act of ['customers.archive', 'customers.restore', 'customers.update'] as const)
    await expect(history).toContainText(english(`customer-detail.history.acts.${act}`))
  const stored = await (await callApi('GET', `/customers/${customer.id}`)).json()
  expect(stored).toMatchObject({ status: 'ACTIVE', notes: 'Prefers mornings' })
})
