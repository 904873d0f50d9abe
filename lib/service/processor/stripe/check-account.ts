import Stripe from 'stripe'
import type { Database, Handle } from '@/lib/platform/database'
import { keepStripeAccount } from './intent-books'

interface Charging {
  country: string
  currency: string
  accounts: number
}

/**
 * Compares the operator's account at Stripe with the accounts of this deployment. Returns one line per difference that costs money, or one if Stripe does not answer. Throws if
 * Stripe refuses the key, if it is of another account than at the first start, or takes no payments for the account in live mode.
 */
export async function checkStripeAccount(
  stripe: Stripe,
  database: Database,
  live: boolean,
): Promise<string[]> {
  const { errors } = Stripe
  try {
    const { id, country, default_currency, charges_enabled } = await stripe.accounts.retrieveCurrent()
    if (live && !charges_enabled)
      throw new Error("Stripe takes no payments for this account yet: complete it in Stripe's dashboard.")
    if ((await keepStripeAccount(database.as('checkout_stripe'), id)) !== id)
      throw new Error(
        'STRIPE_SECRET_KEY is of another Stripe account than this database was first used with: its payments and saved cards are not known there. Set the keys of that account, or give this deployment a new, empty database.',
      )
    const currency = default_currency?.toUpperCase() ?? ''
    const differing = (await chargingAccounts(database.as('checkout_system'))).filter(
      (ours) => ours.country !== country || ours.currency !== currency,
    )
    return differing.map(
      (ours) =>
        `${ours.accounts} account(s) in ${ours.country} charge in ${ours.currency}, and the Stripe account is in ${country} and settles in ${currency}: Stripe converts between currencies at its own rate, and adds fees for cards of other countries.`,
    )
  } catch (error) {
    if (error instanceof errors.StripeAuthenticationError)
      throw new Error('Stripe refuses STRIPE_SECRET_KEY. Copy the key again from its dashboard.', {
        cause: error.type,
      })
    if (!(error instanceof errors.StripeError)) throw error
    // A restricted key may not be allowed to read the account.
    return [`Stripe does not show its account (${error.type}): country and currency are not compared.`]
  }
}

async function chargingAccounts(db: Handle): Promise<Charging[]> {
  const { rows } = await db.query<Charging>({
    text: `SELECT country, currency, count(*) AS accounts FROM service.account
      WHERE status <> 'CLOSED' GROUP BY country, currency ORDER BY country, currency`,
  })
  return rows
}
