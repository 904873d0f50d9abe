import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { exports } from '@/lib/messages/exports'
import { payments } from '@/lib/messages/payments'
import { english } from '@/test/english'
import { accountPath, signInAsOwner } from './demo'
import { openPage } from './open-page'

const execute = promisify(execFile)

test('a filtered list becomes a spreadsheet that is still there after leaving the page, and a receipt reaches its payer', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments?status=APPROVED'))
  const button = page.getByRole('button', { name: /^Export these/ })
  const count = (await button.textContent())?.replace(/[^\d,]/g, '')
  await button.click()
  await page.getByRole('menuitem', { name: exports.start.excel }).click()
  await expect(page.getByText(exports.start.started)).toBeVisible()
  await openPage(page, accountPath('/customers'))
  await openPage(page, accountPath('/exports'))
  const file = page.getByRole('list', { name: exports.listLabel }).getByRole('listitem').first()
  await expect(file.getByText(exports.state.DONE, { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(file).toContainText(exports.counted(count ?? ''))
  const downloading = page.waitForEvent('download')
  await file.getByRole('link', { name: exports.download }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^payments-approved-\d{4}-\d\d-\d\d\.xlsx$/)
  expect(
    fs
      .readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')

  await openPage(page, accountPath('/payments?status=APPROVED'))
  await page.getByRole('table', { name: payments.listLabel }).getByRole('link').first().click()
  await page.getByRole('button', { name: english('mail.receipt.menu'), exact: true }).click()
  await page.getByRole('menuitem', { name: english('mail.receipt.send') }).click()
  const dialog = page.getByRole('dialog')
  const email = dialog.getByLabel(english('mail.receipt.email'))
  await expect(email).toBeFocused()
  await email.fill('no address')
  await dialog.getByRole('button', { name: english('mail.receipt.title') }).click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  const to = `payer-${Date.now()}@example.com`
  await email.fill(to)
  await dialog.getByRole('button', { name: english('mail.receipt.title') }).click()
  await expect(page.getByText(english('mail.receipt.sent', { to }))).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''
  await expect.poll(() => outboxOf(to)).toEqual([expect.stringContaining(id)])
})

/** Returns the mails that were shown in place of being sent to an address. */
async function outboxOf(to: string): Promise<string[]> {
  const { stdout } = await execute(process.execPath, ['scripts/operator.mjs', 'outbox', '--json'])
  const messages: { to: string; text: string }[] = JSON.parse(stdout)
  return messages.filter((message) => message.to === to).map(({ text }) => text)
}
