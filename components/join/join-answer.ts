import type { FieldError } from '@/lib/contract/errors'
import { join } from '@/lib/messages/join'

/** What the sign-up and the code routes answer to a page with scripts. */
export type JoinAnswer =
  | { status: 'invalid'; fields: readonly FieldError[] }
  /** Taken, of a new phone and a known one alike; or the card was replaced. The page itself tells it. */
  | { status: 'done' }
  | { status: 'wrong_code' }
  /** The account takes nobody, or there is none; the page itself tells it. */
  | { status: 'closed' }
  | { status: 'unavailable' }
  | { status: 'too_many'; retry_after_s: number }

/** In the order of the form: the first wrong one takes the focus. */
export const joinFields = [
  'name',
  'phone',
  'email',
  'number',
  'expiry',
  'cvc',
  'card_consent',
  'consent',
] as const

export type JoinField = (typeof joinFields)[number]
export type JoinProblems = Partial<Record<JoinField, string>>

/** Those that lie in the folded part. */
export const cardPart: ReadonlySet<JoinField> = new Set(['number', 'expiry', 'cvc', 'card_consent'])

/** What is wrong with which field, in the page's words. */
export function problemsOf(errors: readonly Pick<FieldError, 'field' | 'code'>[]): JoinProblems {
  const problems: JoinProblems = {}
  for (const { field, code } of errors) {
    const name = joinFields.find((known) => known === field)
    const text = join.problems[`${field}.${code}`] ?? join.problems[field]
    if (name && text && !problems[name]) problems[name] = text
  }
  return problems
}

/** The errors in `name.too_long,consent.required`, as a form without scripts gets them in its address. */
export function errorsOfAddress(invalid: string | undefined): Pick<FieldError, 'field' | 'code'>[] {
  return (invalid ?? '').split(',').flatMap((pair) => {
    const [field, code] = pair.split('.')
    return field && code ? [{ field, code }] : []
  })
}
