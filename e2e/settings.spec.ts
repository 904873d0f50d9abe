import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { accountPath, callApi, demo, signInAsOwner } from './demo'
import { openPage } from './open-page'

test('a second signing secret is accepted in addition to the first until one is retired', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/settings/webhook'))
  const section = page.getByRole('region', { name: english('webhook.setup') })
  await expect(section.getByText(english('webhook.secretSet'))).toBeVisible()

  await section.getByRole('button', { name: english('webhook.replace'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel(english('webhook.dialog.field.label'))
  await expect(field).toBeFocused()
  await dialog.getByRole('button', { name: english('webhook.dialog.submit') }).click()
  await expect(field).toHaveAccessibleDescription(new RegExp(english('webhook.dialog.field.missing')))
  await field.fill('sk_not_a_secret')
  await dialog.getByLabel(english('step-up.password')).fill(demo().password)
  await dialog.getByRole('button', { name: english('webhook.dialog.submit') }).click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')

  const end = String(Date.now()).slice(-4)
  await field.fill(`whsec_0123456789${end}`)
  await dialog.getByRole('button', { name: english('webhook.dialog.submit') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(english('webhook.dialog.saved'))).toBeVisible()
  await expect(section.getByText(`${english('webhook.secretSet')} ${end}`)).toBeVisible()
  // The demo's events are signed with its own secret, so only the added one is retired.
  await section.getByRole('button', { name: english('webhook.replace'), exact: true }).click()
  await dialog.getByLabel(english('webhook.dialog.field.label')).fill(`whsec_9876543210${end}`)
  await dialog.getByLabel(english('step-up.password')).fill(demo().password)
  await dialog.getByRole('button', { name: english('webhook.dialog.submit') }).click()
  await expect(dialog).toBeHidden()
  await section
    .getByRole('button', { name: english('webhook.retire.open', { last4: end }) })
    .first()
    .click()
  await expect(dialog.getByText(english('webhook.retire.lead'))).toBeVisible()
  await dialog.getByLabel(english('step-up.password')).fill(demo().password)
  await dialog.getByRole('button', { name: english('webhook.retire.short') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(english('webhook.retire.done'))).toBeVisible()
})

test('a key is replaced only by a key that the service accepts, and the theme can be set', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/settings'))
  const section = page.getByRole('region', { name: english('settings.connections.title') })
  await section.getByText(english('settings.connections.replace.open')).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(english('settings.connections.replace.field.label')).fill('checkout_sk_of_nobody')
  await dialog.getByLabel(english('step-up.password')).fill(demo().password)
  await dialog.getByRole('button', { name: english('settings.connections.replace.submit') }).click()
  await expect(
    dialog.getByLabel(english('settings.connections.replace.field.label')),
  ).toHaveAccessibleDescription(new RegExp(english('settings.connect.refused.invalid_api_key').slice(0, 30)))
  await dialog.getByRole('button', { name: english('common.cancel') }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('radio', { name: english('shell.themes.dark') }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('radio', { name: english('shell.themes.system') }).check()
  await page.getByRole('button', { name: english('settings.preferences.showKeys') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the state of the connection links to its details', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAsOwner(page)
  await openPage(page, accountPath('/payments'))
  await page.locator('[data-health]').filter({ visible: true }).click()
  await page.waitForURL(/\/settings#/)
  const details = page.getByRole('heading', { name: english('health.title') })
  await expect(details).toBeInViewport()
  await expect.poll(async () => (await details.boundingBox())?.y).toBeLessThan(200)
})

/** Updates a customer by API, without an event: one whose creation has been delivered, and which the comparison lists. */
async function editCustomer(): Promise<void> {
  const answer = await callApi('GET', '/customers?limit=100')
  const { data }: { data: { id: string; status: string; created_at: string }[] } = await answer.json()
  const ageMs = ({ created_at }: { created_at: string }) => Date.now() - Date.parse(created_at)
  const customer = data.findLast(
    (one) => one.status === 'ACTIVE' && ageMs(one) > 90_000 && ageMs(one) < (ASKED_DAYS - 1) * DAY_MS,
  )
  const edited = await callApi('PATCH', `/customers/${customer?.id}`, {
    notes: `Prefers mornings ${Date.now()}`,
  })
  expect(edited.status).toBe(200)
}

const DAY_MS = 24 * 60 * 60_000
/** Number of days of a requested comparison. */
const ASKED_DAYS = 9

test('a comparison shows its progress, the compared lists and the repaired objects by name', async ({
  page,
}) => {
  await signInAsOwner(page)
  await editCustomer()
  // Its end is held back until its progress has been seen.
  const news = /\/(live|data\/mirror\/health)$/
  await page.route(news, (route) => route.abort())
  await openPage(page, accountPath('/settings'))
  const section = page.getByRole('region', { name: english('health.title') })
  await section.getByRole('button', { name: english('health.run') }).click()
  const row = (name: string) =>
    section.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
  const drift = row(english('health.drift')).getByRole('status')
  await expect(row(english('health.lastSync')).getByRole('progressbar')).toBeVisible()
  await expect(drift).toHaveText(english('health.driftUnknown'))
  await expect(row(english('health.state')).getByRole('status')).toContainText(
    english('health.comparingState'),
  )
  await page.unroute(news)
  await expect(section.getByRole('button', { name: english('health.run') })).not.toHaveAttribute(
    'aria-busy',
    'true',
  )
  await expect(section.getByRole('progressbar')).toHaveCount(0)
  await expect(drift).toHaveText(/^None in|missed and added/)
  await expect(row(english('health.corrected'))).toContainText(/customers? (was|were) changed by API/)
  await expect(
    section.getByText(
      new RegExp(
        english('health.sync.finished.days', {
          days: String(ASKED_DAYS),
          objects: '[\\d,]+ payments?, [\\d,]+ links?, [\\d,]+ customers?, [\\d,]+ settlements?',
        }),
      ),
    ),
  ).toBeVisible()
})

test('a wrong key and the key of a connected account are refused at the field', async ({ page }) => {
  const { base_url, api_key } = demo()
  await signInAsOwner(page)
  await openPage(page, accountPath('/settings'))
  await page.getByRole('link', { name: english('settings.connections.add') }).click()
  await expect(page.getByRole('link', { name: english('common.cancel') })).toHaveAttribute(
    'href',
    accountPath('/settings'),
  )
  await page.getByRole('button', { name: english('settings.connect.submit') }).click()
  await expect(page.getByText(english('settings.connect.problems.base_url'))).toBeVisible()
  await page.getByLabel(english('settings.connect.baseUrl')).fill(base_url)
  await page.getByLabel(english('settings.connect.apiKey')).fill(`${api_key.slice(0, -1)}~`)
  await page.getByLabel(english('step-up.password')).fill(demo().password)
  await page.getByRole('button', { name: english('settings.connect.submit') }).click()
  await expect(page.getByLabel(english('settings.connect.apiKey'))).toHaveAccessibleDescription(/key/i)
  await expect(page.getByLabel(english('settings.connect.apiKey'))).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel(english('settings.connect.apiKey')).fill(api_key)
  await page.getByRole('button', { name: english('settings.connect.submit') }).click()
  await expect(page.getByText(english('refusals.fields.already_connected'))).toBeVisible()
})
