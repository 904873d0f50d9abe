import { type CreatePaymentLinkBody, parseCreatePaymentLink } from '@/lib/contract/payment-link'
import type { Database } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { type CreateAccountInput, createAccount } from '@/lib/service/accounts/create-account'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import type { Actor, PublicUrls } from '@/lib/service/context'
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
export function makeAccount({ database, now }: SeedContext, input: Partial<CreateAccountInput> = {}) {
  const bakery = { name: 'Panadería La Espiga', contact_email: 'hola@laespiga.example.com' }
  const place = { currency: 'USD', timezone: 'America/Guatemala', country: 'GT' }
  return createAccount(database.as('checkout_system'), { ...bakery, ...place, ...input }, now())
}

/** Creates a live key of the account; `api_key` is the key itself. */
export function makeApiKey({ database, now }: SeedContext, account: Account, name = 'Server') {
  const key = { accountId: account.id, actor: { kind: 'operator' } as const, name }
  return createApiKey(database.as('checkout_system'), key, now())
}

/** Returns the context of a verb for this account. */
export function contextFor(seed: SeedContext, account: Account, actor: Actor = { kind: 'operator' }) {
  const { database, log, urls, now } = seed
  return { accountId: account.id, actor, db: database.as('checkout_service', account.id), now, log, urls }
}

/** Creates a link from a client's input: by default 25.00, a single use. */
export function makeLink(seed: SeedContext, account: Account, body: Partial<CreatePaymentLinkBody> = {}) {
  const options = { currency: account.currency, now: seed.now() }
  const link = parseCreatePaymentLink({ title: 'Birthday cake', amount: 25, ...body }, options)
  return createLink(contextFor(seed, account), link)
}
