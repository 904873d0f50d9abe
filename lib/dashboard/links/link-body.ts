import { parseRequest } from '@/lib/contract/field-errors'
import {
  type CreatePaymentLinkBody,
  createPaymentLinkSchema,
  parseCreatePaymentLink,
} from '@/lib/contract/payment-link'
import { isCurrency } from '@/lib/domain/currencies'

/** Body of a new link with its metadata, which may be empty. */
export type LinkBody = CreatePaymentLinkBody & { metadata: Record<string, unknown> }

/**
 * Returns the body of POST /payment_links for the fields of the form or of an import's row, in the browser and on the
 * server. Throws ApiError `invalid_parameters` with every invalid field.
 */
export function linkBody(given: unknown, { currency, now }: { currency: string; now: Date }): LinkBody {
  // The host validates amounts in a currency that is unknown here.
  const parsed = isCurrency(currency)
    ? parseCreatePaymentLink(given, { currency, now })
    : parseRequest(createPaymentLinkSchema, given)
  const { title, amount, description, max_uses, expires_at, metadata } = parsed
  return {
    title,
    amount,
    max_uses,
    ...(description === null ? {} : { description }),
    ...(expires_at === null ? {} : { expires_at: expires_at.toISOString() }),
    metadata,
  }
}
