import type { ConnectionContext } from '@/lib/dashboard/context'
import { newestOf, rowsContaining } from '@/lib/dashboard/reads/search-mirror'
import type { PhoneMatch } from '@/lib/dashboard/schema/customer'
import { digitsOf, phoneIdentity, phoneSpellings, type TypedPhone } from '@/lib/domain/phone'
import type { Prisma } from '@/lib/platform/prisma/client'

type Condition = Prisma.MirrorCustomerWhereInput

/** Returns the digits with which a host may store the same phone: as typed, and in every other spelling. */
function samePhone({ digits, e164 }: TypedPhone): string[] {
  return [digits, ...(e164 === null ? [] : phoneSpellings(e164))]
}

/** Returns every number with one other digit, in full and within its country: look-ups of one index, 9 for each digit. */
function oneDigitOff({ digits, e164, national }: TypedPhone): string[] {
  const full = e164 === null ? digits : digitsOf(e164)
  const inner = national ?? full
  const changed = [...inner].flatMap((kept, at) =>
    [...'0123456789']
      .filter((digit) => digit !== kept)
      .map((digit) => `${inner.slice(0, at)}${digit}${inner.slice(at + 1)}`),
  )
  const prefix = full.slice(0, full.length - inner.length)
  return prefix === '' ? changed : [...changed.map((rest) => prefix + rest), ...changed]
}

/** Returns the alternatives that find customers by a phone, or the `newest` of them by a part of one. */
export async function phoneMatches(
  ctx: Pick<ConnectionContext, 'db'>,
  typed: TypedPhone,
  newest?: number,
): Promise<Condition[]> {
  const part = partOf(typed)
  if (!typed.isWhole) {
    const { ids } = await rowsContaining(ctx, 'phones', [part])
    return [{ AND: [...newestOf(ids, newest), { phoneDigits: { contains: part } }] }]
  }
  const ending = [...part].reverse().join('')
  return [
    { phoneDigits: { in: [...samePhone(typed), ...oneDigitOff(typed)] } },
    // The colon is the character after 9.
    { phoneReversed: { gte: ending, lt: `${ending}:` } },
  ]
}

/** Returns the alternative that finds customers who may have exactly this phone. */
export function mayBePhone(typed: TypedPhone): Condition {
  return { phoneDigits: { in: samePhone(typed) } }
}

/** Returns the match of a customer's phone with the searched one; null without a match. */
export function phoneMatch(
  phone: string | null,
  typed: TypedPhone,
  country: string | null,
): PhoneMatch | null {
  if (phone === null) return null
  const digits = digitsOf(phone)
  const own = digitsOf(phoneIdentity(phone, country) ?? digits)
  const wanted = digitsOf(typed.e164 ?? phoneIdentity(typed.digits, country) ?? typed.digits)
  if (own === wanted || (typed.e164 === null && digits === typed.digits)) return 'exact'
  if (typed.isWhole && (differByOne(own, wanted) || differByOne(digits, typed.national ?? wanted)))
    return 'near'
  return digits.includes(partOf(typed)) ? 'part' : null
}

/** Returns the digits of which a part may be searched: those within the country, without a trunk prefix. */
function partOf({ national, digits }: TypedPhone): string {
  return (national ?? digits).replace(/^0+(?=\d{4})/, '')
}

function differByOne(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  return [...one].filter((digit, at) => digit !== other[at]).length === 1
}
