import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { linkBatches } from '@/lib/messages/link-batches'
import { links } from '@/lib/messages/links'
import { expectSound } from './axe'
import { signInAsOwner } from './demo'
import { arrive } from './screens'

test('an import that nobody began is not found', async ({ page }) => {
  await signInAsOwner(page)
  const answer = await page.goto('/links/import/batch_nobodys')
  expect(answer?.status()).toBe(404)
  await expect(page.locator('h1')).toHaveCount(1)
})

test('a table of links is corrected, made, left and found again', async ({ page }) => {
  const mark = `Table ${Date.now()}`
  const table = (amount: string) =>
    `title,amount,max_uses\n${mark}-1,${amount},1\n${mark}-2,"30,50",unlimited\n`
  await signInAsOwner(page)
  await arrive(page, '/links/import')
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: linkBatches.columns.download }).click()
  const sample = await readFile(await (await template).path(), 'utf8')
  const rows = page.getByLabel(linkBatches.paste)
  await page.locator('input[type=file]').setInputFiles({
    name: 'tables.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(sample),
  })
  await expect(page.getByText(linkBatches.fileRead('tables.csv'))).toBeVisible()
  await expect(page.getByText(linkBatches.fine, { exact: true })).toHaveCount(2)
  await rows.fill(table('abc'))
  await expect(page.getByText(links.form.problems.not_a_number)).toBeVisible()
  const start = page.getByRole('button', { name: linkBatches.start('2', false) })
  await expect(page.getByRole('button', { name: linkBatches.correctFirst('1', true) })).toBeDisabled()
  await expectSound(page, 'a table with a mistake')
  await rows.fill(table('25'))
  await start.click()
  await page.waitForURL(/\/links\/import\/batch_/)
  const place = page.url()
  await arrive(page, '/links/import')
  await page.getByRole('link', { name: linkBatches.pasted }).first().click()
  await page.waitForURL(place)
  await expect(page.getByText(linkBatches.progress.state.DONE, { exact: true })).toBeVisible({
    timeout: 20_000,
  })
  await expectSound(page, 'a finished table')
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: linkBatches.progress.download }).click()
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/^1,Table \d+-1,25,DONE,pl_\w+,http.*\/pay\/pl_\w+,$/)
  expect(lines[2]).toMatch(/^2,Table \d+-2,30.5,DONE,pl_/)
})
