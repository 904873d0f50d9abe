import { expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { accountPath, signInAsOwner } from './demo'
import { openPage } from './open-page'
import { CARDS, createLink, payInNewBrowser } from './payer'

/** Longer than a hidden tab keeps its event stream. */
const HIDDEN_MS = 60_000

test('each visible tab shows a payment as it arrives, and a hidden one shows it when it is shown again', async ({
  context,
  browser,
}) => {
  const link = await createLink({ max_uses: 3 })
  const [first, second] = [await context.newPage(), await context.newPage()]
  await signInAsOwner(first)
  await second.clock.install()
  for (const tab of [first, second]) await openPage(tab, accountPath(`/links/${link.id}/share`))
  const received = (tab: Page, count: number) =>
    expect(
      tab.getByRole('status').filter({ hasText: english('link-share.received', { count }) }),
    ).toBeVisible()
  await payInNewBrowser(browser, link.url, CARDS.approved, english('pay.ends.paidTitle'))
  for (const tab of [first, second]) await received(tab, 1)
  await setVisibility(second, 'hidden')
  await second.clock.fastForward(HIDDEN_MS)
  await payInNewBrowser(browser, link.url, CARDS.approved, english('pay.ends.paidTitle'))
  await received(first, 2)
  const reopened = second.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/live'))
  await setVisibility(second, 'visible')
  await reopened
  await received(second, 2)
})

async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}
