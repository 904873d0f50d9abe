import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { audit } from '@/lib/messages/audit'
import { linkImports } from '@/lib/messages/link-imports'
import { links } from '@/lib/messages/links'
import { settings } from '@/lib/messages/settings'
import { shell } from '@/lib/messages/shell'
import { expectAccessibleState } from './axe'
import { accountPath, signInAsOwner } from './demo'
import { openPage } from './open-page'

const { problems, progress } = linkImports

const rowsField = (page: Page) => page.getByLabel(linkImports.paste)

async function expectDone(page: Page): Promise<void> {
  await expect(page.getByText(progress.state.DONE, { exact: true })).toBeVisible({ timeout: 20_000 })
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
  await page.getByRole('button', { name: linkImports.columns.download }).click()
  const sample = await readFile(await (await template).path(), 'utf8')
  await page.locator('input[type=file]').setInputFiles({
    name: 'tables.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(sample),
  })
  await expect(page.getByText(linkImports.fileRead('tables.csv'))).toBeVisible()
  await expect(page.getByText(linkImports.fine, { exact: true })).toHaveCount(2)
  await rowsField(page).fill(table('abc'))
  const problem = linkImports.problemOf(linkImports.amount, links.form.problems.not_a_number('USD', '12.34'))
  await expect(page.getByText(problem).filter({ visible: true })).toHaveCount(1)
  await expect(page.getByRole('button', { name: linkImports.correctRows('1', true) })).toBeEnabled()
  await rowsField(page).fill(table('25'))
  await page.getByRole('button', { name: linkImports.start('2', false) }).click()
  await page.waitForURL(/\/links\/import\/imp_/)
  await expect(page.getByRole('heading', { level: 1, name: progress.title })).toBeVisible()
  const address = new URL(page.url()).pathname
  await expectDone(page)
  await expectAccessibleState(page, 'a finished link import')
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: progress.download }).click()
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/^1,Table \d+-1,25,DONE,pl_\w+,http.*\/pay\/pl_\w+,$/)
  expect(lines[2]).toMatch(/^2,Table \d+-2,30.5,DONE,pl_/)

  await openPage(page, accountPath('/links/import'))
  await expect(page.locator(`#content a[href="${address}"]`).first()).toBeVisible()
  await openPage(page, accountPath('/settings/audit'))
  await expect(page.getByText(mark)).toHaveCount(0)
  const entry = page.getByRole('row').filter({ hasText: audit.imported('2', false) })
  await entry.first().getByRole('link', { name: linkImports.pasted }).click()
  await page.waitForURL(address)
})

test('a started link import appears on pages that were open before it', async ({ page }) => {
  const title = `Found again ${Date.now()}`
  const go = async (name: string, path: string) => {
    const main = page.getByRole('navigation', { name: shell.mainNavigation })
    await main.getByRole('link', { name, exact: true }).click()
    await page.waitForURL(accountPath(path))
  }
  await signInAsOwner(page)
  await openPage(page, accountPath('/settings'))
  const openAudit = async () => {
    await go(shell.settings, '/settings')
    await page.getByRole('link', { name: settings.more.links.activity.title }).click()
    await page.waitForURL(accountPath('/settings/audit'))
  }
  await openAudit()
  const entries = page.getByRole('row').filter({ hasText: audit.imported('1', true) })
  await expect(page.getByRole('heading', { level: 1, name: audit.title })).toBeVisible()
  const before = await entries.count()
  await go(shell.links, '/links')
  await page.getByRole('link', { name: linkImports.entry }).click()
  await page.waitForURL(accountPath('/links/import'))
  await rowsField(page).fill(`title,amount\n${title},1\n`)
  await page.getByRole('button', { name: linkImports.start('1', true) }).click()
  await page.waitForURL(/imp_/)
  const address = new URL(page.url()).pathname
  await expect(page.locator('h2[role="status"]')).toHaveText(progress.state.DONE, { timeout: 20_000 })
  // The browser shows the page of the import's start; the server's response comes later.
  await page.route('**/links/import?*', () => {})
  await page.goBack()
  const item = page.getByRole('listitem').filter({ has: page.locator(`a[href="${address}"]`) })
  await expect(item).toContainText(progress.bar('1', '1'))
  await expect(item).toContainText(progress.state.DONE)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await openAudit()
  await expect.poll(() => entries.count()).toBeGreaterThan(before)
})

/** Returns the selection of the field and the text before it on its line, if the field has the focus and shows it. */
function selectedIn(rows: Locator): Promise<string> {
  return rows.evaluate((field) => {
    if (!(field instanceof HTMLTextAreaElement) || document.activeElement !== field) return ''
    const { selectionStart: from, selectionEnd: to, value, scrollTop, clientHeight } = field
    const lineHeight = Number.parseFloat(getComputedStyle(field).lineHeight)
    const top = (value.slice(0, from).split('\n').length - 1) * lineHeight - scrollTop
    const box = field.getBoundingClientRect()
    const isSeen = top >= 0 && top + lineHeight <= clientHeight && box.top >= 0 && box.bottom <= innerHeight
    return isSeen ? `${value.slice(0, from).split('\n').at(-1)}[${value.slice(from, to)}]` : ''
  })
}

