import { cardBrands } from '@/lib/domain/card'
import { payments } from '@/lib/messages/payments'

export interface TypedCard {
  last4: string
  /** Brand as the API returns it; null if none was typed. */
  brand: string | null
  /** Rest of the search text. */
  rest: string
  /** True if the digits followed dots, so that they can only be a card's. */
  sure: boolean
}

const names = Object.entries(cardBrands)
  .flatMap(([brand, { label }]) => [brand, label])
  .join('|')
/** `Visa ••4242`, `•••• •••• •••• 4242`, `visa 4242`. */
const CARD = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?<brand>${names})\\s*)?(?<dots>[•·∙●*]{2,}[•·∙●*\\s-]*)?(?<last4>\\d{4})(?![\\p{L}\\p{N}]|[.,]\\d)`,
  'iu',
)
/** Label before the digits of a customer's card in the list. */
const SAVED = payments.savedCard('')

/**
 * Returns the card in a search text, written as pages write cards or by its brand and last four digits; null without one.
 */
export function typedCard(text: string): TypedCard | null {
  const plain = text.startsWith(SAVED) ? `••${text.slice(SAVED.length)}` : text
  const found = CARD.exec(plain)
  const { brand, dots, last4 } = found?.groups ?? {}
  if (!found || !last4 || (!brand && !dots)) return null
  const rest = `${plain.slice(0, found.index)} ${plain.slice(found.index + found[0].length)}`
  return { last4, brand: brand ? brandNamed(brand) : null, rest: rest.trim(), sure: dots !== undefined }
}

function brandNamed(name: string): string | null {
  const wanted = name.toLowerCase()
  const entry = Object.entries(cardBrands).find(
    ([brand, { label }]) => brand === wanted || label.toLowerCase() === wanted,
  )
  return entry?.[0] ?? null
}
