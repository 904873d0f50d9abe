import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { audit } from '@/lib/messages/audit'
import { linkBatches } from '@/lib/messages/link-batches'
import { links } from '@/lib/messages/links'
import { expectSound } from './axe'
import { signInAsOwner } from './demo'
import { arrive } from './screens'

/** From now on, whether any outline stood in the page's place. */
async function watchForOutline(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('#content .animate-pulse')) document.body.dataset.outline = 'seen'
    }).observe(document.body, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => document.body.dataset.outline === 'seen')
}

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
  const problem = linkBatches.problemOf(linkBatches.amount, links.form.problems.not_a_number)
  await expect(page.getByText(problem).filter({ visible: true })).toHaveCount(1)
  const start = page.getByRole('button', { name: linkBatches.start('2', false) })
  await expect(page.getByRole('button', { name: linkBatches.correctRows('1', true) })).toBeEnabled()
  await expectSound(page, 'a table with a mistake')
  await rows.fill(table('25'))
  const outlineWasSeen = await watchForOutline(page)
  await start.click()
  await page.waitForURL(/\/links\/import\/batch_/)
  await expect(page.getByRole('heading', { level: 1, name: linkBatches.progress.title })).toBeVisible()
  expect(await outlineWasSeen()).toBe(false)
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

/** What the field of the rows has selected and what stands before it in its line, if it has the focus and that is in sight. */
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

for (const width of [1440, 375])
  test(`a mistake leads to its row in the text, right rows go ahead of it, at ${width}`, async ({ page }) => {
    const mark = `Party ${Date.now()}`
    const many = Array.from({ length: 40 }, (_, index) => `${mark}-${index + 1},1\r\n`).join('')
    await page.setViewportSize({ width, height: 800 })
    await signInAsOwner(page)
    await arrive(page, '/links/import')
    await page.locator('input[type=file]').setInputFiles({
      name: 'party.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `title,amount,description\r\n${many}${mark}-41,abc,"Two\r\nlines"\r\n\r\n${mark}-42,2,\r\n${mark}-43,,"Three\r\nof\r\nthem"\r\n`,
      ),
    })
    const rows = page.getByLabel(linkBatches.paste)
    const [first, second] = [`${mark}-41,abc,"Two\nlines"`, `${mark}-43,,"Three\nof\nthem"`]
    await page.getByRole('button', { name: linkBatches.correctRows('2', false) }).click()
    await expect.poll(() => selectedIn(rows)).toBe(`${mark}-41,[abc]`)
    // As the spreadsheet numbers it, in which the heading is the first row.
    await page.getByRole('button', { name: linkBatches.correctRow(45) }).click()
    await expect.poll(() => selectedIn(rows)).toBe(`${mark}-43,[]`)
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: `${mark}-43` })
        .first(),
    ).toContainText('45')

    await page.getByRole('button', { name: linkBatches.startReady('41', false) }).click()
    await expect(page.getByText(linkBatches.begun('41', false))).toBeVisible()
    await expect(rows).toHaveValue(`title,amount,description\n${first}\n${second}\n`)
    // Typing corrects the cell and leaves its row.
    await page.getByRole('button', { name: linkBatches.correctRow(2) }).click()
    await page.keyboard.type('5')
    await expect(rows).toHaveValue(`title,amount,description\n${first.replace('abc', '5')}\n${second}\n`)
    // A file that is corrected is still that file.
    await expect(page.getByText(linkBatches.fileRead(linkBatches.restOf('party.csv')))).toBeVisible()
    await page.getByRole('button', { name: linkBatches.startReady('1', true) }).click()
    await expect(rows).toHaveValue(`title,amount,description\n${second}\n`)
    await expectSound(page, 'the rest of a table')
    await page.getByRole('link', { name: linkBatches.follow }).click()
    await page.waitForURL(/\/links\/import\/batch_/)
    // What is still to be fixed is found again, by Back and by a reload.
    for (const comeBack of [() => page.goBack(), () => page.reload()]) {
      await comeBack()
      await expect(rows).toHaveValue(`title,amount,description\n${second}\n`)
      await expect(page.getByText(links.form.draftRestored)).toBeVisible()
    }
    await page.goForward()
    await page.waitForURL(/\/links\/import\/batch_/)
    await expect(page.getByRole('progressbar', { name: linkBatches.progress.bar('1', '1') })).toBeVisible({
      timeout: 30_000,
    })
  })

test('what is wrong with a row stands under it in a line each, tied to the cells that are wrong', async ({
  page,
}) => {
  await signInAsOwner(page)
  await arrive(page, '/links/import')
  await page
    .getByLabel(linkBatches.paste)
    .fill(
      'title,amount,max_uses,expires_at\nTable 1,25,1,2036-12-31\nX,abc,unlimited,2036-12-31\nTable 3,40,0,soon\n',
    )
  const { problems } = links.form
  const table = page.getByRole('table', { name: linkBatches.title })
  for (const width of [1440, 768, 375]) {
    await page.setViewportSize({ width, height: 900 })
    const wrong = table.getByRole('row').filter({ hasText: 'abc' })
    const said = [
      linkBatches.problemOf(linkBatches.name, problems.title),
      linkBatches.problemOf(linkBatches.amount, problems.not_a_number),
    ]
    await expect(wrong.getByRole('cell', { name: 'abc' })).toHaveAccessibleDescription(said[1] ?? '')
    await expect(wrong.getByRole('cell', { name: 'X', exact: true })).toHaveAccessibleDescription(
      said[0] ?? '',
    )
    for (const text of said) await expect(page.getByText(text).filter({ visible: true })).toHaveCount(1)
    // What could be read is shown as in any other row.
    await expect(table.getByText('31 Dec 2036, 23:59').filter({ visible: true })).toHaveCount(2)
    await expect(table.getByText('40.00', { exact: false })).toBeVisible()
    await expect(
      wrong.getByText(width < 700 ? linkBatches.usesInWords(null, false) : linkBatches.unlimited).first(),
    ).toBeVisible()
    if (width < 700) continue
    const line = page
      .getByRole('row')
      .filter({ hasText: said.join('') })
      .filter({ visible: true })
      .last()
    const [above, below] = [await wrong.first().boundingBox(), await line.boundingBox()]
    expect(Math.abs((above?.y ?? 0) + (above?.height ?? 0) - (below?.y ?? 0)), 'under its row').toBeLessThan(
      2,
    )
    expect(below?.width).toBe(above?.width)
    const [first, second] = await Promise.all(said.map((text) => line.getByText(text).boundingBox()))
    expect(second?.y, 'a line each').toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0) - 2)
  }
  await expectSound(page, 'rows with mistakes on a phone')
})

