import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { accountPath, callApi, signInAsOwner } from './demo'
import { openPage } from './open-page'
import { CARDS, createCustomerLink, MERCHANT, payInNewBrowser, payWith } from './payer'

interface Caller {
  id: string
  name: string
  /** Ten digits of a phone that no other customer has. */
  digits: string
}

/** Creates a customer who saved a card by paying a link. */
async function callerWithCard(browser: Browser, card: string): Promise<Caller> {
  const digits = `628${2 + Math.floor(Math.random() * 8)}${String(Date.now()).slice(-6)}`
  const name = `Rosa Caller ${digits}`
  const { customerId, url } = await createCustomerLink({ name, phone: `+1${digits}` })
  const payer = await browser.newContext()
  const page = await payer.newPage()
  await page.goto(url)
  await page.getByLabel(english('pay-form.saveCard', { merchant: MERCHANT })).check()
  await payWith(page, card)
  await expect(page.getByText(english('pay.ends.paidTitle'))).toBeVisible({ timeout: 20_000 })
  await payer.close()
  return { id: customerId, name, digits }
}

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page) => page.getByRole('combobox', { name: english('search.label') })
const paidText = (page: Page) => dialog(page).getByText(english('charges.outcome.paid'), { exact: true })
const submit = (page: Page, amount: string) =>
  dialog(page).getByRole('button', { name: english('charges.review.submit', { amount }) })

