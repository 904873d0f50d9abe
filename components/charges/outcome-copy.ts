import { isDeclineCode } from '@/lib/contract/declines'
import type { ChargeDecline, ChargeProblem } from '@/lib/dashboard/schema/charge'
import { charges } from '@/lib/messages/charges'
import { payments } from '@/lib/messages/payments'

/** Texts of an outcome for a member on the phone with the customer: what happened, who can fix it, what to say. */
export type OutcomeCopy = { title: string; what: string; who: string; say: string }

/** Returns the texts of a decline: ours for a known code, the host's advice for any other. */
export function declineCopy({ code, message, advice }: ChargeDecline): OutcomeCopy {
  const title = charges.outcome.declined
  if (isDeclineCode(code))
    return {
      title,
      what: payments.detail.reason[code],
      who: payments.detail.mend[code],
      say: charges.say[code],
    }
  return {
    title,
    what: payments.detail.reasonUnknown,
    who: advice || message || payments.detail.mendElse,
    say: charges.say.generic_decline,
  }
}

/** Returns the texts of a refusal, after which nothing was carried out. */
export function refusalCopy({ code, message }: ChargeProblem): OutcomeCopy {
  if (isRefusal(code)) return charges.refused[code]
  const copy = charges.refusedOther(code)
  return message ? { ...copy, what: `${copy.what} ${message}` } : copy
}

function isRefusal(code: string): code is keyof typeof charges.refused {
  return Object.hasOwn(charges.refused, code)
}

/** Codes of refusals after which the same charge may be sent again unchanged. */
const mayPass: ReadonlySet<string> = new Set([
  'rate_limited',
  'host_unreachable',
  'charges_disabled',
  'invalid_api_key',
  'customer_archived',
  'no_saved_card',
  'account_disconnected',
])

/** Codes of refusals that would also affect a payment link. */
const refusesLinks: ReadonlySet<string> = new Set([
  'customer_archived',
  'invalid_api_key',
  'missing_api_key',
  'account_disconnected',
  'host_unreachable',
  'resource_not_found',
  'charges_disabled',
  'insufficient_scope',
  'rate_limited',
])

/** Returns whether a payment link instead of the charge may succeed. */
export function mayLinkInstead({ code, status }: ChargeProblem): boolean {
  return !refusesLinks.has(code) && ![401, 403, 404, 429].includes(status)
}

/** Codes of refusals that are caused by the values of the request. */
export const isOfContents: ReadonlySet<string> = new Set(['invalid_parameters', 'idempotency_key_reused'])

/** Returns whether sending the same charge again may succeed. */
export function mayHelpAgain({ code }: ChargeProblem): boolean {
  return mayPass.has(code) || !isRefusal(code)
}
