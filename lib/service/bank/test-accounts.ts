import type { TransferRefusal } from './port'

/** Outcome of a transfer to an account number at the test bank. */
type TestAccountOutcome = 'sends' | 'refuses' | 'loses_the_first_answer'

export interface TestAccount {
  number: string
  outcome: TestAccountOutcome
  refusal: TransferRefusal | null
}

/** Published account numbers for integrators; the test bank treats any other number like the first. */
export const testAccounts: readonly [TestAccount, ...TestAccount[]] = [
  { number: '000123456789', outcome: 'sends', refusal: null },
  { number: '000111111116', outcome: 'refuses', refusal: 'account_not_found' },
  { number: '000111111113', outcome: 'refuses', refusal: 'account_closed' },
  { number: '000444444440', outcome: 'refuses', refusal: 'currency_not_accepted' },
  // The bank books the order, but its response is lost; a later status request succeeds.
  { number: '000999999991', outcome: 'loses_the_first_answer', refusal: null },
]

/** Returns the test account with this number. */
export function testAccountOf(number: string): TestAccount {
  return testAccounts.find((account) => account.number === number) ?? testAccounts[0]
}
