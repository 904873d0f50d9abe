import { type Browser, expect, type Page, test } from '@playwright/test'
import { type Language, languages } from '@/lib/domain/languages'
import { translatorOf } from '@/lib/messages/catalogue'
import { english } from '@/test/english'
import { termsOnlyIn } from '@/test/terms-of-languages'
import { accountPath, callApi, demo, signInAs, signInAsOwner } from './demo'
import { expectLanguage } from './expect-language'
import { gotoPage, openPage } from './open-page'
import { CARDS, createCustomerLink, createLink, payWith, switchAddress } from './payer'
import { listScreens } from './screens'
import { accountOf, signMerchantUp } from './sign-merchant-up'
import { mailsTo, runOperator } from './test-owner'

/** Language of each walk, the tag of its browser, and an amount in the format of that region. */
const walks = [
  ['es', 'es-AR', '1.234,50 USD'],
  ['pt', 'pt-BR', '1.234,50 USD'],
] as const

const DAY_MS = 86_400_000
const CUSTOMER = 'Ana Quispe'
/** Numbers of bank accounts that refuse transfers and accept them (docs/settlements.md). */
const CLOSED_ACCOUNT = '000111111113'
const OPEN_ACCOUNT = '000987654321'
const PASSWORD = 'a long walk to the lake'

test.describe.configure({ mode: 'parallel' })

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
    const [text = '', ...more] = await mailsTo(to)
    expect(more).toEqual([])
    expect(text).toContain(t('payer-mail.receipt.closing'))
    expect(text).toContain(amount)
    expect(termsOnlyIn('en', language, text)).toEqual([])
    await payer.context().close()
  })
}

test('an amount is in the format of the payer’s region, also if another region of the language has another', async ({
  browser,
}) => {
  const { url } = await createLink({ amount: 1234.5 })
  for (const locale of ['en-US', 'es-MX']) {
    const payer = await (await browser.newContext({ locale })).newPage()
    await payer.goto(url)
    await expect(payer.getByText('1,234.50 USD').first()).toBeVisible()
    await payer.context().close()
  }
})

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

for (const language of ['es', 'pt'] as const) {
  test(`in ${language} support charges a saved card, and the owner sees its settlement turn paid`, async ({
    browser,
  }) => {
    test.setTimeout(240_000)
    const t = translatorOf(language)
    const stamp = `${language} ${Date.now()}`
    const owner = { email: `inti-${stamp.replace(' ', '-')}@checkout.test`, password: PASSWORD }
    const merchant = `Inti ${stamp}`
    const { page, slug } = await ownerReading(browser, language, { ...owner, name: merchant })
    const { accountId, apiKey } = await accountOf(merchant)
    const customerId = await customerWithCard(browser, language, { merchant, apiKey })

    await openPage(page, `/${slug}/payouts`)
    await setBankAccount(page, language, { number: CLOSED_ACCOUNT, isFirst: true })
    const agent = await supportOf(browser, page, language, slug)
    await openPage(agent, `/${slug}/customers`)
    await expectOnly(agent, language)
    await agent.getByRole('link', { name: CUSTOMER }).first().click()
    await agent.waitForURL(`/${slug}/customers/${customerId}`)
    await chargeCard(agent, language)

    const until = new Date(Date.now() + 2 * DAY_MS).toISOString()
    await runOperator('settle', '--account', accountId, '--until', until)
    await openPage(page, `/${slug}/balance`)
    await expectOnly(page, language)
    await page.locator('[data-settlement]').first().getByRole('link').first().click()
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toContainText(t('settlement-states.PENDING'))
    await expectOnly(page, language)

    const payouts = await page.context().newPage()
    await openPage(payouts, `/${slug}/payouts`)
    await expect(payouts.getByText(t('payouts.problems.account_closed'))).toBeVisible({ timeout: 30_000 })
    await setBankAccount(payouts, language, { number: OPEN_ACCOUNT, isFirst: false })
    await expect(title).toContainText(t('settlement-states.PAID'), { timeout: 30_000 })
    await expectOnly(page, language)
    await Promise.all([agent.context().close(), page.context().close()])
  })

  test(`every screen is in ${language}, and fits a phone and a desktop`, async ({ browser }) => {
    test.setTimeout(600_000)
    const t = translatorOf(language)
    const pageOf = async () => (await browser.newContext({ locale: languages[language].locale })).newPage()
    const [member, visitor] = [await pageOf(), await pageOf()]
    const { payer, documentation, ...dashboard } = await listScreens()
    await signInAs(member, demo(), t)
    for (const { name, path, prepare } of Object.values(dashboard).flat()) {
      await openPage(member, path)
      await prepare?.(member, t)
      await expectLanguage(member, language, `${name} in ${language}`)
    }
    for (const { name, path, prepare } of payer) {
      await gotoPage(visitor, path)
      await prepare?.(visitor, t)
      await expectLanguage(visitor, language, `${name} in ${language}`)
    }
    // The guides of the API are English for every reader.
    await gotoPage(visitor, documentation[0]?.path ?? '')
    await expect(visitor.locator('html')).toHaveAttribute('lang', 'en')
    await Promise.all([member.context().close(), visitor.context().close()])
  })
}

/**
 * Signs a merchant up in an English browser whose language is switched, chooses the language in the settings, and signs in
 * from another English browser. @returns its page, and the slug of the account
 */
async function ownerReading(
  browser: Browser,
  language: Language,
  owner: { name: string; email: string; password: string },
): Promise<{ page: Page; slug: string }> {
  const { name } = languages[language]
  const first = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await first.goto('/sign-up')
  await first.getByRole('button', { name }).click()
  await expectOnly(first, language)
  const slug = await signMerchantUp(first, owner, translatorOf(language))
  await openPage(first, `/${slug}/settings`)
  await first.getByRole('radio', { name }).check()
  await expectOnly(first, language)
  await first.context().close()

  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await switchAddress(page)
  await signInAs(page, owner)
  await openPage(page, `/${slug}`)
  await expectOnly(page, language)
  return { page, slug }
}

