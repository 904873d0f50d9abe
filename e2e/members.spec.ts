import { type Browser, expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { expectAccessibleState } from './axe'
import { CARDS, createCustomerLink, payWith, switchAddress } from './payer'
import { accountOf, signMerchantUp } from './sign-merchant-up'
import { mailsTo } from './test-owner'

const PASSWORD = 'a long walk to the lake'
const dialog = (page: Page) => page.getByRole('dialog')

/** Invites an address as Support from the team's page. @returns the link of the mail */
async function inviteSupport(page: Page, slug: string, email: string): Promise<string> {
  await page.goto(`/${slug}/settings/team`)
  await page.getByRole('button', { name: english('team.invite.open') }).click()
  await dialog(page).getByLabel(english('team.invite.email')).fill(email)
  await dialog(page).getByLabel(english('step-up.password')).fill(PASSWORD)
  await dialog(page)
    .getByRole('button', { name: english('team.invite.submit') })
    .click()
  await expect(dialog(page)).toContainText(english('team.share.shown'))
  await dialog(page)
    .getByRole('button', { name: english('team.share.done') })
    .click()
  await expect(page.getByRole('table', { name: english('team.invitations.title') })).toContainText(email)
  const [mail = ''] = await mailsTo(email)
  return /https?:\S+\/invitation\/\S+/.exec(mail)?.[0] ?? ''
}

/** Creates a customer of an account who saved a card by paying a link. */
async function customerWithCard(browser: Browser, merchant: string): Promise<string> {
  const { apiKey } = await accountOf(merchant)
  const person = { name: 'Ana Walk', phone: `+1212${String(Date.now()).slice(-7)}` }
  const { customerId, url } = await createCustomerLink(person, apiKey)
  const payer = await browser.newContext()
  const page = await payer.newPage()
  await page.goto(url)
  await page.getByLabel(english('pay-form.saveCard', { merchant: merchant })).check()
  await payWith(page, CARDS.approved)
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible({ timeout: 20_000 })
  await payer.close()
  return customerId
}

async function reviewed(page: Page, amount: string): Promise<void> {
  await dialog(page)
    .getByRole('textbox', { name: english('charges.form.amount'), exact: true })
    .fill(amount)
  await dialog(page)
    .getByRole('button', { name: english('charges.form.review') })
    .click()
  await expect(dialog(page).getByText(english('charges.review.lead'))).toBeVisible()
}

const charge = (page: Page, amount: string) =>
  dialog(page)
    .getByRole('button', { name: english('charges.review.submit', { amount: `${amount} USD` }) })
    .click()

test('a merchant signs up and invites support, whose charge succeeds and whose next action after the removal is refused', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const stamp = Date.now()
  const merchant = `Walk ${stamp}`
  const email = `inti-${stamp}@checkout.test`
  const slug = await signMerchantUp(page, { name: merchant, email, password: PASSWORD })
  const url = await inviteSupport(page, slug, `sol-${stamp}@checkout.test`)
  await expectAccessibleState(page, 'team')

  const context = await browser.newContext()
  const agent = await context.newPage()
  await switchAddress(agent)
  await agent.goto(url)
  await expect(
    agent.getByRole('heading', { name: english('invitation.heading', { team: merchant }) }),
  ).toBeVisible()
  await expectAccessibleState(agent, 'invitation')
  await agent.getByLabel(english('invitation.name')).fill('Sol Support')
  await agent.getByLabel(english('invitation.password'), { exact: true }).fill(PASSWORD)
  await agent.getByRole('button', { name: english('invitation.join') }).click()
  await agent.waitForURL(`/${slug}`)

  const customerId = await customerWithCard(browser, merchant)
  await agent.goto(`/${slug}/customers/${customerId}`)
  await agent
    .getByRole('link', { name: english('charge-names.open'), exact: true })
    .first()
    .click()
  await reviewed(agent, '25')
  await charge(agent, '25.00')
  await expect(dialog(agent).getByText(english('charges.outcome.paid'), { exact: true })).toBeVisible({
    timeout: 20_000,
  })
  await agent.goto(`/${slug}/developers/keys`)
  await expect(agent.getByRole('heading', { name: 'API keys' })).toHaveCount(0)

  await agent.goto(`/${slug}/customers/${customerId}`)
  await agent
    .getByRole('link', { name: english('charge-names.open'), exact: true })
    .first()
    .click()
  await reviewed(agent, '31')
  await page.reload()
  await page.getByRole('button', { name: english('team.moreOf', { name: 'Sol Support' }) }).click()
  await page.getByRole('menuitem', { name: english('team.remove') }).click()
  await dialog(page).getByLabel(english('step-up.password')).fill(PASSWORD)
  await dialog(page)
    .getByRole('button', { name: english('team.removal.submit') })
    .click()
  await expect(page.getByText(english('team.removal.done', { name: 'Sol Support' }))).toBeVisible()
  await charge(agent, '31.00')
  await expect(dialog(agent).getByText(english('refusals.own.signed_out'))).toBeVisible()
  await agent.goto(`/${slug}/customers/${customerId}`)
  await expect(agent).toHaveURL(/\/sign-in/)

  await agent.goto(url)
  await expect(agent.getByRole('heading', { name: english('invitation.over.title') })).toBeVisible()
  await context.close()
})
