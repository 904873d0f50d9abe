import type { CreateCustomer, Customer } from '@/lib/contract/customer'
import type { CardExpiry } from '@/lib/domain/card'
import type { Keyring } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { emailKeyOf, phoneKeyOf } from '@/lib/service/customers/conflicting-customer'
import { createCustomer } from '@/lib/service/customers/create-customer'
import { renderCustomer } from '@/lib/service/customers/customer-row'
import { getCustomer } from '@/lib/service/customers/get-customer'
import { insertCustomer } from '@/lib/service/customers/insert-customer'
import { saveCard } from '@/lib/service/customers/save-card'
import { updateCustomer } from '@/lib/service/customers/update-customer'
import { TestBank } from '@/lib/service/processor/test-bank'
import { recordEvent } from '@/lib/service/webhooks/record-event'
import { fictionalPhone } from './fictional-phone'
import { person } from './person'
import type { Random } from './random'
import { runConcurrently } from './run-concurrently'
import { contextFor, type SeedContext } from './seed-context'

export interface CustomersOptions {
  random: Random
  /** Keyring that seals the cards' tokens. */
  keyring: Keyring
  count?: number
  savedCards?: number
  /** Period before the context's now in which they were created. */
  days?: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const CONCURRENCY = 8

/** Cards that customers saved; the last three show possible failures of later charges. */
const CARDS = [
  ['4242424242424242', 55],
  ['5555555555554444', 30],
  ['378282246310005', 9],
  ['4000000000000341', 4],
  ['4000000000000259', 1],
  ['4000000000000267', 1],
] as const

const NOTES = [
  'Prefers WhatsApp in the morning.',
  'Allergic to nuts. Ask before every order.',
  'Pays for the whole office, needs the invoice by the 5th.',
  'Wholesale price, 10 % off beans.',
  'Moved in October, new address is on the order.',
  'Picks up on Saturdays, usually late.',
  'Regular since the first shop.',
] as const

/** Future customer with the times of their events. */
interface PlannedCustomer {
  fields: CreateCustomer
  arrival: Date
  signsUp: boolean
  card: PlannedCard | null
  archivedAt: Date | null
}

interface PlannedCard {
  number: string
  expiry: CardExpiry
  savedAt: Date
}

/**
 * Creates a shop's customers with the real verbs, oldest first: some signed up themselves, some have no e-mail, a few are
 * archived, and some of the saved cards have expired since. Only the customers' own actions raise events.
 */
export async function makeCustomers(
  seedContext: SeedContext,
  account: AccountRow,
  { keyring, ...wanted }: CustomersOptions,
): Promise<Customer[]> {
  const customers: Customer[] = []
  const jobs = planCustomers(account, seedContext.now(), wanted).map((planned, index) => async () => {
    customers[index] = await makeCustomer(seedContext, account, keyring, planned)
  })
  await runConcurrently(CONCURRENCY, jobs)
  return customers
}

/** Draws the customers in advance, so that the same seed gives the same people in any order of creation. */
function planCustomers(
  { country }: AccountRow,
  until: Date,
  { random, count = 150, savedCards = 100, days = 180 }: Omit<CustomersOptions, 'keyring'>,
): PlannedCustomer[] {
  const people = distinctPeople(random, country, count)
  const arrivals = Array.from({ length: count }, () => random.int(2 * HOUR_MS, days * DAY_MS)).sort(
    (a, b) => b - a,
  )
  const withCard = new Set(random.shuffled([...people.keys()]).slice(0, savedCards))
  return people.map((fields, index) => {
    const arrival = new Date(until.getTime() - (arrivals[index] ?? 0))
    // Within two hours, which even the last customer has had.
    const savedAt = new Date(arrival.getTime() + random.int(1, 60) * MINUTE_MS)
    return {
      fields,
      arrival,
      signsUp: random.chance(0.3),
      card: withCard.has(index)
        ? { number: random.weighted(CARDS), expiry: anExpiry(random, savedAt, until), savedAt }
        : null,
      archivedAt: random.chance(0.05) ? new Date(savedAt.getTime() + HOUR_MS / 2) : null,
    }
  })
}

async function makeCustomer(
  seedContext: SeedContext,
  account: AccountRow,
  keyring: Keyring,
  { fields, arrival, signsUp, card, archivedAt }: PlannedCustomer,
): Promise<Customer> {
  const { country } = account
  const at = (now: Date): SeedContext => ({ ...seedContext, now: () => now })
  const { id } = signsUp
    ? await signUp(at(arrival), account, fields)
    : await createCustomer(contextFor(at(arrival), account), { ...fields, country })
  if (card) await keepCard(at(card.savedAt), account, { id, card, keyring })
  if (archivedAt) {
    await updateCustomer(contextFor(at(archivedAt), account), id, { status: 'ARCHIVED', country })
  }
  return getCustomer(contextFor(seedContext, account), id)
}

/** Signs a customer up like the shop's public page. */
async function signUp(
  seedContext: SeedContext,
  account: AccountRow,
  fields: CreateCustomer,
): Promise<Customer> {
  const { db, now } = contextFor(seedContext, account)
  return db.transaction(async (tx) => {
    const row = await insertCustomer(tx, {
      ...fields,
      accountId: account.id,
      phoneKey: phoneKeyOf(fields.phone, account.country),
      emailKey: emailKeyOf(fields.email),
      notes: null,
      external_ref: null,
      source: 'SELF',
      now: now(),
    })
    if (!row) throw new Error('two people of the factory have the same phone or e-mail')
    const customer = renderCustomer(row)
    await recordEvent(tx, { accountId: account.id, kind: 'customer.created', object: customer, now: now() })
    return customer
  })
}

interface CardKeeping {
  id: string
  card: PlannedCard
  keyring: Keyring
}

async function keepCard(seedContext: SeedContext, account: AccountRow, keeping: CardKeeping): Promise<void> {
  const { keyring, id: customerId } = keeping
  const { number, expiry } = keeping.card
  const { db, now } = contextFor(seedContext, account)
  const bank = new TestBank(seedContext.database, { webUrl: seedContext.urls.web, now })
  const cvc = number.length === 15 ? '0000' : '000'
  const card = await bank.tokenize({ number, expiryMonth: expiry.month, expiryYear: expiry.year, cvc })
  await db.transaction(async (tx) => {
    const row = await saveCard(tx, keyring, { accountId: account.id, customerId, card, now: now() })
    const object = renderCustomer(row)
    await recordEvent(tx, { accountId: account.id, kind: 'customer.card_saved', object, now: now() })
  })
}

/** Returns an expiry that was valid when the card was saved; some of the older cards have expired since. */
function anExpiry(random: Random, saved: Date, until: Date): CardExpiry {
  const monthsAgo =
    (until.getUTCFullYear() - saved.getUTCFullYear()) * 12 + until.getUTCMonth() - saved.getUTCMonth()
  const expired = monthsAgo >= 1 && random.chance(0.2)
  const months = expired ? -random.int(1, monthsAgo) : random.int(0, 48)
  const last = new Date(Date.UTC(until.getUTCFullYear(), until.getUTCMonth() + months, 1))
  return { month: last.getUTCMonth() + 1, year: last.getUTCFullYear() }
}

/** Returns people without a common phone or e-mail. */
function distinctPeople(random: Random, country: string, count: number): CreateCustomer[] {
  const taken = new Set<string>()
  const firstFree = <Value>(make: (attempt: number) => Value, keyOf: (value: Value) => string): Value => {
    for (let attempt = 1; ; attempt += 1) {
      const value = make(attempt)
      const key = keyOf(value)
      if (taken.has(key)) continue
      taken.add(key)
      return value
    }
  }
  return Array.from({ length: count }, (_, index) => {
    const { name, email } = person(random)
    const free = (attempt: number) => (attempt === 1 ? email : email.replace('@', `${attempt}@`))
    return {
      name,
      phone: firstFree(
        () => fictionalPhone(random, country),
        (phone) => phoneKeyOf(phone, country),
      ),
      email: random.chance(0.8) ? firstFree(free, (text) => text) : null,
      notes: random.chance(0.2) ? random.pick(NOTES) : null,
      external_ref: random.chance(0.5) ? `CRM-${1001 + index}` : null,
    }
  })
}
