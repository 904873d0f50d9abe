import type { Page } from '@playwright/test'

type Address = Parameters<Page['route']>[0]

/** Delays the requests for a URL, of one method or of any, until the returned function is called. */
export async function delayRequests(page: Page, address: Address, method?: 'POST'): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route(address, async (route) => {
    if (method === undefined || route.request().method() === method) await held
    await route.fallback()
  })
  return () => release()
}
