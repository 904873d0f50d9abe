import { charges } from '@/lib/messages/charges'

/** Returns the rest of a text that begins with `charge`: `charge ana` searches for a customer to charge. */
export function chargeIntent(text: string): { subject: string; isCharge: boolean } {
  const [first = '', ...rest] = text.split(/\s+/)
  const isCharge = rest.length > 0 && first.toLowerCase() === charges.open.toLowerCase()
  return isCharge ? { subject: rest.join(' '), isCharge } : { subject: text, isCharge }
}
