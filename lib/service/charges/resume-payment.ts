import { type AttemptView, viewAttempt, viewLink } from '@/lib/service/links/view-link'
import { chargeDeps } from './charge-deps'
import { resumeCharge } from './charge-protocol'
import { type PayLinkDeps, pageAnswers } from './pay-link'

/**
 * The payer is back from the bank: asks the bank for the payer's word and goes on from there, as far as it goes. Any
 * number of times and at once: one of them claims the payment, the others find it claimed or done. Gives what became
 * of the attempt by then; null when the link has no such attempt.
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
