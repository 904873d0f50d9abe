import { expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { delayRequests } from './delay-requests'
import { accountPath, callApi, signInAsOwner } from './demo'
import { openPage } from './open-page'
import { listScreens } from './screens'

const field = (page: Page) => page.getByRole('combobox', { name: english('search.label') })
const isScript = ({ pathname }: URL) => pathname.endsWith('.js')
/** Scripts, and data of the pages to which the router leads. */
const isScreen = (url: URL) => isScript(url) || url.searchParams.has('_rsc')
const typed = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    return focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement
      ? focused.value
      : null
  })

/** Types while the screens of `press` are on their way, and expects the text in the field that they focus. */
async function expectTyped(page: Page, press: () => Promise<void>): Promise<void> {
  const release = await delayRequests(page, isScreen)
  await press()
  await page.keyboard.type('Cinco gxc')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('l?')
  release()
  await expect.poll(() => typed(page)).toMatch(/Cinco gxl\?$/)
  await page.unrouteAll()
}

/** Returns the addresses of the palette's actions. */
async function creationAddresses(page: Page): Promise<string[]> {
  await openPage(page, accountPath('/'))
  await page.keyboard.press('Control+k')
  const options = page.getByRole('group', { name: english('search.act') }).locator('a[role=option]')
  await expect(options.first()).toBeVisible()
  return options.evaluateAll((all) => all.map((option) => option.getAttribute('href') ?? ''))
}

test('keys and pasted text reach a palette whose page and module have not loaded', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAsOwner(page)
  await openPage(page, accountPath('/'))
  await page.evaluate(() => navigator.clipboard.writeText('555'))
  const release = await delayRequests(page, isScript)
  await page.goto(accountPath('/payments'), { waitUntil: 'domcontentloaded' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('628x')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Control+v')
  await page.keyboard.type('0142')
  release()
  await expect(field(page)).toHaveValue('6285550142')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('3')
  await expect(field(page)).toHaveValue('62855501423')
  await expect(page).toHaveURL(accountPath('/payments'))
})

test('Enter is handed to the palette after the text, and opens what the text finds', async ({ page }) => {
  const { data } = await (await callApi('GET', '/payments?limit=1&status=APPROVED')).json()
  await signInAsOwner(page)
  await openPage(page, accountPath('/settings'))
  const release = await delayRequests(page, isScript)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(data[0].id)
  await page.keyboard.press('Enter')
  release()
  await page.waitForURL(accountPath(`/payments/${data[0].id}`))
})

test('keys after a dialog was closed reach the palette, although the dialog is still leaving', async ({
  page,
}) => {
  const [customer] = (await (await callApi('GET', '/customers?limit=1&status=ACTIVE')).json()).data
  await signInAsOwner(page)
  await openPage(page, accountPath(`/customers/${customer.id}`))
  await page
    .locator('#content')
    .getByRole('link', { name: english('charge-names.open'), exact: true })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
  const release = await delayRequests(page, isScreen)
  // In one task, in which no dialog can leave.
  await page.evaluate(() => {
    for (const key of [{ key: 'Escape' }, { key: 'k', code: 'KeyK', ctrlKey: true }])
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }),
      )
  })
  await page.keyboard.type('6285550142')
  release()
  await expect(field(page)).toHaveValue('6285550142')
})

test('Escape and a pointer press elsewhere drop the held keys', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/settings'))
  const release = await delayRequests(page, isScript)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('cgl')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('progressbar', { name: english('common.loading') })).toBeVisible()
  await page.keyboard.type('cgl')
  await page.mouse.click(700, 5)
  release()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
  await expect(page).toHaveURL(accountPath('/settings'))
})

test('every action of the palette leads to a field that has what was typed meanwhile', async ({ page }) => {
  test.setTimeout(120_000)
  await signInAsOwner(page)
  const addresses = await creationAddresses(page)
  expect(addresses).toContain(accountPath('/links/new'))
  for (const address of addresses) {
    await openPage(page, accountPath('/'))
    await page.keyboard.press('Control+k')
    const option = page.locator(`a[role=option][href="${address}"]`)
    await expect(option).toBeVisible()
    await test.step(address, () => expectTyped(page, () => option.click()))
  }
})

