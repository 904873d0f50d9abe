import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { type Language, languages } from '@/lib/domain/languages'
import { translatorOf } from '@/lib/messages/catalogue'
import { english } from '@/test/english'
import { termsOnlyIn } from '@/test/foreign-terms'
import { accountPath, callApi, demo, signInAsOwner } from './demo'
import { expectNoLayoutFaults } from './layout'
import { openPage } from './open-page'
import { CARDS, createLink, payWith } from './payer'

const execute = promisify(execFile)
/** Language of each walk, the tag of its browser, and an amount in the format of that region. */
const walks = [
  ['en', 'en-US', '1,234.50 USD'],
  ['es', 'es-MX', '1,234.50 USD'],
  ['es', 'es-AR', '1.234,50 USD'],
  ['pt', 'pt-BR', '1.234,50 USD'],
] as const

for (const [language, locale, amount] of walks) {
  test(`a payer with a browser in ${locale} pays, and gets the receipt and its mail in that language`, async ({
    page,
    browser,
  }) => {
    test.slow()
    const t = translatorOf(language)
    const link = await createLink({ title: 'Pasteles', amount: 1234.5 })
    const payer = await (await browser.newContext({ locale })).newPage()
    await payer.goto(link.url)
    await expectOnly(payer, language)
    await expect(payer.getByText(amount).first()).toBeVisible()

    await payWith(payer, CARDS.noMoney, 'Rosa Castro', t)
    await expect(payer.getByText(t('declines.insufficient_funds'))).toBeVisible()
    await expectOnly(payer, language)
    await payWith(payer, CARDS.confirm, 'Rosa Castro', t)
    await expect(payer.getByRole('heading', { name: t('test-bank.open.title') })).toBeVisible()
    await expectOnly(payer, language)
    await payer.goBack()
    await expect(payer.getByRole('button', { name: t('pay-bank.confirmDone') })).toBeVisible()
    await expectOnly(payer, language)
    await payer.getByRole('link', { name: t('pay.ends.confirmGo') }).click()
    await payer.getByRole('button', { name: t('test-bank.approve') }).click()
    await expect(payer.getByRole('heading', { name: t('pay.ends.paidTitle') })).toBeVisible()
    await expectOnly(payer, language)

    await payer.getByRole('link', { name: t('receipt.open') }).click()
    await expect(payer.getByRole('heading', { name: t('receipt.title') })).toBeVisible()
    await expectOnly(payer, language)
    await expectReceiptElsewhere(browser, payer.url(), language)

    const { data } = await (await callApi('GET', `/payments?payment_link_id=${link.id}`)).json()
    const to = `payer-${Date.now()}@example.com`
    await sendReceipt(page, data[0].id, to)
    await expect.poll(() => outboxOf(to)).toHaveLength(1)
    const [text = ''] = await outboxOf(to)
    expect(text).toContain(t('payer-mail.receipt.closing'))
    expect(text).toContain(amount)
    expect(termsOnlyIn('en', language, text)).toEqual([])
    await payer.context().close()
  })
}

test('the sign-up and the ends of a link are in the language of the browser', async ({ browser }) => {
  const spent = await createLink({ title: 'Pasteles' })
  expect((await callApi('POST', `/payment_links/${spent.id}/cancel`)).status).toBeLessThan(300)
  for (const language of ['es', 'pt'] as const) {
    const t = translatorOf(language)
    const payer = await (await browser.newContext({ locale: languages[language].locale })).newPage()
    for (const path of [spent.url, '/pay/pl_nobodys', '/receipt/pay_nobodys', '/join/nobodys', '/pay']) {
      await payer.goto(path)
      await expectOnly(payer, language)
    }
    await payer.goto(`/join/${demo().account_slug}`)
    await payer.getByText(t('join-form.card'), { exact: true }).click()
    await payer.getByText(t('pay.testCards'), { exact: true }).click()
    await payer.getByRole('button', { name: t('join-form.submit') }).click()
    await expect(payer.getByText(t('join-form.problems.consent'))).toBeVisible()
    await expectOnly(payer, language)
    await payer.context().close()
  }
})

test('the address of a link and the switch on its page choose the language, and later pages keep it', async ({
  browser,
}) => {
  const { url } = await createLink()
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  const shows = (language: Language) =>
    expect(page.getByText(translatorOf(language)('pay-form.byCard'))).toBeVisible()
  await page.goto(url)
  await shows('en')
  await page.goto(`${url}?lang=pt`)
  await shows('pt')
  await page.goto(url)
  await shows('pt')
  await page.getByRole('link', { name: 'Español' }).click()
  await shows('es')
  await page.goto(url)
  await shows('es')
  await page.goto(`${url}?lang=tlh`)
  await shows('es')
  await page.context().close()
})

/** Checks the language of a page, its terms, and that it fits a phone and a desktop; the sweep checks the rest. */
async function expectOnly(page: Page, language: Language): Promise<void> {
  const where = `${page.url()} in ${language}`
  await expect(page.locator('html')).toHaveAttribute('lang', languages[language].locale)
  const names = await page
    .locator('[aria-label], [title]')
    .evaluateAll((elements) =>
      elements.map((element) => `${element.getAttribute('aria-label')}. ${element.getAttribute('title')}`),
    )
  const shown = [await page.title(), await page.locator('body').innerText(), ...names].join('\n')
  expect.soft(termsOnlyIn('en', language, shown), where).toEqual([])
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoLayoutFaults(page, `${where} at ${width} px`)
    const title = await page.locator('h1').first().innerText()
    const name = [language, title, width].join(' ').replace(/[^\p{L}\d]+/gu, '-')
    await page.screenshot({ path: `test-results/screens/language-${name}.jpg`, type: 'jpeg', quality: 80 })
  }
}

/** A receipt that somebody else opens is in the language of its payment. */
async function expectReceiptElsewhere(browser: Browser, url: string, language: Language): Promise<void> {
  const reader = await (await browser.newContext({ locale: 'fr-FR' })).newPage()
  await reader.goto(url)
  await expect(reader.getByRole('heading', { name: translatorOf(language)('receipt.title') })).toBeVisible()
  await reader.context().close()
}

async function sendReceipt(page: Page, paymentId: string, to: string): Promise<void> {
  await signInAsOwner(page)
  await openPage(page, accountPath(`/payments/${paymentId}`))
  await page.getByRole('button', { name: english('receipts.menu'), exact: true }).click()
  await page.getByRole('menuitem', { name: english('receipts.send') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(english('receipts.email')).fill(to)
  await dialog.getByRole('button', { name: english('receipts.title') }).click()
  await expect(page.getByText(english('receipts.sent', { to }))).toBeVisible()
}

/** Returns the mails that were shown in place of being sent to an address. */
async function outboxOf(to: string): Promise<string[]> {
  const { stdout } = await execute(process.execPath, ['scripts/operator.mjs', 'outbox', '--json'])
  const messages: { to: string; text: string }[] = JSON.parse(stdout)
  return messages.filter((message) => message.to === to).map(({ text }) => text)
}
