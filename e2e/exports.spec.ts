import fs from 'node:fs'
import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { accountPath, signInAsOwner } from './demo'
import { openPage } from './open-page'
import { mailsTo } from './test-owner'

test('a filtered list becomes a spreadsheet that is still there after leaving the page, and a receipt reaches its payer', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments?status=APPROVED'))
  const button = page.getByRole('button', { name: /^Export these/ })
  const count = (await button.textContent())?.replace(/[^\d,]/g, '')
  await button.click()
  await page.getByRole('menuitem', { name: english('exports.start.excel') }).click()
  await expect(page.getByText(english('exports.start.started'))).toBeVisible()
  await openPage(page, accountPath('/customers'))
  await openPage(page, accountPath('/exports'))
  const file = page
    .getByRole('list', { name: english('export-list.listLabel') })
    .getByRole('listitem')
    .first()
  await expect(file.getByText(english('export-list.state.DONE'), { exact: true })).toBeVisible({
    timeout: 30_000,
  })
  await expect(file).toContainText(
    english('export-list.counted', { count: Number(count?.replace(/\D/g, '')) }),
  )
  const downloading = page.waitForEvent('download')
  await file.getByRole('link', { name: english('export-list.download') }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^payments-approved-\d{4}-\d\d-\d\d\.xlsx$/)
  expect(
    fs
      .readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')

  await openPage(page, accountPath('/payments?status=APPROVED'))
  await page
    .getByRole('table', { name: english('payments.listLabel') })
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('button', { name: english('receipts.menu'), exact: true }).click()
  await page.getByRole('menuitem', { name: english('receipts.send') }).click()
  const dialog = page.getByRole('dialog')
  const email = dialog.getByLabel(english('receipts.email'))
  await expect(email).toBeFocused()
  await email.fill('no address')
  await dialog.getByRole('button', { name: english('receipts.title') }).click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  const to = `payer-${Date.now()}@example.com`
  await email.fill(to)
  await dialog.getByRole('button', { name: english('receipts.title') }).click()
  await expect(page.getByText(english('receipts.sent', { to }))).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''
  expect(await mailsTo(to)).toEqual([expect.stringContaining(id)])
})
