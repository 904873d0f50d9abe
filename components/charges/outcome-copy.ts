import { isDeclineCode } from '@/lib/contract/declines'
import type { ChargeDecline, ChargeProblem } from '@/lib/dashboard/schema/charge'
import { charges } from '@/lib/messages/charges'
import { payments } from '@/lib/messages/payments'

/** An outcome for the person on the phone: what happened, who can fix it, what to say. */
export type OutcomeCopy = { title: string; what: string; who: string; say: string }

/** Returns the copy of a decline: our own for a code that we know, the host's advice for any other. */
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

/** Returns the copy of an answer by which nothing was carried out. */
export function refusalCopy({ code, message }: ChargeProblem): OutcomeCopy {
  if (isRefusal(code)) return charges.refused[code]
  const copy = charges.refusedOther(code)
  return message ? { ...copy, what: `${copy.what} ${message}` } : copy
}

function isRefusal(code: string): code is keyof typeof charges.refused {
  return Object.hasOwn(charges.refused, code)
}

/** Codes of refusals after which the same charge may be sent again without a change. */
const mayPass: ReadonlySet<string> = new Set([
  'rate_limited',
  'host_unreachable',
  'charges_disabled',
  'invalid_api_key',
  'customer_archived',
  'no_saved_card',
])

/** Returns whether sending the same charge again may help. */
export function mayHelpAgain({ code }: ChargeProblem): boolean {
  return mayPass.has(code) || !isRefusal(code)
}
