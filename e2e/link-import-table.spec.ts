import { expect, test } from '@playwright/test'
import { linkBatches } from '@/lib/messages/link-batches'
import { links } from '@/lib/messages/links'
import { expectSound } from './axe'
import { signInAsOwner } from './demo'
import { arrive } from './screens'

/** What a shop's program saves of two orders. */
const orders =
  'order_id,customer,email,product,price,quantity,status,note\n1001,Ana,ana@example.com,Tea,2.50,1,paid,\n1002,Leo,leo@example.com,Cake,3.00,2,open,Birthday\n'

for (const width of [1440, 768, 375])
  test(`another program’s table is told in one banner and mended by two presses, at ${width}`, async ({
    page,
  }) => {
    const { problems, columns } = linkBatches
    await page.setViewportSize({ width, height: 900 })
    await signInAsOwner(page)
    await arrive(page, '/links/import')
    const rows = page.getByLabel(linkBatches.paste)
    await rows.fill(orders)
    await expect(page.getByText(problems.missingColumns(['title', 'amount']))).toBeVisible()
    await expect(page.locator('.bg-danger-soft')).toHaveCount(1)
    // The right names are to be seen as long as they are asked for.
    await expect(page.getByText(columns.title, { exact: true })).toBeVisible()
    await expectSound(page, `a table without the columns at ${width}`)
    await page.getByRole('button', { name: problems.takeAs('product', 'title') }).click()
    await expect(page.getByText(problems.missingColumns(['amount']))).toBeVisible()
    // The keyboard goes on at what is left to do.
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: problems.takeAs('price', 'amount') })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(rows).toHaveValue(orders.replace('product', 'title').replace('price', 'amount'))
    await expect(page.getByRole('button', { name: linkBatches.start('2', false) })).toBeEnabled()
    const names = 'order_id, customer, email, quantity, status, note'
    await expect(page.getByText(linkBatches.leftOut('6', names, false))).toBeVisible()
    await expect(page.getByText(linkBatches.leftOutHint('order_id', false))).toBeVisible()
    await expect(page.getByText(columns.title, { exact: true })).toBeVisible({ visible: width >= 1024 })
    await expectSound(page, `a table with other columns at ${width}`)

    await rows.fill('title,amount,max_use\nTea,2.50,3\n')
    await expect(page.getByText(problems.nearColumn('max_use', 'max_uses'))).toBeVisible()
    await page.getByRole('button', { name: problems.takeAs('max_use', 'max_uses') }).click()
    await expect(rows).toHaveValue('title,amount,max_uses\nTea,2.50,3\n')

    await rows.fill('Tea,2.50\nCake,3.00\n')
    await expect(page.getByText(problems.noHeading)).toBeVisible()
    await page.getByRole('button', { name: problems.putInFront('title, amount') }).click()
    await expect(rows).toHaveValue('title,amount\nTea,2.50\nCake,3.00\n')
    await expect(page.getByRole('button', { name: linkBatches.start('2', false) })).toBeEnabled()
  })

test('a table that was thrown away comes back by Undo', async ({ page }) => {
  await signInAsOwner(page)
  await arrive(page, '/links/import')
  const rows = page.getByLabel(linkBatches.paste)
  const restored = page.getByText(links.form.draftRestored)
  const text = `title,amount\nTable ${Date.now()},abc\n`
  await rows.fill(text)
  await page.reload()
  await expect(restored).toBeVisible()
  await page.getByRole('button', { name: links.form.startOver }).click()
  await expect(rows).toHaveValue('')
  await expect(rows).toBeFocused()
  await expect(page.getByText(linkBatches.cleared)).toBeVisible()
  await page.getByRole('button', { name: linkBatches.undo, exact: true }).click()
  await expect(rows).toHaveValue(text)
  await expect(restored).toBeVisible()
  await page.reload()
  await expect(rows).toHaveValue(text)
})
