import { expect, test } from '@playwright/test'
import { links } from '@/lib/messages/links'
import { pay } from '@/lib/messages/pay'
import { accountPath, signInAsOwner } from './demo'
import { openPage } from './open-page'
import { CARDS, createLink, payInNewBrowser } from './payer'

test('two tabs of an account share one event stream, and the second takes it over when the first closes', async ({
  context,
  browser,
}) => {
  const link = await createLink({ max_uses: 3 })
  const [first, second] = [await context.newPage(), await context.newPage()]
  await signInAsOwner(first)
  let streams = 0
  second.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/live')) streams += 1
  })
  for (const tab of [first, second]) await openPage(tab, accountPath(`/links/${link.id}/share`))
  await payInNewBrowser(browser, link.url, CARDS.approved, pay.ends.paidTitle)
  for (const tab of [first, second])
    await expect(tab.getByRole('status').filter({ hasText: links.share.received('1', true) })).toBeVisible()
  expect(streams).toBe(0)
  await first.close()
  await expect.poll(() => streams).toBe(1)
  await payInNewBrowser(browser, link.url, CARDS.approved, pay.ends.paidTitle)
  await expect(second.getByRole('status').filter({ hasText: links.share.received('2', false) })).toBeVisible()
})
