import { expect, type Page, test } from '@playwright/test'
import { common } from '@/lib/messages/common'
import { customerDetail as copy } from '@/lib/messages/customer-detail'
import { callApi, inAccount, signInAsOwner } from './demo'
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

const toasts = (page: Page) => page.getByRole('region', { name: common.notifications })

test('a customer is archived and restored by Undo, and notes written in place are there after a reload', async ({
  page,
}) => {
  const customer = await aCustomer()
  await signInAsOwner(page)
  await openPage(page, inAccount(`/customers/${customer.id}`))
  await expect(page.getByRole('heading', { level: 1, name: customer.name })).toBeVisible()
  const content = page.locator('#content')
  await expect(content.locator(`a[href="tel:${customer.phone.replaceAll(' ', '')}"]`)).toBeVisible()
  const charge = content.getByRole('link', { name: copy.charge, exact: true })
  await expect(charge).toBeVisible()

  await content.getByRole('button', { name: copy.more, exact: true }).click()
  await page.getByRole('menuitem', { name: copy.archive }).click()
  await expect(toasts(page)).toContainText(copy.changed.ARCHIVED(customer.name))
  await expect(content.getByText(copy.archivedSentence)).toBeVisible()
  await expect(charge).toHaveCount(0)
  await toasts(page).getByRole('button', { name: copy.undo }).click()
  await expect(toasts(page)).toContainText(copy.changed.ACTIVE(customer.name))
  await expect(charge).toBeVisible()

  await content.getByRole('button', { name: copy.notes.add }).click()
  await page.getByRole('textbox', { name: copy.notes.title }).fill('Prefers mornings')
  await page.keyboard.press('Control+Enter')
  await expect(content.getByRole('button', { name: copy.notes.edit })).toBeFocused()
  await page.reload()
  await expect(content.getByText('Prefers mornings', { exact: true })).toBeVisible()
  const history = page.getByRole('list', { name: copy.history.title })
  for (const act of ['customers.archive', 'customers.restore', 'customers.update'])
    await expect(history).toContainText(copy.history.acts[act] ?? act)
  const stored = await (await callApi('GET', `/customers/${customer.id}`)).json()
  expect(stored).toMatchObject({ status: 'ACTIVE', notes: 'Prefers mornings' })
})
