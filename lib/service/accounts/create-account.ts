import { z } from 'zod'
import { emailText } from '@/lib/contract/email'
import type { FieldError } from '@/lib/contract/errors'
import { fieldErrors, parseRequest } from '@/lib/contract/field-errors'
import { newId } from '@/lib/contract/ids'
import { NAME_MAX, NAME_MIN, PHONE_TEXT_MAX } from '@/lib/contract/limits'
import { accountTypes } from '@/lib/contract/states'
import { optionalText, problem, trimmedText } from '@/lib/contract/text'
import { decimalsOf, isCurrency } from '@/lib/domain/currencies'
import { isCountry } from '@/lib/domain/phone'
import { slugCandidate, slugOf } from '@/lib/domain/slug'
import type { Handle, Queryable } from '@/lib/platform/database'
import { recordAudit } from '@/lib/service/audit/record-audit'
import type { Actor } from '@/lib/service/context'
import { insertOf } from '@/lib/service/insert-row'
import { isAccepted, type ProcessorName } from '@/lib/service/processor/currencies'
import { type AccountRow, accountColumns } from './account-row'

const FEE_PERCENT_PPM = 29_000
/** Fixed fee by the currency's decimals: about 0.30 USD if the smallest unit is large or small. */
const FEE_FIXED_MINOR: Readonly<Record<number, number>> = { 0: 30, 2: 30, 3: 100, 4: 100 }

const SLUG_ATTEMPTS = 1_000

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    // Postgres reads the sign of offsets such as +02:00 the other way round, and IST as Israel's time, not India's.
    return name === 'UTC' || (name.includes('/') && !name.startsWith('SystemV/'))
  } catch {
    return false
  }
}

const inputSchema = z.strictObject({
  name: trimmedText({ min: NAME_MIN, max: NAME_MAX }),
  contact_email: emailText,
  contact_phone: optionalText(PHONE_TEXT_MAX),
  currency: z
    .string()
    .toUpperCase()
    .refine(isCurrency, problem('invalid_currency', 'Must be a currency code of ISO 4217, such as USD.')),
  timezone: z
    .string()
    .refine(isTimeZone, problem('invalid_time_zone', 'Must be a time zone name, such as America/Guatemala.')),
  country: z
    .string()
    .toUpperCase()
    .refine(
      isCountry,
      problem('invalid_country', 'Must be a two-letter country code of ISO 3166, such as GT.'),
    ),
  legal_name: optionalText(NAME_MAX),
  tax_id: optionalText(NAME_MAX),
  type: z.enum(accountTypes).nullish(),
  trial: z.boolean().default(false),
})

export type CreateAccountInput = z.input<typeof inputSchema>

/** Returns the schema of an account whose cards a processor charges; the processor refuses some currencies. */
function inputSchemaFor(processor: ProcessorName) {
  const refusal = problem(
    'currency_not_accepted',
    `The card processor here (${processor}) cannot charge in this currency. Choose another one, such as USD.`,
  )
  const accepts = (currency: string) => !isCurrency(currency) || isAccepted(processor, currency)
  return inputSchema.extend({ currency: inputSchema.shape.currency.refine(accepts, refusal) })
}

/** Returns the errors of an account's fields, for a form that has additional fields. */
export function checkAccountInput(input: CreateAccountInput, processor: ProcessorName): FieldError[] {
  const parsed = inputSchemaFor(processor).safeParse(input)
  return parsed.success ? [] : fieldErrors(parsed.error, input)
}

export interface AccountOrigin {
  actor?: Actor
  id?: string
  /** Team of the dashboard that manages the account. */
  ownerTeam?: string | null
  /** Processor of the deployment, which refuses some currencies; the test bank takes all. */
  processor?: ProcessorName
}

/** Creates an account with slug, fees and audit row. `db`: `checkout_system`. Throws 400 with all errors. */
export async function createAccount(
  db: Handle,
  input: CreateAccountInput,
  now: Date,
  {
    actor = { kind: 'operator' },
    id = newId('acct', now),
    ownerTeam = null,
    processor = 'test_bank',
  }: AccountOrigin = {},
): Promise<AccountRow> {
  const { trial, ...given } = parseRequest(inputSchemaFor(processor), input)
  return db.transaction(async (tx) => {
    const account = await insertWithFreeSlug(tx, {
      id,
      name: given.name,
      legal_name: given.legal_name ?? null,
      tax_id: given.tax_id ?? null,
      type: given.type ?? null,
      status: trial ? 'TRIAL' : 'ACTIVE',
      activation_status: trial ? 'PENDING' : 'ACTIVATED',
      charges_switch: true,
      contact_email: given.contact_email,
      contact_phone: given.contact_phone ?? null,
      currency: given.currency,
      timezone: given.timezone,
      country: given.country,
      settlement_schedule: 'daily',
      fees_on_refund: 'keep',
      owner_team: ownerTeam,
      created_at: now,
    })
    await tx.query({
      text: `INSERT INTO service.fee_schedule (account_id, valid_from, percent_ppm, fixed_minor) VALUES ($1, $2, $3, $4)`,
      values: [id, now, FEE_PERCENT_PPM, FEE_FIXED_MINOR[decimalsOf(account.currency)] ?? 0],
    })
    await recordAudit(tx, { accountId: id, actor, action: 'account.created', objectId: id, now })
    return account
  })
}

async function insertWithFreeSlug(tx: Queryable, row: Omit<AccountRow, 'slug'>): Promise<AccountRow> {
  const base = slugOf(row.name)
  for (let attempt = 1; attempt <= SLUG_ATTEMPTS; attempt += 1) {
    const slug = slugCandidate(base, attempt)
    const { insert, values } = insertOf('service.account', { ...row, slug })
    const { rows } = await tx.query<AccountRow>({
      name: 'create-account',
      text: `${insert} ON CONFLICT (slug) DO NOTHING RETURNING ${accountColumns}`,
      values,
    })
    if (rows[0]) return rows[0]
  }
  throw new Error(`no free slug for an account after ${SLUG_ATTEMPTS} tries`)
}