/** Creates a customer who saved a card by paying a link. */
async function customerWithCard(
  browser: Browser,
  language: Language,
  { merchant, apiKey }: { merchant: string; apiKey: string },
): Promise<string> {
  const t = translatorOf(language)
  const phone = `+1212${String(Date.now()).slice(-7)}`
  const { customerId, url } = await createCustomerLink({ name: CUSTOMER, phone }, apiKey)
  const payer = await (await browser.newContext({ locale: languages[language].locale })).newPage()
  await payer.goto(url)
  await payer.getByLabel(t('pay-form.saveCard', { merchant })).check()
  await payWith(payer, CARDS.approved, CUSTOMER, t)
  await expect(payer.getByText(t('pay.ends.paidTitle'))).toBeVisible({ timeout: 20_000 })
  await payer.context().close()
  return customerId
}

/** Invites a member with the role Support, who joins by the link of the mail. @returns their page */
async function supportOf(browser: Browser, page: Page, language: Language, slug: string): Promise<Page> {
  const t = translatorOf(language)
  const email = `sol-${Date.now()}@checkout.test`
  await openPage(page, `/${slug}/settings/team`)
  await page.getByRole('button', { name: t('team.invite.open') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('team.invite.email')).fill(email)
  await dialog.getByLabel(t('step-up.password')).fill(PASSWORD)
  await expectOnly(page, language)
  await dialog.getByRole('button', { name: t('team.invite.submit') }).click()
  await expect(dialog).toContainText(t('team.share.shown'))
  await expectOnly(page, language)
  await dialog.getByRole('button', { name: t('team.share.done') }).click()
  await expectOnly(page, language)
  const [mail = '', ...more] = await mailsTo(email)
  expect(more).toEqual([])
  expect.soft(termsOnlyIn('en', language, mail), mail).toEqual([])

  const agent = await (await browser.newContext({ locale: languages[language].locale })).newPage()
  await switchAddress(agent)
  await agent.goto(/https?:\S+\/invitation\/\S+/.exec(mail)?.[0] ?? '')
  await expectOnly(agent, language)
  await agent.getByLabel(t('invitation.name')).fill('Sol Quispe')
  await agent.getByLabel(t('invitation.password'), { exact: true }).fill(PASSWORD)
  await agent.getByRole('button', { name: t('invitation.join') }).click()
  await agent.waitForURL(`/${slug}`)
  await expectOnly(agent, language)
  return agent
}

/** Charges the saved card of the customer on the page. */
async function chargeCard(page: Page, language: Language): Promise<void> {
  const t = translatorOf(language)
  const dialog = page.getByRole('dialog')
  await expectOnly(page, language)
  await page
    .getByRole('link', { name: t('charge-names.open'), exact: true })
    .first()
    .click()
  await dialog.getByRole('textbox', { name: t('charges.form.amount'), exact: true }).fill('25')
  await expectOnly(page, language)
  await dialog.getByRole('button', { name: t('charges.form.review') }).click()
  await expect(dialog.getByText(t('charges.review.lead'))).toBeVisible()
  await expectOnly(page, language)
  await dialog.getByRole('button', { name: t('charges.review.submit', { amount: '25,00 USD' }) }).click()
  await expect(dialog.getByText(t('charges.outcome.paid'), { exact: true })).toBeVisible({ timeout: 20_000 })
  await expectOnly(page, language)
}

/** Adds the first bank account, or changes it. */
async function setBankAccount(
  page: Page,
  language: Language,
  { number, isFirst }: { number: string; isFirst: boolean },
): Promise<void> {
  const t = translatorOf(language)
  await expectOnly(page, language)
  await page
    .getByRole('button', { name: t(isFirst ? 'payouts.account.name' : 'payouts.account.change') })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('payouts.form.bank'), { exact: true }).fill('Banco Inti')
  await dialog.getByLabel(t('payouts.form.holder')).fill('Inti')
  await dialog.getByLabel(t('payouts.form.number')).fill(number)
  await expectOnly(page, language)
  await dialog.getByRole('button', { name: t('payouts.form.review') }).click()
  await dialog.getByLabel(t('payouts.form.repeat')).fill(number)
  await dialog.getByLabel(t('step-up.password')).fill(PASSWORD)
  await expectOnly(page, language)
  await dialog
    .getByRole('button', { name: t(isFirst ? 'payouts.form.submits.first' : 'payouts.form.submits.atOnce') })
    .click()
  await expect(dialog).toBeHidden()
}

/** Checks that a page is in one language and fits, and takes its screenshots. */
async function expectOnly(page: Page, language: Language): Promise<void> {
  await expectLanguage(page, language, `${page.url()} in ${language}`, async (width) => {
    const title = await page.locator('h1, [role="dialog"] h2').last().innerText()
    const name = [language, title, width].join(' ').replace(/[^\p{L}\d]+/gu, '-')
    await page.screenshot({ path: `test-results/screens/language-${name}.jpg`, type: 'jpeg', quality: 80 })
  })
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

test('a tab that was open while the language changed shows its next screen in the new one, all of it', async ({
  page,
  context,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments'))
  await context.addCookies([{ name: 'member_lang', value: 'es', url: page.url() }])
  const rail = page.getByRole('navigation').first()
  await rail.getByRole('link', { name: english('shell.balance'), exact: true }).click()
  await expect(
    rail.getByRole('link', { name: translatorOf('es')('shell.payments'), exact: true }),
  ).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', languages.es.locale)
})
