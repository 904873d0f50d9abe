import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { SECURITY_CODES } from '@/test/leak-search/security-codes'
import { expectAccessibleState } from './axe'
import { signInAs } from './demo'
import { CARDS, payWith } from './payer'
import { createOwnAccount, forgetVerification, mailsTo } from './test-owner'

/** Longest time from sign-up to the first payment that we promise, including the time for typing. */
const FIRST_PAYMENT_MAX_MS = 60_000

test('a new merchant signs up, creates a link and sees it paid within a minute', async ({
  page,
  browser,
}) => {
  const startedAt = Date.now()
  const email = `new-${startedAt}@checkout.test`
  await page.goto('/sign-up')
  await page.getByLabel(english('sign-up.name')).fill('Luz Luna')
  await page.getByLabel(english('sign-up.email')).fill(email)
  await page.getByLabel(english('sign-up.businessName')).fill(`Luna ${startedAt}`)
  await page.getByLabel(english('sign-up.country')).selectOption('GT')
  await expect(page.getByLabel(english('sign-up.currency'))).toHaveValue('GTQ')
  await page.getByLabel(english('sign-up.currency')).selectOption('USD')
  await expect(page.getByLabel(english('sign-up.timeZone'))).toHaveValue('America/Guatemala')
  await page.getByRole('button', { name: english('sign-up.submit') }).click()
  await expect(page.getByRole('heading', { name: english('sign-up.mailed.title') })).toBeVisible()
  await page.getByRole('link', { name: english('sign-up.mailed.open') }).click()
  await expect(page.getByText(`Luna ${startedAt}`)).toBeVisible()
  await page.getByLabel(english('sign-up.password'), { exact: true }).fill('a lemon tram in winter')
  await page.getByRole('button', { name: english('sign-up.complete.submit') }).click()

  await page.waitForURL(new RegExp(`/luna-${startedAt}$`))
  await expect(page.getByText(english('home.setup.title'))).toBeVisible()
  await expect(page.getByText(english('verify-email.banner', { email }))).toHaveCount(0)
  await page.getByRole('link', { name: english('home.setup.link') }).click()
  await page.getByLabel(english('link-form.name'), { exact: true }).fill('Tasting menu')
  await page.getByLabel(english('amount-field.label'), { exact: true }).fill('120,5')
  await page.getByRole('button', { name: english('link-form.submit') }).click()
  await page.waitForURL(/\/links\/[^/]+\/share/)
  const shared = page.locator('input[value*="/pay/"], :text-matches("/pay/pl_")').first()
  const url = (await shared.inputValue().catch(() => shared.innerText())).trim()
  expect(url).toMatch(/\/pay\/pl_/)
  await page.goto(`/luna-${startedAt}/payments`)
  await expect(page.getByRole('heading', { name: english('payments.title'), level: 1 })).toBeVisible()

  const payer = await browser.newContext()
  const checkout = await payer.newPage()
  await checkout.goto(url)
  await payWith(checkout, CARDS.declined)
  await expect(checkout.getByText(english('pay-form.declinedTitle'))).toBeVisible()
  await checkout.getByLabel(english('card-fields.cvc')).fill(SECURITY_CODES.card)
  await payWith(checkout, CARDS.approved)
  await expect(checkout.getByText(english('pay.ends.paidTitle'))).toBeVisible()
  await checkout.reload()
  await expect(checkout.getByText(english('pay.ends.paidTitle'))).toBeVisible()

  const row = page.locator('[data-payment]').filter({ hasText: english('payment-rows.status.APPROVED') })
  await expect(row.first()).toBeVisible()
  expect(Date.now() - startedAt).toBeLessThan(FIRST_PAYMENT_MAX_MS)
  await row.first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('120.50')

  // The link allows one use.
  await checkout.goto(url)
  await expect(checkout.getByText(english('pay.ends.completedTitle'))).toBeVisible()
  await payer.close()
})

test('the mailed link sets a password once, and the owner of the address decides what a stranger’s sign-up leaves', async ({
  page,
  browser,
}) => {
  const businessName = `Inti ${Date.now()}`
  const login = await createOwnAccount(businessName)
  const { email, slug } = login
  await forgetVerification(email)
  const stranger = await (await browser.newContext()).newPage()
  await signInAs(stranger, login)

  const password = 'seven bright lanterns'
  await page.goto('/sign-in')
  await page.getByRole('link', { name: english('sign-in.forgotLink') }).click()
  await page.waitForURL('/forgot-password')
  await page.getByLabel(english('reset-password.email')).fill(email)
  await page.getByRole('button', { name: english('reset-password.send') }).click()
  await expect(page.getByText(english('reset-password.shownTitle'))).toBeVisible()
  const [mail = ''] = await mailsTo(email, /\/reset-password\//)
  const [link = ''] = /\/reset-password\/[\w.-]+/.exec(mail) ?? []
  await page.goto(link)
  await page.getByLabel(english('reset-password.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: english('reset-password.submit') }).click()
  await page.getByRole('link', { name: english('reset-password.signIn') }).click()
  await page.getByLabel(english('sign-in.email')).fill(email)
  await page.getByLabel(english('sign-in.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: english('sign-in.submit') }).click()
  await page.waitForURL('/sign-up/review')
  await page.goto(`/${slug}/payments`)
  await page.waitForURL('/sign-up/review')
  await expectAccessibleState(page, 'the review of a sign-up')
  await expect(page.getByRole('listitem').filter({ hasText: businessName }).first()).toBeVisible()
  await expect(page.getByRole('radio', { name: english('review.drop') })).toBeChecked()
  await page.getByRole('button', { name: english('review.submit', { drops: 1 }) }).click()
  await page.waitForURL('/connect')
  await stranger.reload()
  await stranger.waitForURL(/\/sign-in/)
  await stranger.context().close()
  // A user without an account reaches their own sign-in as well.
  await page.getByRole('button', { name: english('shell.accountMenu') }).click()
  await page.getByRole('link', { name: english('shell.security') }).click()
  await expect(page.getByText(english('security.sessions.current'))).toBeVisible()
  await page.goto(link)
  await expect(page.getByText(english('reset-password.overTitle'))).toBeVisible()
})
