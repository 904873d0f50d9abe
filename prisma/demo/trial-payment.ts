import type { AccountRow } from '@/lib/service/accounts/account-row'
import { pay } from './pay-planned'
import { makeLink, type SeedContext } from './seed-context'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Less than its fee of 0.31: the day's settlement ends in debt, which the next one deducts. */
const AMOUNT = 0.2

/** Pays a few cents as the owner who tries the card form, `days` before now, on a day without other payments. */
export async function makeTrialPayment(
  seedContext: SeedContext,
  account: AccountRow,
  { days, owner }: { days: number; owner: string },
): Promise<void> {
  const madeAt = new Date(seedContext.now().getTime() - days * DAY_MS)
  const at = (now: Date): SeedContext => ({ ...seedContext, now: () => now })
  const { id } = await makeLink(at(madeAt), account, { title: 'Trying out the card form', amount: AMOUNT })
  await pay(
    at(new Date(madeAt.getTime() + 2 * MINUTE_MS)),
    account,
    { id, madeAt },
    {
      outcome: 'pays',
      payer: { name: owner, email: 'alex@aurora.example.com' },
      card: { number: '4242424242424242', expiryMonth: 8, expiryYear: 2099, cvc: '000' },
    },
  )
}
