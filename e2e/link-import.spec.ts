import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { expectAccessibleState } from './axe'
import { accountPath, signInAsOwner } from './demo'
import { openPage } from './open-page'

const rowsField = (page: Page) => page.getByLabel(english('link-imports.paste'))

async function expectDone(page: Page): Promise<void> {
  await expect(page.getByText(english('link-imports.progress.state.DONE'), { exact: true })).toBeVisible({
    timeout: 20_000,
  })
}

test('an unknown link import is a 404', async ({ page }) => {
  await signInAsOwner(page)
  const response = await page.goto(accountPath('/links/import/imp_unknown'))
  expect(response?.status()).toBe(404)
  await expect(page.locator('h1')).toHaveCount(1)
})

test('a link import is corrected, run, found again, listed once in the activity and exported', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const mark = `Table ${Date.now()}`
  const table = (amount: string) =>
    `title,amount,max_uses\n${mark}-1,${amount},1\n${mark}-2,"30,50",unlimited\n`
  await signInAsOwner(page)
  await openPage(page, accountPath('/links/import'))
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: english('link-imports.template.download') }).click()
  const sample = await readFile(await (await template).path(), 'utf8')
  await page.locator('input[type=file]').setInputFiles({
    name: 'tables.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(sample),
  })
  await expect(page.getByText(english('link-imports.fileRead', { name: 'tables.csv' }))).toBeVisible()
  await expect(page.getByText(english('link-imports.ready', { count: 2 }))).toBeVisible()
  await rowsField(page).fill(table('abc'))
  await expect(
    page.getByText(english('amount-field.problems.not_a_number', { currency: 'USD', example: '12.34' })),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: english('link-imports.start', { count: 1 }) })).toHaveCount(0)
  await rowsField(page).fill(table('25'))
  await expect(page.getByText(english('link-imports.total', { amount: '55.50 USD' }))).toBeVisible()
  await page.getByRole('button', { name: english('link-imports.start', { count: 2 }) }).click()
  await page.waitForURL(/\/links\/import\/imp_/)
  await expect(
    page.getByRole('heading', { level: 1, name: english('link-imports.progress.title') }),
  ).toBeVisible()
  const address = new URL(page.url()).pathname
  await expectDone(page)
  await expectAccessibleState(page, 'a finished link import')
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: english('link-imports.progress.download') }).click()
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/^1,Table \d+-1,25,DONE,pl_\w+,http.*\/pay\/pl_\w+,$/)
  expect(lines[2]).toMatch(/^2,Table \d+-2,30.5,DONE,pl_/)

  await openPage(page, accountPath('/links/import'))
  await expect(page.locator(`#content a[href="${address}"]`).first()).toBeVisible()
  await openPage(page, accountPath('/settings/audit'))
  await expect(page.getByText(mark)).toHaveCount(0)
  const entry = page.getByRole('row').filter({ hasText: english('audit.imported', { count: 2 }) })
  await entry
    .first()
    .getByRole('link', { name: english('link-imports.pasted') })
    .click()
  await page.waitForURL(address)
})

test('a started link import appears on pages that were open before it', async ({ page }) => {
  const title = `Found again ${Date.now()}`
  const go = async (name: string, path: string) => {
    const main = page.getByRole('navigation', { name: english('shell.mainNavigation') })
    await main.getByRole('link', { name, exact: true }).click()
    await page.waitForURL(accountPath(path))
  }
  await signInAsOwner(page)
  await openPage(page, accountPath('/settings'))
  const openAudit = async () => {
    await go(english('shell.settings'), '/settings')
    await page.getByRole('link', { name: english('settings.more.links.activity.title') }).click()
    await page.waitForURL(accountPath('/settings/audit'))
  }
  await openAudit()
  const entries = page.getByRole('row').filter({ hasText: english('audit.imported', { count: 1 }) })
  await expect(page.getByRole('heading', { level: 1, name: english('audit.title') })).toBeVisible()
  const before = await entries.count()
  await go(english('shell.links'), '/links')
  await page.getByRole('link', { name: english('links.import') }).click()
  await page.waitForURL(accountPath('/links/import'))
  await rowsField(page).fill(`title,amount\n${title},1\n`)
  await page.getByRole('button', { name: english('link-imports.start', { count: 1 }) }).click()
  await page.waitForURL(/imp_/)
  const address = new URL(page.url()).pathname
  await expect(page.locator('h2[role="status"]')).toHaveText(english('link-imports.progress.state.DONE'), {
    timeout: 20_000,
  })
  await page.goBack()
  const item = page.getByRole('listitem').filter({ has: page.locator(`a[href="${address}"]`) })
  await expect(item).toContainText(english('link-imports.progress.bar', { done: 1, total: 1 }))
  await expect(item).toContainText(english('link-imports.progress.state.DONE'))
  await openAudit()
  await expect.poll(() => entries.count()).toBeGreaterThan(before)
})

