import * as fs from 'node:fs'
import path from 'node:path'
import { linkBatches } from '@/lib/messages/link-batches'
import { ROOT } from '@/scripts/stamps.mjs'
import type { PageBench } from './page-bench'

export interface PagePath {
  /** As the files name it: `/pay/[linkId]`. */
  route: string
  /** The group of `app` that holds it: `checkout`, `dashboard` … */
  group: string
  /** What is asked for; null where the demo has nothing of this kind. */
  path: string | null
}

/** What only they who build the house see. */
const HIDDEN_GROUP = 'dev'
const PARAMETER = /\[(\w+)\]/
/** Takes what no other page takes, only to say that there is no such page. */
const REST = '[...'

/** Every page of the app, by its files, so that none is forgotten, with ids of the demo's for its parameters. */
export async function pagePaths(bench: PageBench): Promise<PagePath[]> {
  const files = fs.readdirSync(path.join(ROOT, 'app'), { recursive: true, encoding: 'utf8' })
  const found: PagePath[] = []
  for (const file of files.filter((name) => path.basename(name) === 'page.tsx').sort()) {
    const parts = path.dirname(file).split(path.sep)
    const group = /^\((\w+)\)$/.exec(parts[0] ?? '')?.[1] ?? parts[0] ?? ''
    if (group === HIDDEN_GROUP || file.includes(REST)) continue
    const route = `/${parts.filter((part) => !part.startsWith('(') && part !== '.').join('/')}`
    const inAccount = route.replace('[account]', bench.house.demo.account_slug)
    const name = PARAMETER.exec(inAccount)?.[1]
    const value = name ? await parameterOf(bench, name) : ''
    found.push({ route, group, path: value === null ? null : inAccount.replace(PARAMETER, value) })
  }
  return found
}

/** Something of the kind that a page shows most: an open link, an approved payment, … */
async function parameterOf(bench: PageBench, name: string): Promise<string | null> {
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
      return bench.house.demo.account_slug
    case 'batchId':
      return makeBatch(bench)
    case 'guide':
      return firstGuide()
    default:
      return null
  }
}

/** Returns the id of the newest object of a list of the demo's, null where it has none. */
export async function newest({ house: { demo } }: PageBench, list: string): Promise<string | null> {
  const answer = await fetch(demo.base_url + list, { headers: { Authorization: `Bearer ${demo.api_key}` } })
  const { data }: { data?: readonly { id: string }[] } = await answer.json()
  return data?.[0]?.id ?? null
}

/** The demo has made no table of links: this makes one, as a person does. */
async function makeBatch({ browser, house, owner }: PageBench): Promise<string> {
  const context = await browser.newContext({ storageState: owner })
  try {
    const page = await context.newPage()
    // A page that listens is hydrated: what is typed stays.
    const listening = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/live'))
    await page.goto(`${house.webUrl}/${house.demo.account_slug}/links/import`)
    await listening
    await page.getByLabel(linkBatches.paste).fill('title,amount\nBench,12.50\n')
    await page.getByRole('button', { name: linkBatches.start('1', true) }).click()
    await page.waitForURL(/\/links\/import\/batch_/)
    return path.posix.basename(new URL(page.url()).pathname)
  } finally {
    await context.close()
  }
}

function firstGuide(): string | null {
  const [first] = fs.readdirSync(path.join(ROOT, 'docs/guides')).filter((file) => file.endsWith('.md'))
  return first ? path.basename(first, '.md') : null
}
