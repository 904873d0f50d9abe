import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { demo, signInAs } from './demo'
import { CARDS, payWith } from './payer'
import { createOwner, runOperator } from './test-owner'

test('events arrive after one press, and a disconnected account stays readable until it is connected again', async ({
  page,
}) => {
  const name = `Hooked ${Date.now()}`
  const { api_key: apiKey = '' } = await runOperator(
    ...['account', 'create', '--name', name, '--email', 'own@example.com', '--currency', 'USD'],
    ...['--timezone', 'America/Lima', '--country', 'PE'],
  )
  const baseUrl = demo().base_url
  const login = await createOwner({ name: 'Inti', teamName: name, baseUrl, apiKey })
  const made = await fetch(`${baseUrl}/payment_links`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Tasting menu', amount: 40 }),
  })
  const link: { url: string } = await made.json()
  await signInAs(page, login)
  await page.goto(`/${login.slug}/settings/webhook`)
  await expect(page.getByText(english('webhook.secretNone'))).toBeVisible()
  await page.getByRole('button', { name: english('webhook.register.submit') }).click()
  await page.getByRole('dialog').getByLabel(english('step-up.password')).fill(login.password)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: english('webhook.register.submit') })
    .click()
  await expect(page.getByText(english('webhook.register.done'))).toBeVisible()

  const checkout = await page.context().newPage()
  await checkout.goto(link.url)
  await payWith(checkout, CARDS.approved)
  const events = page.getByRole('list', { name: english('received.title') })
  await expect(events.getByText('payment.succeeded', { exact: true })).toBeVisible()
  await events.getByText('payment_link.completed', { exact: true }).click()
  await expect(events.getByRole('link', { name: /^pl_/ })).toBeVisible()

  await page.goto(`/${login.slug}/settings`)
  await page.getByRole('button', { name: english('settings.connections.disconnect.title', { name }) }).click()
  await page
    .getByRole('dialog')
    .getByLabel(english('settings.connections.disconnect.label', { name }))
    .fill(name)
  await page.getByRole('dialog').getByLabel(english('step-up.password')).fill(login.password)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: english('settings.connections.disconnect.submit') })
    .click()
  await expect(page.getByText(english('shell.stale.disconnected.title'))).toBeVisible()
  await page.goto(`/${login.slug}/payments`)
  await expect(page.getByText(english('shell.stale.disconnected.title'))).toBeVisible()
  await expect(page.getByText('Tasting menu').first()).toBeVisible()

  await page.goto(`/${login.slug}/settings`)
  await page.getByRole('button', { name: english('settings.connections.reconnect.title', { name }) }).click()
  await page.getByRole('dialog').getByLabel(english('settings.connections.replace.field.label')).fill(apiKey)
  await page.getByRole('dialog').getByLabel(english('step-up.password')).fill(login.password)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: english('settings.connections.reconnect.submit') })
    .click()
  await expect(page.getByText(english('shell.stale.disconnected.title'))).toBeHidden()
})
