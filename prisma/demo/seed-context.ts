import type { CreatePaymentLinkBody, PaymentLink } from '@/lib/contract/payment-link'
import { parseCreatePaymentLink } from '@/lib/contract/payment-link'
import type { Database } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { type CreateAccountInput, createAccount } from '@/lib/service/accounts/create-account'
import { type CreatedApiKey, createApiKey } from '@/lib/service/accounts/create-api-key'
import type { Actor, PublicUrls, ServiceContext } from '@/lib/service/context'
import { createLink } from '@/lib/service/links/create-link'

/** Dependencies of the factories: the real verbs over a real database, at the time of `now`. */
export interface SeedContext {
  database: Database
  log: Log
  urls: PublicUrls
  now(): Date
}

type Account = Pick<AccountRow, 'id' | 'currency'>

/** Creates an account that may charge: by default USD, Guatemala. */
export function makeAccount(
  { database, now }: SeedContext,
  input: Partial<CreateAccountInput> = {},
): Promise<AccountRow> {
  return createAccount(
    database.as('checkout_system'),
    {
      name: 'Panadería La Espiga',
      contact_email: 'hola@laespiga.example.com',
      currency: 'USD',
      timezone: 'America/Guatemala',
      country: 'GT',
      ...input,
    },
    now(),
  )
}

/** Creates a live key of the account; `api_key` is the key itself. */
export function makeApiKey(
  { database, now }: SeedContext,
  account: Account,
  name = 'Server',
): Promise<CreatedApiKey> {
  const key = { accountId: account.id, actor: { kind: 'operator' } as const, name }
  return createApiKey(database.as('checkout_system'), key, now())
}

/** Returns the context of a verb for this account. */
export function contextFor(
  seedContext: SeedContext,
  account: Account,
  actor: Actor = { kind: 'operator' },
): ServiceContext {
  const { database, log, urls, now } = seedContext
  return { accountId: account.id, actor, db: database.as('checkout_service', account.id), now, log, urls }
}

/** Creates a link from a client's input: by default 25.00, a single use. */
export function makeLink(
  seedContext: SeedContext,
  account: Account,
  body: Partial<CreatePaymentLinkBody> = {},
): Promise<PaymentLink> {
  const { currency } = account
  const sent = { title: 'Birthday cake', amount: 25, ...body }
  return createLink(
    contextFor(seedContext, account),
    parseCreatePaymentLink(sent, { currency, now: seedContext.now() }),
  )
}
