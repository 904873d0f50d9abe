import { expect, test } from '@playwright/test'
import { english } from '@/test/english'
import { accountPath, callApi, signInAsOwner } from './demo'
import { createTestLink, openLinkMenu } from './link-actions'
import { openPage } from './open-page'

test('a duplicate is a new link with the same data and metadata', async ({ page }) => {
  const link = await createTestLink({
    max_uses: 12,
    description: 'Bring an apron',
    metadata: { order: 'A-1', seats: 2 },
  })
  await signInAsOwner(page)
  await openPage(page, accountPath(`/links/${link.id}`))
  await openLinkMenu(page)
  await page.getByRole('menuitem', { name: english('links.detail.duplicate') }).click()
  await expect(page.getByLabel(english('link-form.name'))).toHaveValue(link.title)
  await page.getByRole('button', { name: english('link-form.metadata.add') }).click()
  await page.getByLabel(english('link-form.metadata.name', { position: 3 })).fill('room')
  await page.getByLabel(english('link-form.metadata.value', { position: 3 })).fill('Garden')
  await page.getByRole('button', { name: english('link-form.submit') }).click()
  await page.waitForURL(/\/links\/[^/]+\/share/)
  const id = page.url().split('/').at(-2) ?? ''
  expect(id).not.toBe(link.id)
  expect(await (await callApi('GET', `/payment_links/${id}`)).json()).toMatchObject({
    title: link.title,
    amount: 45,
    max_uses: 12,
    description: 'Bring an apron',
    metadata: { order: 'A-1', seats: 2, room: 'Garden' },
  })
})

test('an expired link is renewed with the same data and a new expiry', async ({ page }) => {
  await signInAsOwner(page)
  const link = await createTestLink({ expires_at: new Date(Date.now() + 6_000).toISOString() })
  await openPage(page, accountPath(`/links/${link.id}`))
  await expect(page.getByText(english('links.detail.sentence.ACTIVE'))).toBeVisible()
  // No event reports the expiry: the open page detects it.
  await page.getByRole('link', { name: english('links.detail.renew') }).click({ timeout: 30_000 })
  await expect(page.getByLabel(english('link-form.name'))).toHaveValue(link.title)
  await expect(page.getByLabel(english('link-form.expiryDay'))).toBeChecked()
  await page.getByRole('button', { name: english('link-form.submit') }).click()
  await page.waitForURL(/\/links\/[^/]+\/share/)
  const id = page.url().split('/').at(-2) ?? ''
  const renewed = await (await callApi('GET', `/payment_links/${id}`)).json()
  expect(renewed.title).toBe(link.title)
  expect(Date.parse(renewed.expires_at)).toBeGreaterThan(Date.now())
})
