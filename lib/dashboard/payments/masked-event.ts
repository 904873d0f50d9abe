import * as z from 'zod'
import { customerSchema } from '@/lib/contract/customer'
import { paymentSchema } from '@/lib/contract/payment'
import { maskedContact } from '@/lib/dashboard/reads/masked-contact'
import type { ReceivedEvent } from '@/lib/dashboard/schema/mirror'
import { maskedPayment } from './shown-payment'

const customerBody = z.looseObject({ data: z.looseObject({ customer: customerSchema }) })
const paymentBody = z.looseObject({ data: z.looseObject({ payment: paymentSchema }) })

/** Returns a webhook with the contact in its body masked; an unparsable body about a person is omitted. */
export function maskedEvent<Event extends Pick<ReceivedEvent, 'kind' | 'body'>>(event: Event): Event {
  const data = maskedData(event)
  if (data === undefined) return event
  return { ...event, body: data === null ? '' : JSON.stringify(data) }
}

/** Returns undefined for a kind that contains no contact, null for a body that cannot be parsed. */
function maskedData({ kind, body }: Pick<ReceivedEvent, 'kind' | 'body'>): object | null | undefined {
  if (kind.startsWith('customer.')) {
    const { data: parsed } = customerBody.safeParse(jsonOf(body))
    return parsed ? { ...parsed, data: { customer: maskedContact(parsed.data.customer) } } : null
  }
  if (kind.startsWith('payment.')) {
    const { data: parsed } = paymentBody.safeParse(jsonOf(body))
    return parsed ? { ...parsed, data: { payment: maskedPayment(parsed.data.payment) } } : null
  }
  return undefined
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
