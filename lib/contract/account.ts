import * as z from 'zod'
import { added } from './added-field'
import { createdAt, currencyCode, objectName, opaqueId } from './shared-fields'
import { accountStatuses, accountTypes, activationStatuses } from './states'

export const settlementSchedules = ['daily', 'weekly'] as const
export type SettlementSchedule = (typeof settlementSchedules)[number]

/** Contract: account. `activation_status` accepts any text, because the document does not list its values. */
export const accountSchema = z
  .looseObject({
    object: objectName('account'),
    id: opaqueId,
    name: z.string().describe('Name that payers see.'),
    slug: z.string().describe('Name of the account in its public addresses.'),
    legal_name: z.string().nullable().describe('Registered name.'),
    tax_id: z.string().nullable().describe('Tax number.'),
    type: z.enum(accountTypes).nullable().describe('Kind of merchant, null while unknown.'),
    status: z
      .enum(accountStatuses)
      .describe('TRIAL → ACTIVE; ACTIVE ⇄ SUSPENDED; any → CLOSED, which is final.'),
    activation_status: z
      .string()
      .describe(
        `How far the review of the account is: ${activationStatuses.map((it) => `\`${it}\``).join(', ')}.`,
      ),
    charges_enabled: z
      .boolean()
      .describe('Without it every call with the key is answered 403 `charges_disabled`.'),
    contact_email: z.string().describe('Where the merchant is reached.'),
    contact_phone: z.string().nullable().describe('Where the merchant is reached.'),
    currency: currencyCode,
    timezone: z.string().describe('IANA time zone of the account; settlements close its days.'),
    created_at: createdAt,
    country: added(z.string()).describe(
      'Country (ISO 3166 alpha-2): phones without a country code are read as its own.',
    ),
    sign_up_url: added(z.string()).describe(
      'Public page where the merchant’s customers register themselves.',
    ),
    test_mode: added(z.boolean()).describe(
      'Whether this deployment runs the test bank: no real money moves.',
    ),
    settlement_schedule: added(z.string()).describe(
      'How often a settlement is generated: `daily` or `weekly`.',
    ),
  })
  .meta({ id: 'Account' })

export type Account = z.infer<typeof accountSchema>
