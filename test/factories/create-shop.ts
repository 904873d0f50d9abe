import { randomUUID } from 'node:crypto'
import pino from 'pino'
import type { PaymentLink } from '@/lib/contract/payment-link'
import { Database, type Side } from '@/lib/platform/database'
import { createAccount } from '@/lib/service/accounts/create-account'
import {
  type PayLinkDeps,
  type PayLinkInput,
  type PayLinkResult,
  payLink,
} from '@/lib/service/charges/pay-link'
import { postgresChargeStore } from '@/lib/service/charges/postgres-charge-store'
import { postgresOrphanStore } from '@/lib/service/charges/postgres-orphan-store'
import { type ReconcileDeps, reconcileOnce } from '@/lib/service/charges/reconcile'
import type { ServiceContext } from '@/lib/service/context'
import { createLink, type NewLink } from '@/lib/service/links/create-link'
import type { Processor } from '@/lib/service/processor/port'
import { TestBank } from '@/lib/service/processor/test-bank'
import { testLogins } from '@/test/test-logins'

const URLS = { web: 'http://localhost:3000', api: 'http://localhost:3001' }

export interface ShopOptions {
  database: Database
  now?: () => Date
  leaseMs?: number
  /** Wraps the test bank, for tests that lose a message or stop the clock. */
  wrap?: (bank: Processor) => Processor
  currency?: string
  timezone?: string
}

/** One merchant with the real verbs, for tests and the seed. */
export interface Shop {
  ctx: ServiceContext
  deps: PayLinkDeps
  bank: TestBank
  newLink(overrides?: Partial<NewLink>): Promise<PaymentLink>
  pay(linkId: string, cardNumber?: string, input?: Partial<PayLinkInput>): Promise<PayLinkResult>
  /** Runs one round of the reconciler. */
  reconcile(): Promise<{ taken: number; closed: number }>
}

export async function createShop(options: ShopOptions): Promise<Shop> {
  const { database, now = () => new Date(), leaseMs = 30_000 } = options
  const { currency = 'USD', timezone = 'America/New_York' } = options
  const account = await createAccount(
    database.as('checkout_system'),
    {
      name: 'Café Aurora',
      contact_email: 'hello@aurora.example',
      currency,
      timezone,
      country: 'US',
    },
    now(),
  )
  const bank = new TestBank(database, { webUrl: URLS.web, now })
  const log = pino({ level: 'silent' })
  const processor = options.wrap?.(bank) ?? bank
  const deps: PayLinkDeps = { database, processor, urls: URLS, leaseMs, now, log }
  const ctx: ServiceContext = {
    accountId: account.id,
    actor: { kind: 'operator' },
    db: database.as('checkout_service', account.id),
    now,
    log,
    urls: URLS,
  }
  const reconciling: ReconcileDeps = {
    orphans: postgresOrphanStore({ db: database.as('checkout_system'), leaseMs }),
    storeFor: (accountId) =>
      postgresChargeStore({ db: database.as('checkout_service', accountId), urls: URLS, leaseMs }),
    processor: bank,
    owner: randomUUID(),
    now,
  }
  return {
    ctx,
    deps,
    bank,
    newLink: (overrides) => createLink(ctx, { ...PLAIN_LINK, ...overrides }),
    pay: (linkId, cardNumber, input) => payLink(deps, payment(linkId, cardNumber, input)),
    reconcile: () => reconcileOnce(reconciling),
  }
}

const PLAIN_LINK: NewLink = {
  title: 'Box of pastries',
  description: null,
  amountMinor: 12_050,
  max_uses: null,
  expires_at: null,
  metadata: {},
}

/** Returns a payer's input with a test card, by default as a new attempt. */
export function payment(
  linkId: string,
  cardNumber = '4242424242424242',
  input: Partial<PayLinkInput> = {},
): PayLinkInput {
  return {
    linkId,
    attempt: randomUUID(),
    payerName: 'Ana Payer',
    payerEmail: 'ana@example.com',
    card: { number: cardNumber, expiryMonth: 12, expiryYear: 2099, cvc: '123' },
    ...input,
  }
}

/** Opens a pool on a test file's own database, with the logins and the size that the shop uses. */
export function openTestPool(url: string, max = 10): Database<Side> {
  return new Database({ url: testLogins(url), max, applicationName: 'checkout-test' })
}
