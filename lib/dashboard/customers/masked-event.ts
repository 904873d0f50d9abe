import * as z from 'zod'
import { customerSchema } from '@/lib/contract/customer'
import type { ReceivedEvent } from '@/lib/dashboard/schema/mirror'
import { maskedContact } from './masked-contact'

const bodySchema = z.looseObject({ data: z.looseObject({ customer: customerSchema }) })

/** Returns a webhook about a customer with the contact in its body masked; a body that cannot be parsed is left out. */
export function maskedEvent(event: ReceivedEvent): ReceivedEvent {
  const parsed = bodySchema.safeParse(jsonOf(event.body))
  if (!parsed.success) return { ...event, body: '' }
  const { data, ...rest } = parsed.data
  return { ...event, body: JSON.stringify({ ...rest, data: { customer: maskedContact(data.customer) } }) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
