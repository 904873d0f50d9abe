import { readFileSync } from 'node:fs'
import path from 'node:path'
import { testCards } from '@/lib/contract/test-cards'
import { groupCardNumber } from '@/lib/domain/card'
import { ROOT } from '@/scripts/stamps.mjs'
import { english } from '@/test/english'
import type { Leak } from './leak'
import { kindsIn, type Needle } from './needles'

const CARDS = 'a card number'
/** One part of the data that the page's own script reads. HTML may stand between two parts. */
const PIECE = /<script[^>]*>self\.__next_f\.push\(\[1,"((?:[^"\\]|\\.)*)"\]\)<\/script>/g
/** Element that another row of the data has, as in `\"$L26\"`. */
const REFERENCE = /\\"\$L[0-9a-f]+\\"/g
/** Innermost details element: the table may be within another one. */
const DETAILS = /<details\b[^>]*>(?:(?!<details\b|<\/details>)[\s\S])*<\/details>/g
/** Data of a card of the same table for the page's script: the key of its item, its button's value, its text. */
const cardData = testCards.flatMap(({ number }) => [
  `\\"li\\",\\"${number}\\"`,
  `\\"type\\":\\"button\\",\\"value\\":\\"${number}\\"`,
  `]}],\\"${groupCardNumber(number)}\\"]`,
])

/** Secret of the test vector in the published guide; it signs nothing else. */
const published: { secret: string } = JSON.parse(
  readFileSync(path.join(ROOT, 'docs/guides/samples/test-vector.json'), 'utf8'),
)

/** Returns a payer's page without its own table of test cards, the only place where numbers are allowed. */
function withoutTestCardTable(html: string): string {
  const shown = html
    .replace(PIECE, '')
    .replace(DETAILS, (element) => (element.includes(english('pay.testCardsLead')) ? '' : element))
  const data = [...html.matchAll(PIECE)]
    .map(([, piece]) => piece)
    .join('')
    .replace(REFERENCE, ']}]')
  return cardData.reduce((text, card) => text.replaceAll(card, ''), `${shown}\n${data}`)
}

/** Searches one response of the server: `where` is its route, `path` the requested path. */
export function searchPage(
  { where, path, text }: { where: string; path: string; text: string },
  needles: readonly Needle[],
): Leak[] {
  const hasTable = /^\/(pay|join)\//.test(path)
  // The guides and the reference print the test cards.
  const isDocumentation = /^\/(docs(\/|$)|.*openapi\.json$)/.test(path)
  const searched = hasTable ? withoutTestCardTable(text) : text
  return kindsIn(isDocumentation ? searched.replaceAll(published.secret, '') : searched, needles)
    .filter((what) => !(isDocumentation && what === CARDS))
    .map((what) => ({ where, what }))
}
