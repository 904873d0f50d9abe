import type { BankAccountDraft } from './bank-account-draft'

/** The bank account that payouts go to. */
export type PayoutAccount = { bankName: string; holder: string; last4: string; since: string }

/** The fields of a new one, as its action takes them. */
export type BankAccountInput = Omit<BankAccountDraft, 'repeat'>
