import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pay } from '@/lib/messages/pay'
import { ROOT } from '@/scripts/stamps.mjs'
import type { Find } from './find'
import { kindsIn, type Needle } from './needles'

const CARDS = 'a card number'
/** Where one piece of what the page's own script reads ends and the next begins. */
const PIECES = /"\]\)<\/script><script[^>]*>self\.__next_f\.push\(\[1,"/g
/** The innermost such element: the table may stand within another. */
const DETAILS = /<details\b[^>]*>(?:(?!<details\b|<\/details>)[\s\S])*<\/details>/g
/** The same table as the page's script reads it. */
const TABLE_DATA = /\\?"testCards\\?":\[[^\]]*\]/g

/** The secret of the test vector that the guide prints: it signs nothing of anybody's. */
const published: { secret: string } = JSON.parse(
  readFileSync(path.join(ROOT, 'docs/guides/samples/test-vector.json'), 'utf8'),
)

/** A payer's page without its own table of test cards, the one place where numbers may stand. */
export function withoutTestCardTable(html: string): string {
  return html
    .replace(PIECES, '')
    .replace(DETAILS, (element) => (element.includes(pay.testCardsLead) ? '' : element))
    .replace(TABLE_DATA, '')
}

/** Searches one answer of the server: `where` is its route, `path` what was asked for. */
export function searchPage(
  { where, path, text }: { where: string; path: string; text: string },
  needles: readonly Needle[],
): Find[] {
  const hasTable = /^\/(pay|join)\//.test(path)
  // The guides and the reference print the cards to try.
  const isDocumentation = /^\/(docs(\/|$)|.*openapi\.json$)/.test(path)
  const searched = hasTable ? withoutTestCardTable(text) : text
  return kindsIn(isDocumentation ? searched.replaceAll(published.secret, '') : searched, needles)
    .filter((what) => !(isDocumentation && what === CARDS))
    .map((what) => ({ where, what }))
}
