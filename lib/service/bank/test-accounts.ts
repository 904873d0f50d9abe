import type { TransferRefusal } from './port'

/** What the test bank does with a transfer to an account number. */
export type TestAccountOutcome = 'sends' | 'refuses' | 'loses_the_first_answer'

export interface TestAccount {
  number: string
  outcome: TestAccountOutcome
  refusal: TransferRefusal | null
}

/** The numbers that integrators know by heart; the test bank sends to any other number as to the first. */
export const testAccounts: readonly [TestAccount, ...TestAccount[]] = [
  { number: '000123456789', outcome: 'sends', refusal: null },
  { number: '000111111116', outcome: 'refuses', refusal: 'account_not_found' },
  { number: '000111111113', outcome: 'refuses', refusal: 'account_closed' },
  { number: '000444444440', outcome: 'refuses', refusal: 'currency_not_accepted' },
  // Booked by the bank, but its answer is lost on the way; asked again it answers.
  { number: '000999999991', outcome: 'loses_the_first_answer', refusal: null },
]

/** What happens to a transfer to this number. */
export function testAccountOf(number: string): TestAccount {
  return testAccounts.find((account) => account.number === number) ?? testAccounts[0]
}