/** Opens a URL whose dialog is open: the dialog appears after hydration, and hides the page's heading. */
async function openDialog(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(dialog(page)).toBeVisible()
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

const paid = english('customer-detail.history.payment.APPROVED')
const declined = english('customer-detail.history.payment.FAILED')

/** Expects payments of 31.40 in the customer's timeline, by their titles: a declined one until the link is paid. */
async function expectPayments(page: Page, ...states: string[]): Promise<void> {
  const list = page.getByRole('list', { name: english('customer-detail.history.title') })
  const row = list.getByRole('listitem').filter({ hasText: /^(Paid|Payment declined) 31\.40/ })
  await expect(row).toHaveCount(states.length)
  for (const [index, state] of states.entries()) await expect(row.nth(index)).toContainText(state)
}

/** Returns a keyboard that counts its presses; `paste` is Control+V, one press that no agent can avoid. */
function countedKeys(page: Page) {
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  return {
    press,
    presses: () => presses,
    /** Presses Tab until an element has the focus. */
    async tabTo(element: Locator) {
      await expect(element).toBeVisible()
      for (let tabs = 0; !(await element.evaluate((it) => it === document.activeElement)); tabs += 1) {
        expect(tabs, 'presses of Tab').toBeLessThan(8)
        await press('Tab')
      }
    },
    /** Replaces the field's content with a text from the clipboard. */
    async paste(text: string) {
      await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Control+v')
    },
  }
}

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('with the keyboard alone a pasted number leads to a declined charge, a link, and its payment without a reload', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id, name, digits } = await callerWithCard(browser, CARDS.declinedLater)
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  await signInAsOwner(page)
  await openPage(page, accountPath('/'))
  const keys = countedKeys(page)
  await keys.press('Control+k')
  await expect(page.getByRole('combobox', { name: english('search.label') })).toBeFocused()
  for (const pasted of [
    `+1 ${area} ${exchange} ${line}`,
    `\u202a+1 (${area}) ${exchange}\u2011${line}\u202c`,
    `001${digits}`,
    digits,
    `(${area}) ${exchange}-${line}`,
  ]) {
    await keys.paste(pasted)
    const option = page.getByRole('option', { name: new RegExp(`^${name}`) })
    await expect(option, pasted).toHaveAttribute('aria-selected', 'true')
    await expect(option, pasted).toContainText(english('customer-states.match.exact'))
  }

  // From the pasted number to the copied URL of a link, although a card is saved.
  const toLink = countedKeys(page)
  await toLink.press('ArrowDown')
  await toLink.press('ArrowDown')
  await expect(page.getByRole('option', { name: english('charge-names.linkTo', { name }) })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await toLink.press('Enter')
  const amount = dialog(page).getByRole('textbox', { name: english('charges.form.amount'), exact: true })
  await expect(amount).toBeFocused()
  await page.keyboard.type('12')
  await toLink.press('Enter')
  const copy = dialog(page).getByRole('button', { name: english('link-share.copy') })
  await expect(copy).toBeFocused()
  await toLink.press('Enter')
  await expect(dialog(page).getByRole('button', { name: english('common.copied') })).toBeVisible()
  expect(await copied(page)).toMatch(/\/pay\/pl_\w+$/)
  expect(toLink.presses(), 'presses besides typing').toBeLessThanOrEqual(5)
  await page.keyboard.press('Escape')

  await keys.press('Control+k')
  await keys.paste(digits)
  await expect(page.getByRole('option', { name: new RegExp(`^${name}`) })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  const toDecline = countedKeys(page)
  await toDecline.press('ArrowDown')
  await expect(page.getByRole('option', { name: english('charge-names.title', { name }) })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await toDecline.press('Enter')
  await expect(page.getByRole('dialog', { name: english('charge-names.title', { name }) })).toBeVisible()
  await expect(amount).toBeFocused()
  await page.keyboard.type('31,40')
  await toDecline.press('Enter')
  await toDecline.tabTo(submit(page, '31.40 USD'))
  await toDecline.press('Enter')
  await expect(dialog(page).getByText(english('charges.say.generic_decline'))).toBeVisible()
  await toDecline.tabTo(
    dialog(page).getByRole('button', { name: english('charges.outcome.sendLink', { amount: '31.40 USD' }) }),
  )
  await toDecline.press('Enter')
  await expect(copy).toBeFocused()
  await toDecline.press('Enter')
  await expect(dialog(page).getByRole('button', { name: english('common.copied') })).toBeVisible()
  expect(toDecline.presses(), 'presses through the decline').toBeLessThanOrEqual(12)
  const url = await copied(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(accountPath(`/customers/${id}`))
  await expectPayments(page, declined)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await payInNewBrowser(browser, url, CARDS.approved, english('pay.ends.paidTitle'))
  await expectPayments(page, paid, declined)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('on a phone a caller’s card is declined, a link is sent, and its payment shows without a reload', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const { id, name, digits } = await callerWithCard(browser, CARDS.declinedLater)
  const phone = await browser.newContext({
    viewport: { width: 375, height: 812 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  const page = await phone.newPage()
  await signInAsOwner(page)
  await openPage(page, accountPath('/'))
  await page.getByRole('button', { name: english('search.open') }).tap()
  await field(page).fill(digits)
  await page.getByRole('option', { name: english('charge-names.title', { name }) }).tap()
  await expect(page.getByRole('dialog', { name: english('charge-names.title', { name }) })).toBeVisible()
  await dialog(page)
    .getByRole('textbox', { name: english('charges.form.amount'), exact: true })
    .fill('31.40')
  await dialog(page)
    .getByRole('button', { name: english('charges.form.review') })
    .tap()
  await submit(page, '31.40 USD').tap()
  await expect(dialog(page).getByText(english('charges.say.generic_decline'))).toBeVisible()
  await dialog(page)
    .getByRole('button', { name: english('charges.outcome.sendLink', { amount: '31.40 USD' }) })
    .tap()
  const url = await dialog(page)
    .getByRole('textbox', { name: english('link-share.url') })
    .inputValue()
  await dialog(page)
    .getByRole('button', { name: english('common.close'), exact: true })
    .tap()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(accountPath(`/customers/${id}`))
  await payInNewBrowser(browser, url, CARDS.approved, english('pay.ends.paidTitle'))
  await expectPayments(page, paid, declined)
  await phone.close()
})

test('a charge is made once despite a double press, a lost response, a reload and Back', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const { id } = await callerWithCard(browser, CARDS.approved)
  await signInAsOwner(page)
  await openPage(page, accountPath(`/customers/${id}`))
  await page.getByRole('link', { name: english('charge-names.open'), exact: true }).click()
  await reviewed(page, '25')
  const address = page.url()
  const second = await page.context().newPage()
  await openDialog(second, address)
  // The network fails during the call: the request arrives, its response does not.
  await page.route(
    (url) => url.pathname === accountPath(`/customers/${id}`),
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await page.context().setOffline(true)
      await route.fetch()
      await route.abort('internetdisconnected')
    },
    { times: 1 },
  )
  await submit(page, '25.00 USD').dblclick()
  await expect(dialog(page).getByText(english('charges.review.noAnswer'))).toBeVisible()
  await page.context().setOffline(false)
  await expect(paidText(page)).toBeVisible()
  // The other tab may still show the review, but its press sends nothing.
  await submit(second, '25.00 USD')
    .click({ timeout: 2_000 })
    .catch(() => {})
  await expect(paidText(second)).toBeVisible()
  await second.close()
  await page.reload()
  await expect(paidText(page)).toBeVisible()
  await dialog(page)
    .getByRole('link', { name: english('charges.outcome.payment') })
    .click()
  await page.waitForURL(/\/payments\/pay_/)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(paidText(page)).toBeVisible()
  const made = await (await callApi('GET', `/payments?customer_id=${id}`)).json()
  expect(made.data.filter(({ amount }: { amount: number }) => amount === 25)).toHaveLength(1)

  // The same amount shortly afterwards has to be typed again.
  await openDialog(page, accountPath(`/customers/${id}?charge=new`))
  await reviewed(page, '25')
  await submit(page, '25.00 USD').click()
  await expect(
    dialog(page).getByText(english('charges.review.typeAgainWrong', { amount: '25.00 USD' })),
  ).toBeVisible()
  await dialog(page)
    .getByRole('textbox', { name: english('charges.review.typeAgain') })
    .fill('25')
  await submit(page, '25.00 USD').click()
  await expect(paidText(page)).toBeVisible()
})

test('a charge whose outcome was lost becomes a case, counted on Home and in the rail until its payment closes it', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const { id, name } = await callerWithCard(browser, CARDS.lostAfterCaptureLater)
  await signInAsOwner(page)
  await openDialog(page, accountPath(`/customers/${id}?charge=new`))
  await reviewed(page, '18.20')
  await submit(page, '18.20 USD').click()
  await dialog(page)
    .getByRole('link', { name: english('charges.case.show') })
    .click()
  await page.waitForURL(/\/charges\/chg_/)
  const address = page.url()
  const attach = page.getByRole('button', { name: english('charges.case.attach') })
  await expect(attach).toBeVisible({ timeout: 45_000 })
  await expect(page.getByRole('button', { name: english('charges.case.release') })).toHaveCount(0)

  const rail = page.getByRole('link', { name: /^\d+ open cases?$/ })
  const before = Number.parseInt((await rail.textContent()) ?? '', 10)
  const home = await page.context().newPage()
  await openPage(home, accountPath('/'))
  const onHome = home.getByRole('main').getByRole('link', {
    name:
      before === 1
        ? new RegExp(name)
        : english('charge-names.cases.count', { count: before, written: `${before}` }),
  })
  const casePath = new URL(address).pathname
  await expect(onHome).toHaveAttribute('href', before === 1 ? casePath : accountPath('/charges'))
  await attach.click()
  await expect(
    page.getByRole('main').getByText(english('charges.outcome.paid'), { exact: true }).first(),
  ).toBeVisible()
  for (const shown of [page, home])
    await expect(
      shown.getByRole('link', { name: english('charge-names.cases.rail', { count: before }) }),
    ).toHaveCount(0)
  await expect(onHome).toHaveCount(0)
  await home.close()
  await page.getByRole('button', { name: english('charges.outcome.support') }).click()
  await expect(page.getByRole('button', { name: english('common.copied') })).toBeVisible()
})
