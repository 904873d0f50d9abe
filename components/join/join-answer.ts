import type { CommonAnswer, Reaction, Sent } from '@/components/pay/form/payer-form'

type OwnAnswer =
  /** Accepted, of a new phone and a known one alike; or the card was replaced. The page itself shows it. */
  | { status: 'done' }
  /** The account takes no sign-ups or does not exist; the page itself shows it. */
  | { status: 'closed' }
  | { status: 'wrong_code' }

/** Answers of the sign-up and the code routes to a page with scripts. */
export type JoinAnswer = OwnAnswer | CommonAnswer

/** Returns the reaction of both forms of a sign-up page. The page itself shows the outcome, and shows it again after a reload. */
export function reactToJoin(page: string) {
  return ({ status }: OwnAnswer, { token }: Sent): Reaction => {
    if (status === 'wrong_code') return { errors: [{ field: 'code', code: 'wrong' }] }
    location.replace(status === 'done' ? `${page}?form=${encodeURIComponent(token)}` : page)
    return 'leaves'
  }
}
