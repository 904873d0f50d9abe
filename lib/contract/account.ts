import * as z from 'zod'
import { added } from './added-field'
import { wireInstant } from './instant'
import { accountStatuses, accountTypes } from './states'

export const settlementSchedules = ['daily', 'weekly'] as const
export type SettlementSchedule = (typeof settlementSchedules)[number]

/** Contract: account. `activation_status` accepts any text, because the document does not list its values. */
export const accountSchema = z
  .looseObject({
    object: z.literal('account'),
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    legal_name: z.string().nullable(),
    tax_id: z.string().nullable(),
    type: z.enum(accountTypes).nullable(),
    status: z.enum(accountStatuses),
    activation_status: z.string(),
    charges_enabled: z.boolean(),
    contact_email: z.string(),
    contact_phone: z.string().nullable(),
    currency: z.string(),
    timezone: z.string(),
    created_at: wireInstant,
    country: added(z.string()),
    sign_up_url: added(z.string()),
    test_mode: added(z.boolean()),
    settlement_schedule: added(z.string()),
  })
  .meta({ id: 'Account' })

export type Account = z.infer<typeof accountSchema>
