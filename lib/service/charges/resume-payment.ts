import { chargeDeps } from './charge-deps'
import { resumeCharge } from './charge-protocol'
import { type PayLinkDeps, pageAnswers } from './pay-link'
import { type AttemptView, viewAttempt, viewLink } from './view-link'

/**
 * Resumes the payment of an attempt when the payer returns from the bank, as far as the bank's result allows. Safe to
 * call repeatedly and concurrently: one call claims the payment, the others find it claimed or done. Returns the state
 * of the attempt; null if the link has no such attempt.
 */
export async function resumePayment(
  deps: PayLinkDeps,
  { linkId, attempt }: { linkId: string; attempt: string },
): Promise<AttemptView | null> {
  const link = await viewLink(deps.database, linkId, attempt, deps.now())
  if (!link?.attempt) return null
  const { paymentId, confirm } = link.attempt
  if (!confirm) return link.attempt
  const { accountId } = link
  const db = deps.database.as('checkout_service', accountId)
  await resumeCharge(chargeDeps({ ...deps, db }), { accountId, paymentId, ...pageAnswers(paymentId) })
  return viewAttempt(deps.database, link, attempt, deps.now())
}
