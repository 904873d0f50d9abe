import * as fs from 'node:fs'
import path from 'node:path'
import { linkImports } from '@/lib/messages/link-imports'
import { ROOT } from '@/scripts/stamps.mjs'
import type { PageBenchContext } from './page-bench-context'

export interface PagePath {
  /** Route by its files: `/pay/[linkId]`. */
  route: string
  /** Group of `app` that contains it: `checkout`, `dashboard` … */
  group: string
  /** Requested path; null if the demo has no such object. */
  path: string | null
}

/** Group of pages for developers of the dashboard. */
const HIDDEN_GROUP = 'dev'
const PARAMETER = /\[(\w+)\]/
/** Segment of catch-all pages, which only show that a page does not exist. */
const REST = '[...'

/** Returns every page of the app, found by its files, so that none is missing, with the demo's ids as parameters. */
export async function pagePaths(bench: PageBenchContext): Promise<PagePath[]> {
  const files = fs.readdirSync(path.join(ROOT, 'app'), { recursive: true, encoding: 'utf8' })
  const found: PagePath[] = []
  for (const file of files.filter((name) => path.basename(name) === 'page.tsx').sort()) {
    const parts = path.dirname(file).split(path.sep)
    const group = /^\((\w+)\)$/.exec(parts[0] ?? '')?.[1] ?? parts[0] ?? ''
    if (group === HIDDEN_GROUP || file.includes(REST)) continue
    const route = `/${parts.filter((part) => !part.startsWith('(') && part !== '.').join('/')}`
    const inAccount = route.replace('[account]', bench.instance.demo.account_slug)
    const name = PARAMETER.exec(inAccount)?.[1]
    const value = name ? await parameterOf(bench, name) : ''
    found.push({ route, group, path: value === null ? null : inAccount.replace(PARAMETER, value) })
  }
  return found
}

/** Returns an object of the kind that fills a page most: an open link, an approved payment, … */
async function parameterOf(bench: PageBenchContext, name: string): Promise<string | null> {
  switch (name) {
    case 'linkId':
      return newest(bench, '/payment_links?status=ACTIVE')
    case 'paymentId':
      return newest(bench, '/payments?status=APPROVED')
    case 'customerId':
      return newest(bench, '/customers?status=ACTIVE')
    case 'settlementId':
      return newest(bench, '/settlements')
    case 'slug':
      return bench.instance.demo.account_slug
    case 'importId':
      return makeLinkImport(bench)
    case 'guide':
      return firstGuide()
    default:
      return null
  }
}

/** Returns the id of the newest object of a list of the demo; null if it is empty. */
export async function newest({ instance: { demo } }: PageBenchContext, list: string): Promise<string | null> {
  const answer = await fetch(demo.base_url + list, { headers: { Authorization: `Bearer ${demo.api_key}` } })
  const { data }: { data?: readonly { id: string }[] } = await answer.json()
  return data?.[0]?.id ?? null
}

/** Creates a link import in the browser, because the demo has none. */
async function makeLinkImport({ browser, instance, owner }: PageBenchContext): Promise<string> {
  const context = await browser.newContext({ storageState: owner })
  try {
    const page = await context.newPage()
    // A page with an open event stream is hydrated, so that typed values stay.
    const listening = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/live'))
    await page.goto(`${instance.webUrl}/${instance.demo.account_slug}/links/import`)
    await listening
    await page.getByLabel(linkImports.paste).fill('title,amount\nBench,12.50\n')
    await page.getByRole('button', { name: linkImports.start('1', true) }).click()
    await page.waitForURL(/\/links\/import\/imp_/)
    return path.posix.basename(new URL(page.url()).pathname)
  } finally {
    await context.close()
  }
}

function firstGuide(): string | null {
  const [first] = fs.readdirSync(path.join(ROOT, 'docs/guides')).filter((file) => file.endsWith('.md'))
  return first ? path.basename(first, '.md') : null
}
