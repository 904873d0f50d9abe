/** What a person types to name a bank account, the confirmation included. */
export interface BankAccountDraft {
  bank_name: string
  holder: string
  number: string
  /** The number once more. */
  repeat: string
  password: string
}

export type DraftField = keyof BankAccountDraft
export const accountFields = ['bank_name', 'holder', 'number'] as const satisfies readonly DraftField[]
export const reviewFields = ['repeat', 'password'] as const satisfies readonly DraftField[]

export const emptyDraft: BankAccountDraft = {
  bank_name: '',
  holder: '',
  number: '',
  repeat: '',
  password: '',
}

/** What of `fields` is still empty. */
export function emptyFields<Field extends DraftField>(
  draft: BankAccountDraft,
  fields: readonly Field[],
): Field[] {
  return fields.filter((field) => draft[field].trim() === '')
}

/** Whether two typed numbers are one: how they are grouped does not count, as it does not where they are kept. */
export function sameNumber(one: string, other: string): boolean {
  const bare = (text: string) => text.replace(/[\s.-]/g, '').toUpperCase()
  return bare(one) === bare(other)
}
