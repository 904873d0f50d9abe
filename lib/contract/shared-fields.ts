import * as z from 'zod'
import { AMOUNT_MAX_MINOR } from '@/lib/domain/money'
import { wireInstant } from './instant'

// Fields that several objects of the contract share, with the descriptions that the OpenAPI document prints.

export const MONEY = 'In major units of the currency, such as 120.50.'
export const TRIMMED =
  'Trimmed and composed (Unicode NFC); lengths count Unicode characters after that. A text that cannot be seen is empty.'

/** Returns the schema of `object`, which names the kind of a resource. */
export function objectName<const Name extends string>(name: Name) {
  return z.literal(name).describe(`Always \`${name}\`.`)
}

export const opaqueId = z.string().describe('Opaque: assume neither format nor length.')
export const money = z.number().describe(MONEY)
export const currencyCode = z.string().describe('Currency code (ISO 4217) of the account.')
export const createdAt = wireInstant.describe('When it was created.')
export const cardBrand = z.string().nullable().describe('Such as `visa`.')

/** Returns a count with thousands separators. */
const inFull = (count: number, decimals = 0) =>
  count.toLocaleString('en', { minimumFractionDigits: decimals })

/** A request's amount: amountError checks it. No `maximum` in major units is valid for every currency. */
export const sentAmount = z.number().meta({
  description: `In major units of the account’s currency, with no more decimals than it has (ISO 4217): never rounded, else 400. At least one minor unit, at most ${inFull(AMOUNT_MAX_MINOR)} minor units: ${inFull(AMOUNT_MAX_MINOR / 100, 2)} in a currency of two decimals.`,
  exclusiveMinimum: 0,
})