test('every button that opens a form leads to a field that has what was typed meanwhile', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await signInAsOwner(page)
  const { customer, account, developers } = await listScreens()
  const paths = new Set([...customer, ...account, ...developers].map(({ path }) => path.split('?')[0] ?? ''))
  let pressed = 0
  for (const path of paths) {
    await openPage(page, path)
    const openers = page.locator('#content [data-opens-form]:visible')
    const count = await openers.count()
    for (let index = 0; index < count; index += 1) {
      if (index > 0) await openPage(page, path)
      const opener = openers.nth(index)
      await test.step(`${path} ${index}`, () => expectTyped(page, () => opener.click()))
      pressed += 1
    }
  }
  // Team, keys, endpoints, bank account, passkeys and notes.
  expect(pressed).toBeGreaterThanOrEqual(6)
})

test('the amount of a charge and of a refund has what was typed before its dialog', async ({ page }) => {
  const [customer] = (await (await callApi('GET', '/customers?limit=1&status=ACTIVE')).json()).data
  const [payment] = (await (await callApi('GET', '/payments?limit=1&status=APPROVED')).json()).data
  await signInAsOwner(page)
  for (const [path, name] of [
    [`/customers/${customer.id}`, english('charge-names.open')],
    [`/payments/${payment.id}`, english('refund-states.open')],
  ] as const) {
    await openPage(page, accountPath(path))
    const link = page.locator('#content').getByRole('link', { name, exact: true }).first()
    await expectTyped(page, () => link.click())
    await page.goto(page.url())
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
  }
})

test('after a single key, Tab and text go to the next field, and no letter is a command', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/customers'))
  const release = await delayRequests(page, isScreen)
  await page.keyboard.press('c')
  await page.keyboard.type('Cinco panes')
  await page.keyboard.press('Tab')
  await page.keyboard.type('25')
  release()
  await expect(page.getByLabel(english('link-form.name'), { exact: true })).toHaveValue('Cinco panes')
  await expect.poll(() => typed(page)).toBe('25')
})

test('a composition of an input method is neither held nor repeated', async ({ page, context }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments'))
  const release = await delayRequests(page, isScript)
  await page.keyboard.press('Control+k')
  const isFree = await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'a', isComposing: true, bubbles: true, cancelable: true }),
    ),
  )
  expect(isFree).toBe(true)
  await page.keyboard.type('62')
  release()
  await expect(field(page)).toHaveValue('62')
  const browser = await context.newCDPSession(page)
  await browser.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  await browser.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
  await browser.send('Input.insertText', { text: '日本' })
  await expect(field(page)).toHaveValue('62日本')
})

test('a password field receives no held key', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, '/settings/security')
  await page.getByRole('button', { name: english('security.twoStep.turnOn.title') }).click()
  const password = page.locator('[role=dialog] input[type=password]')
  await expect(password).toBeVisible()
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    window.dispatchEvent(new Event('checkout:hold-keys'))
  })
  await page.keyboard.type('held')
  await password.focus()
  await page.keyboard.type('typed')
  await expect(password).toHaveValue('typed')
})

test('single keys never leave a page with a form, whatever has the focus', async ({ page }) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/customers/new'))
  await page.getByRole('heading', { level: 1 }).click()
  for (const key of ['c', 'g', 'p', 'Escape', 'g', 'l']) await page.keyboard.press(key)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(accountPath('/customers/new'))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

  test('no form opens a keyboard unasked', async ({ page }) => {
    await signInAsOwner(page)
    for (const [path, label] of [
      ['/links/new', english('link-form.name')],
      ['/customers/new', english('customers.form.fields.name')],
    ] as const) {
      await openPage(page, accountPath(path))
      await expect(page.getByLabel(label, { exact: true })).not.toBeFocused()
    }
  })
})
