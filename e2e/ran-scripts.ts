import { expect, type Page } from '@playwright/test'
import { readPayerScripts, sha384Of } from '@/scripts/payer-scripts.mjs'

type RanScript = { src: string; sha384: string }
type PayerPage = keyof ReturnType<typeof readPayerScripts>['pages']

/** Records each script that a page loads from now on, with the hash of its bytes. */
export function watchScripts(page: Page): () => Promise<RanScript[]> {
  const loaded: Promise<RanScript>[] = []
  page.on('response', (response) => {
    const isOwn = response.frame() === page.mainFrame()
    // A frame of another origin runs scripts that reach nothing of the page.
    if (!isOwn || response.request().resourceType() !== 'script' || response.status() !== 200) return
    loaded.push(response.body().then((bytes) => ({ src: response.url(), sha384: sha384Of(bytes) })))
  })
  return () => Promise.all(loaded)
}

/**
 * Expects that a page ran scripts of the build's inventory alone, with the same bytes, and those of `external`; and that
 * each inline script has the nonce of the page.
 */
export async function expectInventoried(
  page: Page,
  {
    route,
    ran,
    external = [],
  }: { route: PayerPage; ran: readonly RanScript[]; external?: readonly string[] },
): Promise<void> {
  const listed = (readPayerScripts().pages[route] ?? []).map(({ src, sha384 }) => `${src} ${sha384}`)
  const { origin } = new URL(page.url())
  const own = ran.filter(({ src }) => !external.includes(src)).map(({ src, sha384 }) => ({ src, sha384 }))
  const unknown = own.filter(({ src, sha384 }) => !listed.includes(`${src.replace(origin, '')} ${sha384}`))
  expect(unknown, 'scripts that are not in the inventory').toEqual([])
  expect(own.length, 'scripts of the build that ran').toBeGreaterThan(0)
  const missing = external.filter((src) => !ran.some((script) => script.src === src))
  expect(missing, 'external scripts that did not run').toEqual([])
  const bare = await page.evaluate(() =>
    [...document.scripts].filter(({ src, nonce }) => src === '' && !nonce).map(({ text }) => text),
  )
  expect(bare, 'inline scripts without the nonce').toEqual([])
}