test('rows without errors are imported first, and each error links to its cell', async ({ page }) => {
  test.setTimeout(120_000)
  const mark = `Party ${Date.now()}`
  const many = Array.from({ length: 40 }, (_, index) => `${mark}-${index + 1},1\r\n`).join('')
  await signInAsOwner(page)
  await openPage(page, accountPath('/links/import'))
  await page.locator('input[type=file]').setInputFiles({
    name: 'party.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `title,amount,description\r\n${many}${mark}-41,abc,"Two\r\nlines"\r\n\r\n${mark}-42,2,\r\n${mark}-43,,"Three\r\nof\r\nthem"\r\n`,
    ),
  })
  const rows = rowsField(page)
  const [first, second] = [`${mark}-41,abc,"Two\nlines"`, `${mark}-43,,"Three\nof\nthem"`]
  await page.getByRole('button', { name: linkImports.correctRows('2', false) }).click()
  await expect.poll(() => selectedIn(rows)).toBe(`${mark}-41,[abc]`)
  // A spreadsheet numbers the heading as the first row.
  await page.getByRole('button', { name: linkImports.correctRow(45) }).click()
  await expect.poll(() => selectedIn(rows)).toBe(`${mark}-43,[]`)

  await page.getByRole('button', { name: linkImports.startReady('41', false) }).click()
  await expect(page.getByText(linkImports.begun('41', false))).toBeVisible()
  await expect(rows).toHaveValue(`title,amount,description\n${first}\n${second}\n`)
  await page.getByRole('button', { name: linkImports.correctRow(2) }).click()
  await page.keyboard.type('5')
  await expect(rows).toHaveValue(`title,amount,description\n${first.replace('abc', '5')}\n${second}\n`)
  await expect(page.getByText(linkImports.fileRead(linkImports.restOf('party.csv')))).toBeVisible()
  await page.getByRole('button', { name: linkImports.startReady('1', true) }).click()
  await expect(rows).toHaveValue(`title,amount,description\n${second}\n`)
  await expectAccessibleState(page, 'the rest of a link import')
  await page.getByRole('link', { name: linkImports.follow }).click()
  await page.waitForURL(/\/links\/import\/imp_/)
  for (const comeBack of [() => page.goBack(), () => page.reload()]) {
    await comeBack()
    await expect(rows).toHaveValue(`title,amount,description\n${second}\n`)
    await expect(page.getByText(links.form.draftRestored)).toBeVisible()
  }
  await page.goForward()
  await page.waitForURL(/\/links\/import\/imp_/)
  await expect(page.getByRole('progressbar', { name: progress.bar('1', '1') })).toBeVisible({
    timeout: 30_000,
  })
})

test('the errors of a row are shown below it and describe its cells', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/links/import'))
  await rowsField(page).fill(
    'title,amount,max_uses,expires_at\nTable 1,25,1,2036-12-31\nX,abc,unlimited,2036-12-31\nTable 3,40,0,soon\n',
  )
  const table = page.getByRole('table', { name: linkImports.title })
  const said = [
    linkImports.problemOf(linkImports.name, links.form.problems.title),
    linkImports.problemOf(linkImports.amount, links.form.problems.not_a_number('USD', '12.34')),
  ]
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    const wrong = table.getByRole('row').filter({ hasText: 'abc' })
    await expect(wrong.getByRole('cell', { name: 'abc' })).toHaveAccessibleDescription(said[1] ?? '')
    await expect(wrong.getByRole('cell', { name: 'X', exact: true })).toHaveAccessibleDescription(
      said[0] ?? '',
    )
    for (const text of said) await expect(page.getByText(text).filter({ visible: true })).toHaveCount(1)
    await expect(table.getByText('31 Dec 2036, 23:59').filter({ visible: true })).toHaveCount(2)
    await expect(table.getByText('40.00', { exact: false })).toBeVisible()
  }
  await expectAccessibleState(page, 'rows with mistakes')
})

test('a table with wrong headings is refused with the template, and a discarded table does not come back', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/links/import'))
  const rows = rowsField(page)
  await rows.fill('title,price\nTea,2.50\n')
  const missing = page.getByText(problems.missingColumns(['amount']))
  await expect(missing).toBeVisible()
  await expect(page.getByText(problems.unknownColumns('price', true))).toBeVisible()
  await expectAccessibleState(page, 'a table with wrong headings')
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: linkImports.columns.download }).first().click()
  expect((await template).suggestedFilename()).toBe(linkImports.columns.templateFile)
  await rows.fill('title,amount\nTea,2.50\n')
  await expect(missing).toHaveCount(0)
  await expect(page.getByRole('button', { name: linkImports.start('1', true) })).toBeEnabled()

  await page.reload()
  await expect(page.getByText(links.form.draftRestored)).toBeVisible()
  await page.getByRole('button', { name: links.form.startOver }).click()
  await expect(rows).toHaveValue('')
  await expect(rows).toBeFocused()
  await page.reload()
  await expect(rows).toHaveValue('')
})
