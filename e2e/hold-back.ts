import type { Page } from '@playwright/test'

type Address = Parameters<Page['route']>[0]

/**
 * Holds back what the page asks of an address, by one method or by any, until the function that it answers is called:
 * from then on everything goes through.
 */
export async function holdBack(page: Page, address: Address, method?: 'POST'): Promise<() => void> {
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
