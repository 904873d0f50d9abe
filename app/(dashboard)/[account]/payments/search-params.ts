import { z } from 'zod'
import { type PaymentFilter, periods } from '@/components/payments/payment-filter'
import { isDay } from '@/components/time/day-bounds'
import { CARD_CHOICE } from '@/lib/contract/card-choice'
import { decodeCursor } from '@/lib/contract/cursor'
import { ID_TEXT_MAX, QUERY_TEXT_MAX } from '@/lib/contract/limits'
import { paymentStatuses } from '@/lib/contract/states'

const text = (max: number) => z.string().trim().min(1).max(max).optional().catch(undefined)
const day = z.string().refine(isDay).optional().catch(undefined)

const amount = z
  .string()
  .regex(/^\d{1,9}(?:\.\d{1,4})?$/)
  .optional()
  .catch(undefined)

const schema = z.object({
  status: z.enum(paymentStatuses).optional().catch(undefined),
  q: text(QUERY_TEXT_MAX),
  period: z.enum(periods).optional().catch(undefined),
  from: day,
  to: day,
  min: amount,
  max: amount,
  card: z.string().regex(CARD_CHOICE).optional().catch(undefined),
  link: text(ID_TEXT_MAX),
  customer: text(ID_TEXT_MAX),
  unpaid: z.literal('1').optional().catch(undefined),
  cursor: z
    .string()
    .refine((cursor) => decodeCursor('payment', cursor) !== null)
    .optional()
    .catch(undefined),
})

/** The payments page's filters from its address; what cannot be read is left out, so that an old address still works. */
export function parsePaymentFilter(
  params: Readonly<Record<string, string | string[] | undefined>>,
): PaymentFilter {
  const parsed = schema.parse(params)
  // Absent keys, not undefined ones: the filter is part of a query key and of an address.
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined))
}