test('every wrong cell is listed with its correction until the table is corrected, and no link is created before', async ({
  page,
}) => {
  const choose = (rows: string) =>
    page.locator('input[type=file]').setInputFiles({
      name: 'party.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`title,amount,max_uses,expires_at\r\n${rows}`),
    })
  await signInAsOwner(page)
  await openPage(page, accountPath('/links/import'))
  await choose('Table 1,25,1,2036-12-31\r\n\r\nX,abc,unlimited,2036-12-31\r\nTable 3,40,0,soon\r\n')
  const table = page.getByRole('table', { name: english('link-imports.title') })
  const wrong = [
    ['4', 'title', 'X'],
    [
      '4',
      'amount',
      'abc',
      english('amount-field.problems.not_a_number', { currency: 'USD', example: '12.34' }),
    ],
    ['5', 'max_uses', '0'],
    ['5', 'expires_at', 'soon', english('link-imports.problems.expiry')],
  ]
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByText(english('link-imports.mistakes', { count: 4 }))).toBeVisible()
    const rows = table.getByRole('row').filter({ has: page.getByRole('cell') })
    await expect(rows).toHaveCount(wrong.length)
    for (const [index, cells] of wrong.entries())
      for (const [column, text] of cells.entries())
        await expect(rows.nth(index).getByRole('cell').nth(column)).toHaveText(text)
  }
  await expectAccessibleState(page, 'rows with mistakes')
  await choose('Table 1,25,1,2036-12-31\r\nTable 2,10,unlimited,2036-12-31\r\n"Table 3","40,50",2,\r\n')
  await expect(page.getByText(english('link-imports.ready', { count: 3 }))).toBeVisible()
  await expect(table.getByText('31 Dec 2036, 23:59')).toHaveCount(2)
  await expect(table.getByText('40.50 USD')).toBeVisible()
  await expect(page.getByRole('button', { name: english('link-imports.start', { count: 3 }) })).toBeEnabled()
})

test('a table that is sent from two copies of a tab is one import', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/links/import'))
  await rowsField(page).fill(`title,amount\nTwo tabs ${Date.now()},1\n`)
  const create = { name: english('link-imports.start', { count: 1 }) }
  await expect(page.getByRole('button', create)).toBeEnabled()
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open(location.href))
  const copy = await opened
  for (const tab of [page, copy]) await expect(tab.getByRole('button', create)).toBeEnabled()
  await Promise.all([page, copy].map((tab) => tab.getByRole('button', create).click()))
  for (const tab of [page, copy]) await tab.waitForURL(/imp_/)
  expect(copy.url()).toBe(page.url())
})

test('a table with wrong headings is refused with the template, and a discarded table does not come back', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/links/import'))
  const rows = rowsField(page)
  await rows.fill('title,price\nTea,2.50\n')
  const missing = page.getByText(english('link-imports.problems.missingColumns', { names: 'amount' }))
  await expect(missing).toBeVisible()
  await expect(
    page.getByText(english('link-imports.problems.unknownColumns', { names: 'price' })),
  ).toBeVisible()
  await expectAccessibleState(page, 'a table with wrong headings')
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: english('link-imports.template.download') }).click()
  expect((await template).suggestedFilename()).toBe(english('link-imports.template.file'))
  await rows.fill('title,amount\nTea,2.50\n')
  await expect(missing).toHaveCount(0)
  await expect(page.getByRole('button', { name: english('link-imports.start', { count: 1 }) })).toBeEnabled()

  await page.reload()
  await expect(page.getByText(english('drafts.restored'))).toBeVisible()
  await page.getByRole('button', { name: english('drafts.startOver') }).click()
  await expect(rows).toHaveValue('')
  await expect(rows).toBeFocused()
  await page.reload()
  await expect(rows).toHaveValue('')
})