test('an import is one line of the activity, which leads to it', async ({ page }) => {
  const mark = `Party ${Date.now()}`
  await signInAsOwner(page)
  await arrive(page, '/links/import')
  await page.getByLabel(linkBatches.paste).fill(`title,amount\n${mark}-1,1\n${mark}-2,2\n${mark}-3,3\n`)
  await page.getByRole('button', { name: linkBatches.start('3', false) }).click()
  await page.waitForURL(/\/links\/import\/batch_/)
  const place = page.url()
  await expect(page.getByText(linkBatches.progress.state.DONE, { exact: true })).toBeVisible({
    timeout: 20_000,
  })
  await arrive(page, '/audit')
  await expect(page.getByText(mark)).toHaveCount(0)
  const line = page
    .getByRole('row')
    .filter({ hasText: audit.imported('3', false) })
    .first()
  await line.getByRole('link', { name: linkBatches.pasted }).click()
  await page.waitForURL(place)
})

test.describe('under a thumb', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

  test('a row is a card in two columns: all that is said under its title, its state at the right', async ({
    page,
  }) => {
    await signInAsOwner(page)
    await arrive(page, '/links/import')
    await page
      .getByLabel(linkBatches.paste)
      .fill(
        'title,amount,max_uses,expires_at\nTable 1,25,1,\nTable 2,30,unlimited,2036-12-31\nTable 3,abc,0,soon\n',
      )
    const table = page.getByRole('table', { name: linkBatches.title })
    const edges = async (name: string) => {
      const row = table.getByRole('row').filter({ hasText: name }).filter({ visible: true })
      return row.evaluate((card) => {
        const { left, right } = card.getBoundingClientRect()
        return [...card.querySelectorAll('[role="cell"]')]
          .filter((cell) => cell.getClientRects().length > 0)
          .map((cell) => {
            const range = document.createRange()
            range.selectNodeContents(cell)
            const box = range.getBoundingClientRect()
            return {
              left: Math.round(box.left - left),
              right: Math.round(right - box.right),
              top: Math.round(box.top),
            }
          })
      })
    }
    for (const name of ['Table 1', 'Table 2', 'Table 3']) {
      const [number, title, amount, terms, state, said] = await edges(name)
      expect(title?.left).toBeGreaterThan(number?.left ?? 999)
      expect(Math.abs((terms?.left ?? 0) - (title?.left ?? 0)), `${name}: one column`).toBeLessThan(2)
      expect(
        Math.abs((state?.right ?? 0) - (number?.left ?? 0)),
        `${name}: its state at the edge`,
      ).toBeLessThan(2)
      expect(amount?.right).toBeLessThanOrEqual(state?.right ?? 0)
      if (name === 'Table 3') expect(said?.left, 'what is wrong').toBe(title?.left)
      else expect(said).toBeUndefined()
    }
    const told = table.getByRole('cell').filter({ hasText: linkBatches.usesInWords('1', true) })
    await expect(told.filter({ hasText: linkBatches.noEndInWords })).toBeVisible()
    const soon = table.getByRole('cell', { name: 'soon' })
    await expect(soon).toHaveAccessibleDescription(/Uses: .*Expires: /)
    await expectSound(page, 'cards of an import')
  })

  test('the state of an earlier import ends where its day does', async ({ page }) => {
    await signInAsOwner(page)
    await arrive(page, '/links/import')
    await page.getByLabel(linkBatches.paste).fill(`title,amount\nTable ${Date.now()},1\n`)
    await page.getByRole('button', { name: linkBatches.start('1', true) }).click()
    await page.waitForURL(/\/links\/import\/batch_/)
    await expect(page.getByText(linkBatches.progress.state.DONE, { exact: true })).toBeVisible({
      timeout: 20_000,
    })
    // A day is wider than "now", and than its state.
    await page.clock.setFixedTime(Date.now() + 2 * 86_400_000)
    await arrive(page, '/links/import')
    const item = page.getByRole('listitem').filter({ hasText: linkBatches.pasted }).first()
    const badge = await item.getByText(linkBatches.progress.state.DONE, { exact: true }).boundingBox()
    const day = item.locator('time + a')
    await expect(day).toHaveText(/\d\d:\d\d$/)
    const date = await day.boundingBox()
    const end = (box: typeof badge) => (box?.x ?? 0) + (box?.width ?? 0)
    expect(Math.abs(end(badge) - end(date))).toBeLessThan(2)
  })
})
