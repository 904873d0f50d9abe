import { expect, type Page, test } from '@playwright/test'
import type { Account } from '@/lib/contract/account'
import type { Settlement } from '@/lib/contract/settlement'
import { addMonths, monthIn, startOfMonth } from '@/lib/domain/calendar-months'
import { english } from '@/test/english'
import { accountPath, callApi, signInAsOwner } from './demo'
import { openPage } from './open-page'

test('the statement of last month adds up, and the bank’s lines of that month match its settlements', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/balance'))
  await page
    .getByRole('main')
    .getByRole('link', { name: english('statements.title') })
    .click()
  await expect(page.getByRole('heading', { name: english('statements.title'), level: 1 })).toBeVisible()

  const paid = await paidLastMonth()
  const { month } = paid
  await page.getByRole('combobox', { name: english('statements.month') }).selectOption(month)
  const [opening = 0, gross = 0, fees = 0, net = 0, closing = 0] = await cents(page)
  expect(opening + gross - fees - net).toBe(closing)
  expect(net).toBe(paid.settlements.reduce((sum, { net_amount }) => sum + Math.round(net_amount * 100), 0))
  const movements = page.getByRole('table', { name: english('statements.movements') }).getByRole('row')
  await expect(movements.filter({ hasText: paid.settlements[0]?.reference ?? 'none' })).toBeVisible()

  await openPage(page, accountPath('/balance'))
  await page
    .getByRole('main')
    .getByRole('link', { name: english('bank-match.title') })
    .click()
  await expect(page.getByRole('heading', { name: english('bank-match.title'), level: 1 })).toBeVisible()
  const [first, changed, removed, ...others] = paid.settlements
  if (!first || !changed || !removed) throw new Error('the demo has too few settlements in a month')
  const line = ({ reference, net_amount, paid_at }: Settlement) =>
    `${paid_at?.slice(0, 10)}\tPAYOUT ${reference?.toLowerCase()}\t${net_amount.toFixed(2)}`
  const last = others.at(-1)
  await page
    .getByLabel(english('bank-match.paste'))
    .fill(
      [
        'Date\tText\tAmount',
        ...[first, ...others].map(line),
        line({ ...changed, net_amount: changed.net_amount - 1 }),
        `${last?.paid_at?.slice(0, 10)}\tRENT\t-950.00`,
        'Closing balance\t\t9,999.00',
      ].join('\n'),
    )
  const region = (name: 'different' | 'matched' | 'missing' | 'notOurs' | 'undecided' | 'unread') =>
    page.getByRole('region', { name: english(`bank-match.regions.${name}`), exact: true })
  await expect(region('different').getByRole('row')).toHaveCount(2)
  await expect(region('different')).toContainText(changed.reference ?? '')
  await expect(region('different')).toContainText('−1.00')
  await expect(region('missing').getByRole('row')).toHaveCount(2)
  await expect(region('missing')).toContainText(removed.reference ?? '')
  await expect(region('matched').getByRole('row')).toHaveCount(others.length + 2)
  await expect(region('notOurs')).toContainText('RENT')
  await expect(region('unread')).toContainText('Closing balance')

  // Without a sign, only references prove that money came in.
  await page
    .getByLabel(english('bank-match.paste'))
    .fill(`${line(first)}\n${line({ ...changed, reference: 'unknown' })}`)
  await expect(region('matched').getByRole('row')).toHaveCount(2)
  await expect(region('undecided').getByRole('row')).toHaveCount(2)
  await page.getByLabel(english('bank-match.incoming')).selectOption({ index: 1 })
  await expect(region('matched').getByRole('row')).toHaveCount(3)

  await page.locator('input[type="file"]').setInputFiles({
    name: 'statement.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(camtOf(first)),
  })
  await expect(region('matched')).toContainText(first.reference ?? 'none')
  await expect(region('matched').getByRole('row')).toHaveCount(2)

  await region('matched').getByRole('link').first().click()
  await page.waitForURL(/\/balance\/settlements\//)
  // A bank line links to its payments.
  await expect(page.locator('[data-payment]').first()).toBeVisible()
})

/** Returns a camt.053 file with the transfer of a settlement. */
function camtOf({ reference, net_amount, currency, paid_at }: Settlement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Ntry>
<Amt Ccy="${currency}">${net_amount.toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>${paid_at?.slice(0, 10)}</Dt></BookgDt><AddtlNtryInf>${reference}</AddtlNtryInf>
</Ntry></Stmt></BkToCstmrStmt></Document>`
}

/** Returns the sums of the statement on screen, from opening to closing, in hundredths. */
async function cents(page: Page): Promise<number[]> {
  const summary = page
    .getByRole('region', { name: /^Statement of / })
    .locator('dl')
    .first()
  await expect(summary).toBeVisible()
  const texts = await summary.locator('dd bdi').allTextContents()
  return texts.map((text) => Math.round(Number(text.replace('−', '-').replace(/[^\d.-]/g, '')) * 100))
}

/** Returns the settlements whose transfers left in the account's last month, newest first. */
async function paidLastMonth(): Promise<{ month: string; settlements: Settlement[] }> {
  const { timezone }: Account = await (await callApi('GET', '/me')).json()
  const current = monthIn(Date.now(), timezone)
  const month = addMonths(current, -1)
  const [from, to] = [startOfMonth(month, timezone), startOfMonth(current, timezone)]
  const settlements: Settlement[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&starting_after=${cursor}`
    const answer = await callApi('GET', `/settlements?limit=100&status=PAID${query}`)
    const list: { data: Settlement[]; next_cursor: string | null } = await answer.json()
    settlements.push(...list.data)
    cursor = list.next_cursor
  }
  return {
    month,
    settlements: settlements.filter(({ paid_at: at }) => at !== null && at >= from && at < to),
  }
}
