import { expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { expectAccessibleState } from './axe'
import { accountPath, signInAsOwner } from './demo'
import { goOffline, goOnline } from './go-offline'
import { createTestLink, linkStatus, pressCancel } from './link-actions'
import { openPage } from './open-page'

test('a link that was not created is reported next to the pressed button, and created by the next press', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await signInAsOwner(page)
  await openPage(page, accountPath('/links/new'))
  await page.getByLabel(english('link-form.name'), { exact: true }).fill(`Cooking class ${Date.now()}`)
  await page.getByLabel(english('amount-field.label'), { exact: true }).fill('45')
  const submit = page.getByRole('button', { name: english('link-form.submit') })
  const report = page.getByRole('alert').filter({ hasText: english('link-form.unknownTitle') })
  await refuseActs(page)
  await submit.click()
  await expect(report).toBeInViewport({ ratio: 1 })
  await expect(submit).toBeInViewport({ ratio: 1 })
  await expectAccessibleState(page, 'a link that was not created')
  await page.unrouteAll()
  await goOffline(page)
  await submit.click()
  await expect(report).toHaveCount(0)
  await goOnline(page)
  await submit.click()
  await page.waitForURL(/\/links\/[^/]+\/share/)
})

test('a cancel that could not start is reported and retried', async ({ page }) => {
  const link = await createTestLink()
  await page.setViewportSize({ width: 375, height: 812 })
  await signInAsOwner(page)
  await openPage(page, accountPath(`/links/${link.id}`))
  const report = page.getByText(
    `${english('links.detail.cancelFailed')} ${english('links.detail.stillPayable')}`,
  )
  await refuseActs(page)
  await pressCancel(page)
  await expect(report).toBeVisible()
  const retry = page.getByRole('button', { name: english('common.retry') })
  await retry.click()
  await expect(report).toHaveCount(1)
  await page.unrouteAll()
  await retry.click()
  await expect(page.getByText(/Cancels in \d s/)).toBeVisible()
  await expect(report).toHaveCount(0)
  const undone = page.getByText(english('links.detail.undoFailed'))
  await refuseActs(page)
  await page.getByRole('button', { name: english('links.detail.cancelUndo') }).click()
  await expect(undone).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: english('common.retry') }).click()
  await expect(page.getByText(english('links.detail.cancelUndone'))).toBeVisible()
  expect(await linkStatus(link.id)).toBe('ACTIVE')
})

/** Responds to every action like a server that has failed. */
async function refuseActs(page: Page): Promise<void> {
  await page.route('**/*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
}
