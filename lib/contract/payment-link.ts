import * as z from 'zod'
import { added } from './added-field'
import { parseWithAmount } from './amount'
import type { FieldError } from './errors'
import { parseInstant, sentInstant, wireInstant } from './instant'
import type { JsonObject } from './json'
import {
  LINK_DESCRIPTION_MAX,
  LINK_MAX_USES_DEFAULT,
  LINK_MAX_USES_MAX,
  LINK_TITLE_MAX,
  LINK_TITLE_MIN,
} from './limits'
import { listOf } from './list'
import { createdQuery, pageQuery, statusFilter } from './list-query'
import { inexactMetadata, metadataField } from './metadata'
import { createdAt, currencyCode, money, objectName, opaqueId, sentAmount, TRIMMED } from './shared-fields'
import { paymentLinkStatuses } from './states'
import { optionalText, trimmedText } from './text'

/** Contract: payment link, with the fields that we add. */
export const paymentLinkSchema = z
  .looseObject({
    object: objectName('payment_link'),
    id: opaqueId,
    url: z.string().describe('Where to send the payer.'),
    title: z.string().describe('What the payer sees first.'),
    description: z.string().nullable().describe('More about what is paid.'),
    amount: money,
    currency: currencyCode,
    status: z
      .enum(paymentLinkStatuses)
      .describe(
        'COMPLETED and CANCELLED are final. A link past `expires_at` stays ACTIVE and refuses payers.',
      ),
    max_uses: z.int().nullable().describe('How many payments it takes; null = unlimited.'),
    paid_count: z.int().describe('Approved payments; never more than `max_uses`.'),
    expires_at: wireInstant.nullable().describe('From this instant on it takes no payment; null = never.'),
    metadata: z.record(z.string(), z.unknown()).describe('Yours, kept as sent.'),
    created_at: createdAt,
    customer_id: added(z.string()).describe('The customer that a charge made this link for.'),
    open_count: added(z.int()).describe('How often payers had the page open, once per browser and day.'),
    last_opened_at: added(wireInstant).describe('When a payer last had the page open.'),
  })
  .meta({ id: 'PaymentLink' })

export type PaymentLink = z.infer<typeof paymentLinkSchema>

export const paymentLinkListSchema = listOf(paymentLinkSchema, 'payment links').meta({
  id: 'PaymentLinkList',
})

/** Body of POST /payment_links. The amount's currency and the clock are checked by parseCreatePaymentLink. */
export const createPaymentLinkSchema = z.strictObject({
  title: trimmedText({ min: LINK_TITLE_MIN, max: LINK_TITLE_MAX }).describe(TRIMMED),
  amount: sentAmount,
  description: optionalText(LINK_DESCRIPTION_MAX).describe(TRIMMED),
  max_uses: z
    .int()
    .min(1)
    .max(LINK_MAX_USES_MAX)
    .nullable()
    .default(LINK_MAX_USES_DEFAULT)
    .describe('Left out = a single use; null = unlimited.'),
  expires_at: sentInstant
    .nullish()
    .transform((instant) => instant ?? null)
    .describe('In the future, with a zone offset.'),
  metadata: metadataField,
})

/** Body as a client sends it; the parsed form has defaults, a Date and `amountMinor`. */
export type CreatePaymentLinkBody = z.input<typeof createPaymentLinkSchema>
export type CreatePaymentLink = z.output<typeof createPaymentLinkSchema> & { amountMinor: number }

/** Parses the body of POST /payment_links; `sent` has its numbers as written. Throws 400 with all errors. */
export function parseCreatePaymentLink(
  body: unknown,
  context: { currency: string; now: Date; sent?: Pick<JsonObject, 'literals' | 'inexact'> },
): CreatePaymentLink {
  const { currency, now, sent } = context
  const amountLiteral = sent?.literals.get('amount')
  return parseWithAmount(createPaymentLinkSchema, body, { currency, amountLiteral }, (raw) => [
    ...expiryErrors(raw.expires_at, now),
    ...inexactMetadata(sent?.inexact ?? []),
  ])
}

export const listPaymentLinksSchema = z.object({
  ...pageQuery('payment_link'),
  ...createdQuery,
  status: statusFilter(paymentLinkStatuses),
})

export type ListPaymentLinks = z.output<typeof listPaymentLinksSchema>

function expiryErrors(expiresAt: unknown, now: Date): FieldError[] {
  const instant = typeof expiresAt === 'string' ? parseInstant(expiresAt.trim()) : null
  if (instant === null || instant > now) return []
  return [{ field: 'expires_at', code: 'not_in_future', message: 'Must be in the future.' }]
}
