import type * as z from 'zod'
import { customerSchema } from '@/lib/contract/customer'
import { paymentSchema } from '@/lib/contract/payment'
import { paymentLinkSchema } from '@/lib/contract/payment-link'
import { settlementSchema } from '@/lib/contract/settlement'
import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'
import { listedForm, type MirrorObjects } from './mirror-noun'

const schemas: { readonly [Noun in MirrorNoun]: z.ZodType<MirrorObjects[Noun]> } = {
  payments: paymentSchema,
  links: paymentLinkSchema,
  customers: customerSchema,
  settlements: settlementSchema,
}

/** Fields that a reason names. */
const SHOWN_FIELDS_MAX = 3
const REASON_TEXT_MAX = 300

export type ParsedObject<Noun extends MirrorNoun> =
  | { object: MirrorObjects[Noun]; reason: null }
  | {
      object: null /** The fields that the contract's schema refuses, without their values. */
      reason: string
    }

/** Parses one object of a noun by the contract's schema. Never throws. */
export function parseObject<Noun extends MirrorNoun>(noun: Noun, raw: unknown): ParsedObject<Noun> {
  const parsed = schemas[noun].safeParse(listedForm(noun, raw))
  if (parsed.success) return { object: parsed.data, reason: null }
  const fields = parsed.error.issues
    .slice(0, SHOWN_FIELDS_MAX)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
  return { object: null, reason: fields.join('; ').slice(0, REASON_TEXT_MAX) }
}
