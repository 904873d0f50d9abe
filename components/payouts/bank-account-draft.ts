import { bareAccountNumber } from '@/lib/domain/account-number'
import { normalizeText } from '@/lib/domain/text'

/** Text of the form for a bank account, including the confirmations. */
export interface BankAccountDraft {
  bank_name: string
  holder: string
  number: string
  /** The number, entered a second time. */
  repeat: string
}

export type DraftField = keyof BankAccountDraft
export const accountFields = ['bank_name', 'holder', 'number'] as const satisfies readonly DraftField[]
export const reviewFields = ['repeat'] as const satisfies readonly DraftField[]

export const emptyDraft: BankAccountDraft = {
  bank_name: '',
  holder: '',
  number: '',
  repeat: '',
}

/** Returns the fields that are still empty. */
export function emptyFields<Field extends DraftField>(
  draft: BankAccountDraft,
  fields: readonly Field[],
): Field[] {
  return fields.filter((field) => normalizeText(draft[field]) === '')
}

/** Returns whether two entries are the same number. Grouping is ignored, as in storage. */
export function sameNumber(one: string, other: string): boolean {
  return bareAccountNumber(one) === bareAccountNumber(other)
}
