import type { FieldError } from '@/lib/contract/errors'
import { join } from '@/lib/messages/join'

/** The response of the sign-up and code routes to a page with scripts. */
export type JoinAnswer =
  | { status: 'invalid'; fields: readonly FieldError[] }
  /**
   * Accepted, with the same response for a new and a known phone, or the card was replaced. The page shows the details
   * after a reload.
   */
  | { status: 'done' }
  | { status: 'wrong_code' }
  /** The account does not exist or accepts no customers. The page shows this after a reload. */
  | { status: 'closed' }
  | { status: 'unavailable' }
  | { status: 'too_many'; retry_after_s: number }

/** Fields in the order of the form. The first wrong one receives the focus. */
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

/** Fields of the collapsed part. */
export const cardPart: ReadonlySet<JoinField> = new Set(['number', 'expiry', 'cvc', 'card_consent'])

/** Returns the page's message of each wrong field. */
export function problemsOf(errors: readonly Pick<FieldError, 'field' | 'code'>[]): JoinProblems {
  const problems: JoinProblems = {}
  for (const { field, code } of errors) {
    const name = joinFields.find((known) => known === field)
    const text = join.problems[`${field}.${code}`] ?? join.problems[field]
    if (name && text && !problems[name]) problems[name] = text
  }
  return problems
}

/**
 * Returns the errors in `name.too_long,consent.required`, the format in which the address carries them to a form without
 * scripts.
 */
export function errorsOfAddress(invalid: string | undefined): Pick<FieldError, 'field' | 'code'>[] {
  return (invalid ?? '').split(',').flatMap((pair) => {
    const [field, code] = pair.split('.')
    return field && code ? [{ field, code }] : []
  })
}
