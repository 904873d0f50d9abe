import { type Customer, customerSchema } from '@/lib/contract/customer'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { RowMirror } from '@/lib/dashboard/mirror/shape'
import { type MirroredRow, maskedContact, rowMirror } from '@/lib/dashboard/reads/read-object'
import { can, type MemberRole } from '@/lib/dashboard/role-permissions'
import { dayIn } from '@/lib/domain/calendar-days'
import { phoneIdentity, shownPhone, type TypedPhone } from '@/lib/domain/phone'
import { unicodeEmail } from '@/lib/platform/typed-url'
import { type PhoneMatch, phoneMatch } from './customer-matches'

/** States of a saved card by the account's calendar: `expiring` within 60 days. */
export const cardStates = ['none', 'saved', 'expiring', 'expired'] as const

export type CardState = (typeof cardStates)[number]

/** Customer as pages show it. */
export type ShownCustomer = Customer & {
  card_state: CardState
  /** True if phone, e-mail and notes are masked for the member's role. */
  masked: boolean
  mirror: RowMirror
}

/** Customer in the list or among search results. */
export type FoundCustomer = ShownCustomer & {
  /** National format within the account's country, otherwise international; masked like `phone`. */
  phone_shown: string | null
  /** Null if the search was not by phone, or matched something else. */
  match: PhoneMatch | null
}

/** Phone formatted for display, and in the form to dial and to copy; masked ones cannot be dialled. */
export type ShownPhone = { shown: string; dialled: string | null }

/** Returns the customer of a mirror row as a role sees it: phone, e-mail and notes are masked without `contacts.read`. */
export function shownCustomer(
  { account, now }: Pick<ConnectionContext, 'account' | 'now'>,
  row: MirroredRow,
  role: MemberRole,
): ShownCustomer {
  const { email, ...sent } = customerSchema.parse(row.snapshot)
  const customer = { ...sent, email: email && unicodeEmail(email) }
  const masked = !can(role, 'contacts.read')
  return {
    ...(masked ? maskedContact(customer) : customer),
    card_state: cardState(customer.card, { now: now().getTime(), timeZone: account.timezone }),
    masked,
    mirror: rowMirror(row),
  }
}

/** Days before its expiry in which a card counts as expiring. */
export const EXPIRING_DAYS = 60

/**
 * Returns the state of a customer's saved card at `now` (milliseconds) in an account's zone. `MM/YY` and `MM/YYYY` expire
 * at the end of their month; a card with any other text counts as saved.
 */
export function cardState(
  card: Customer['card'],
  { now, timeZone }: { now: number; timeZone: string },
): CardState {
  if (card === null) return 'none'
  const lastDay = lastDayOf(card.expiry)
  if (lastDay === null) return 'saved'
  if (lastDay < dayIn(now, timeZone)) return 'expired'
  return lastDay <= dayIn(now + EXPIRING_DAYS * 86_400_000, timeZone) ? 'expiring' : 'saved'
}

/** Returns the last day of an expiry's month as `YYYY-MM-DD`; null for a text that is not a month. */
function lastDayOf(expiry: string | null): string | null {
  const [, month, year] = /^(0?[1-9]|1[0-2])\/(?:20)?(\d{2})$/.exec(expiry ?? '') ?? []
  if (month === undefined || year === undefined) return null
  return new Date(Date.UTC(2000 + Number(year), Number(month), 0)).toISOString().slice(0, 10)
}

/**
 * Returns the customer of a mirror row as a list shows it to a role, with the match of its phone with the `searched` one.
 */
export function foundCustomer(
  ctx: Pick<ConnectionContext, 'account' | 'now'>,
  row: MirroredRow,
  { role, searched }: { role: MemberRole; searched: TypedPhone | null },
): FoundCustomer {
  const country = ctx.account.country ?? null
  const { phone } = customerSchema.parse(row.snapshot)
  const customer = shownCustomer(ctx, row, role)
  const match = searched && phoneMatch(phone, searched, country)
  return {
    ...customer,
    phone_shown: customer.masked || phone === null ? customer.phone : shownPhone(phone, country),
    match: customer.masked && match !== 'exact' ? null : match,
  }
}

const ranks: Readonly<Record<PhoneMatch, number>> = { exact: 0, near: 1, part: 2 }

/**
 * Orders found customers: the same phone first, then those with one digit different, then the others; otherwise stable.
 */
export function bestFirst<Found extends Pick<FoundCustomer, 'match'>>(found: readonly Found[]): Found[] {
  const rank = ({ match }: Found) => (match === null ? ranks.part : ranks[match])
  return found.toSorted((one, other) => rank(one) - rank(other))
}

/** Returns the phone of a customer in the formats in which the account's pages show and dial it. */
export function phoneOfCustomer(
  { account }: Pick<ConnectionContext, 'account'>,
  { phone, masked }: Pick<ShownCustomer, 'phone' | 'masked'>,
): ShownPhone | null {
  if (phone === null) return null
  if (masked) return { shown: phone, dialled: null }
  const country = account.country ?? null
  return { shown: shownPhone(phone, country), dialled: phoneIdentity(phone, country) }
}
