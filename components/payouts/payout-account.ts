import type { BankAccountDraft } from './bank-account-draft'

/** The bank account that receives payouts. */
export type PayoutAccount = { bankName: string; holder: string; last4: string; since: string }

/** Fields of a new bank account, as its action takes them. */
export type BankAccountInput = Omit<BankAccountDraft, 'repeat'>
