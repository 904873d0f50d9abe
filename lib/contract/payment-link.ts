import * as z from 'zod'
import { added } from './added-field'
import { amountError, amountToMinor } from './amount'
import type { FieldError } from './errors'
import { parseRequestWith } from './field-errors'
import { parseInstant, sentInstant, wireInstant } from './instant'
import {
  LINK_DESCRIPTION_MAX,
  LINK_MAX_USES_DEFAULT,
  LINK_MAX_USES_MAX,
  LINK_TITLE_MAX,
  LINK_TITLE_MIN,
} from './limits'
import { listOf } from './list'
import { createdQuery, pageQuery } from './list-query'
import { metadataField } from './metadata'
import { paymentLinkStatuses } from './states'
import { optionalText, trimmedText } from './text'

/** Contract: payment link, with the fields that we add. */
export const paymentLinkSchema = z
  .looseObject({
    object: z.literal('payment_link'),
    id: z.string(),
    url: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    amount: z.number(),
    currency: z.string(),
    status: z.enum(paymentLinkStatuses),
    max_uses: z.int().nullable(),
    paid_count: z.int(),
    expires_at: wireInstant.nullable(),
    metadata: z.record(z.string(), z.unknown()),
    created_at: wireInstant,
    customer_id: added(z.string()),
    open_count: added(z.int()),
    last_opened_at: added(wireInstant),
  })
  .meta({ id: 'PaymentLink' })

export type PaymentLink = z.infer<typeof paymentLinkSchema>

export const paymentLinkListSchema = listOf(paymentLinkSchema).meta({ id: 'PaymentLinkList' })

/** Body of POST /payment_links. The amount's currency and the clock are checked by parseCreatePaymentLink. */
export const createPaymentLinkSchema = z.strictObject({
  title: trimmedText({ min: LINK_TITLE_MIN, max: LINK_TITLE_MAX }),
  amount: z.number(),
  description: optionalText(LINK_DESCRIPTION_MAX),
  max_uses: z.int().min(1).max(LINK_MAX_USES_MAX).nullable().default(LINK_MAX_USES_DEFAULT),
  expires_at: sentInstant.nullish().transform((instant) => instant ?? null),
  metadata: metadataField,
})

/** Body as a client sends it; the parsed form has defaults, a Date and `amountMinor`. */
export type CreatePaymentLinkBody = z.input<typeof createPaymentLinkSchema>
export type CreatePaymentLink = z.output<typeof createPaymentLinkSchema> & { amountMinor: number }

/**
 * Parses the body of POST /payment_links for an account's currency; `amountLiteral` is the amount's text in the JSON.
 * Throws 400 with all field errors at once.
 */
export function parseCreatePaymentLink(
  body: unknown,
  context: { currency: string; now: Date; amountLiteral?: string | undefined },
): CreatePaymentLink {
  const link = parseRequestWith(createPaymentLinkSchema, body, (raw) =>
    [
      amountError(raw.amount, context.currency, context.amountLiteral),
      expiryError(raw.expires_at, context.now),
    ].filter((it) => it !== null),
  )
  return { ...link, amountMinor: amountToMinor(link.amount, context.currency) }
}

/** Query of GET /payment_links. */
export const listPaymentLinksSchema = z.object({
  ...pageQuery('payment_link'),
  ...createdQuery,
  status: z.enum(paymentLinkStatuses).optional(),
})

export type ListPaymentLinks = z.output<typeof listPaymentLinksSchema>

function expiryError(expiresAt: unknown, now: Date): FieldError | null {
  const instant = typeof expiresAt === 'string' ? parseInstant(expiresAt.trim()) : null
  if (instant === null || instant > now) return null
  return { field: 'expires_at', code: 'not_in_future', message: 'Must be in the future.' }
}
